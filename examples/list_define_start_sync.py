import purevirt.sync

XML = "<domain type='qemu'><name>demo</name><title>Hi</title><memory>65536</memory><os><type>hvm</type></os></domain>"

with purevirt.sync.connect("qemu:///system") as conn:
    print([dom.name for dom in conn.connect_list_all_domains().domains])
    dom = conn.domain_define_xml(XML)
    conn.domain_create(dom)
    print(conn.domain_get_metadata(dom, 1, None))  # 1 is the title
    conn.domain_destroy(dom)
