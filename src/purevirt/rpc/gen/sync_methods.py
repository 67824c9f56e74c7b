"""A blocking method for each procedure.

Emitted by tools/xdrgen from libvirt 11.3.0's interface
(IR sha256 d4dfbf96f26db526c20e50264e821b7987eaef67f5c7691de9268b6332fba607).
Do not edit: change the generator, then run `make generate`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from purevirt.rpc.caller import SyncCaller
from purevirt.rpc.gen import lxc, procedures, qemu, remote

if TYPE_CHECKING:
    from purevirt.rpc.caller import SyncStreamHandle

__all__ = ["RemoteMethods"]


class RemoteMethods(SyncCaller):
    """A blocking method for each procedure.

    Names are the wire's, parameters the fields of the arguments in wire order. A reply of one
    field is that field, one of several is its class, an empty one is None. Every method raises
    what the caller's hooks raise: `EncodeError` before anything is sent, `LibvirtError` when the
    daemon refuses, `DecodeError` for a reply that does not parse, `ConnectionLost` when the
    connection ends first.
    """

    __slots__ = ()

    def connect_open(self, name: str | None, flags: int = 0) -> None:
        """Call REMOTE_PROC_CONNECT_OPEN (1).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.CONNECT_OPEN, remote.ConnectOpenArgs(name, flags))

    def connect_close(self) -> None:
        """Call REMOTE_PROC_CONNECT_CLOSE (2).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.CONNECT_CLOSE, None)

    def connect_get_type(self) -> str:
        """Call REMOTE_PROC_CONNECT_GET_TYPE (3).

        Returns ``type`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_GET_TYPE, None)
        return reply.type

    def connect_get_version(self) -> int:
        """Call REMOTE_PROC_CONNECT_GET_VERSION (4).

        Returns ``hv_ver`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_GET_VERSION, None)
        return reply.hv_ver

    def connect_get_max_vcpus(self, type: str | None) -> int:
        """Call REMOTE_PROC_CONNECT_GET_MAX_VCPUS (5).

        Returns ``max_vcpus`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_GET_MAX_VCPUS, remote.ConnectGetMaxVcpusArgs(type))
        return reply.max_vcpus

    def node_get_info(self) -> remote.NodeGetInfoRet:
        """Call REMOTE_PROC_NODE_GET_INFO (6).

        Returns the reply: ``model``, ``memory``, ``cpus``, ``mhz``, ``nodes``, ``sockets``, ``cores``, ``threads``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.NODE_GET_INFO, None)

    def connect_get_capabilities(self) -> str:
        """Call REMOTE_PROC_CONNECT_GET_CAPABILITIES (7).

        Returns ``capabilities`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_GET_CAPABILITIES, None)
        return reply.capabilities

    def domain_attach_device(self, dom: remote.Domain, xml: str) -> None:
        """Call REMOTE_PROC_DOMAIN_ATTACH_DEVICE (8).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_ATTACH_DEVICE, remote.DomainAttachDeviceArgs(dom, xml))

    def domain_create(self, dom: remote.Domain) -> None:
        """Call REMOTE_PROC_DOMAIN_CREATE (9).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_CREATE, remote.DomainCreateArgs(dom))

    def domain_create_xml(self, xml_desc: str, flags: int = 0) -> remote.Domain:
        """Call REMOTE_PROC_DOMAIN_CREATE_XML (10).

        Returns ``dom`` of the reply.
        Flags: enums.DomainCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_CREATE_XML, remote.DomainCreateXmlArgs(xml_desc, flags))
        return reply.dom

    def domain_define_xml(self, xml: str) -> remote.Domain:
        """Call REMOTE_PROC_DOMAIN_DEFINE_XML (11).

        Returns ``dom`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_DEFINE_XML, remote.DomainDefineXmlArgs(xml))
        return reply.dom

    def domain_destroy(self, dom: remote.Domain) -> None:
        """Call REMOTE_PROC_DOMAIN_DESTROY (12).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_DESTROY, remote.DomainDestroyArgs(dom))

    def domain_detach_device(self, dom: remote.Domain, xml: str) -> None:
        """Call REMOTE_PROC_DOMAIN_DETACH_DEVICE (13).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_DETACH_DEVICE, remote.DomainDetachDeviceArgs(dom, xml))

    def domain_get_xml_desc(self, dom: remote.Domain, flags: int = 0) -> str:
        """Call REMOTE_PROC_DOMAIN_GET_XML_DESC (14).

        Returns ``xml`` of the reply.
        Flags: enums.DomainXMLFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_XML_DESC, remote.DomainGetXmlDescArgs(dom, flags))
        return reply.xml

    def domain_get_autostart(self, dom: remote.Domain) -> int:
        """Call REMOTE_PROC_DOMAIN_GET_AUTOSTART (15).

        Returns ``autostart`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_AUTOSTART, remote.DomainGetAutostartArgs(dom))
        return reply.autostart

    def domain_get_info(self, dom: remote.Domain) -> remote.DomainGetInfoRet:
        """Call REMOTE_PROC_DOMAIN_GET_INFO (16).

        Returns the reply: ``state``, ``max_mem``, ``memory``, ``nr_virt_cpu``, ``cpu_time``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_INFO, remote.DomainGetInfoArgs(dom))

    def domain_get_max_memory(self, dom: remote.Domain) -> int:
        """Call REMOTE_PROC_DOMAIN_GET_MAX_MEMORY (17).

        Returns ``memory`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_MAX_MEMORY, remote.DomainGetMaxMemoryArgs(dom))
        return reply.memory

    def domain_get_max_vcpus(self, dom: remote.Domain) -> int:
        """Call REMOTE_PROC_DOMAIN_GET_MAX_VCPUS (18).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_MAX_VCPUS, remote.DomainGetMaxVcpusArgs(dom))
        return reply.num

    def domain_get_os_type(self, dom: remote.Domain) -> str:
        """Call REMOTE_PROC_DOMAIN_GET_OS_TYPE (19).

        Returns ``type`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_OS_TYPE, remote.DomainGetOsTypeArgs(dom))
        return reply.type

    def domain_get_vcpus(self, dom: remote.Domain, maxinfo: int, maplen: int) -> remote.DomainGetVcpusRet:
        """Call REMOTE_PROC_DOMAIN_GET_VCPUS (20).

        Returns the reply: ``info``, ``cpumaps``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_VCPUS, remote.DomainGetVcpusArgs(dom, maxinfo, maplen))

    def connect_list_defined_domains(self, maxnames: int) -> list[str]:
        """Call REMOTE_PROC_CONNECT_LIST_DEFINED_DOMAINS (21).

        Returns ``names`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_LIST_DEFINED_DOMAINS, remote.ConnectListDefinedDomainsArgs(maxnames))
        return reply.names

    def domain_lookup_by_id(self, id: int) -> remote.Domain:
        """Call REMOTE_PROC_DOMAIN_LOOKUP_BY_ID (22).

        Returns ``dom`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_LOOKUP_BY_ID, remote.DomainLookupByIdArgs(id))
        return reply.dom

    def domain_lookup_by_name(self, name: str) -> remote.Domain:
        """Call REMOTE_PROC_DOMAIN_LOOKUP_BY_NAME (23).

        Returns ``dom`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_LOOKUP_BY_NAME, remote.DomainLookupByNameArgs(name))
        return reply.dom

    def domain_lookup_by_uuid(self, uuid: bytes) -> remote.Domain:
        """Call REMOTE_PROC_DOMAIN_LOOKUP_BY_UUID (24).

        Returns ``dom`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_LOOKUP_BY_UUID, remote.DomainLookupByUuidArgs(uuid))
        return reply.dom

    def connect_num_of_defined_domains(self) -> int:
        """Call REMOTE_PROC_CONNECT_NUM_OF_DEFINED_DOMAINS (25).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_NUM_OF_DEFINED_DOMAINS, None)
        return reply.num

    def domain_pin_vcpu(self, dom: remote.Domain, vcpu: int, cpumap: bytes) -> None:
        """Call REMOTE_PROC_DOMAIN_PIN_VCPU (26).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_PIN_VCPU, remote.DomainPinVcpuArgs(dom, vcpu, cpumap))

    def domain_reboot(self, dom: remote.Domain, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_REBOOT (27).

        Returns None; the reply is empty.
        Flags: enums.DomainRebootFlagValues.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_REBOOT, remote.DomainRebootArgs(dom, flags))

    def domain_resume(self, dom: remote.Domain) -> None:
        """Call REMOTE_PROC_DOMAIN_RESUME (28).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_RESUME, remote.DomainResumeArgs(dom))

    def domain_set_autostart(self, dom: remote.Domain, autostart: int) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_AUTOSTART (29).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_AUTOSTART, remote.DomainSetAutostartArgs(dom, autostart))

    def domain_set_max_memory(self, dom: remote.Domain, memory: int) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_MAX_MEMORY (30).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_MAX_MEMORY, remote.DomainSetMaxMemoryArgs(dom, memory))

    def domain_set_memory(self, dom: remote.Domain, memory: int) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_MEMORY (31).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_MEMORY, remote.DomainSetMemoryArgs(dom, memory))

    def domain_set_vcpus(self, dom: remote.Domain, nvcpus: int) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_VCPUS (32).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_VCPUS, remote.DomainSetVcpusArgs(dom, nvcpus))

    def domain_shutdown(self, dom: remote.Domain) -> None:
        """Call REMOTE_PROC_DOMAIN_SHUTDOWN (33).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SHUTDOWN, remote.DomainShutdownArgs(dom))

    def domain_suspend(self, dom: remote.Domain) -> None:
        """Call REMOTE_PROC_DOMAIN_SUSPEND (34).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SUSPEND, remote.DomainSuspendArgs(dom))

    def domain_undefine(self, dom: remote.Domain) -> None:
        """Call REMOTE_PROC_DOMAIN_UNDEFINE (35).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_UNDEFINE, remote.DomainUndefineArgs(dom))

    def connect_list_defined_networks(self, maxnames: int) -> list[str]:
        """Call REMOTE_PROC_CONNECT_LIST_DEFINED_NETWORKS (36).

        Returns ``names`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_LIST_DEFINED_NETWORKS, remote.ConnectListDefinedNetworksArgs(maxnames))
        return reply.names

    def connect_list_domains(self, maxids: int) -> list[int]:
        """Call REMOTE_PROC_CONNECT_LIST_DOMAINS (37).

        Returns ``ids`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_LIST_DOMAINS, remote.ConnectListDomainsArgs(maxids))
        return reply.ids

    def connect_list_networks(self, maxnames: int) -> list[str]:
        """Call REMOTE_PROC_CONNECT_LIST_NETWORKS (38).

        Returns ``names`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_LIST_NETWORKS, remote.ConnectListNetworksArgs(maxnames))
        return reply.names

    def network_create(self, net: remote.Network) -> None:
        """Call REMOTE_PROC_NETWORK_CREATE (39).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NETWORK_CREATE, remote.NetworkCreateArgs(net))

    def network_create_xml(self, xml: str) -> remote.Network:
        """Call REMOTE_PROC_NETWORK_CREATE_XML (40).

        Returns ``net`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_CREATE_XML, remote.NetworkCreateXmlArgs(xml))
        return reply.net

    def network_define_xml(self, xml: str) -> remote.Network:
        """Call REMOTE_PROC_NETWORK_DEFINE_XML (41).

        Returns ``net`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_DEFINE_XML, remote.NetworkDefineXmlArgs(xml))
        return reply.net

    def network_destroy(self, net: remote.Network) -> None:
        """Call REMOTE_PROC_NETWORK_DESTROY (42).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NETWORK_DESTROY, remote.NetworkDestroyArgs(net))

    def network_get_xml_desc(self, net: remote.Network, flags: int = 0) -> str:
        """Call REMOTE_PROC_NETWORK_GET_XML_DESC (43).

        Returns ``xml`` of the reply.
        Flags: enums.NetworkXMLFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_GET_XML_DESC, remote.NetworkGetXmlDescArgs(net, flags))
        return reply.xml

    def network_get_autostart(self, net: remote.Network) -> int:
        """Call REMOTE_PROC_NETWORK_GET_AUTOSTART (44).

        Returns ``autostart`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_GET_AUTOSTART, remote.NetworkGetAutostartArgs(net))
        return reply.autostart

    def network_get_bridge_name(self, net: remote.Network) -> str:
        """Call REMOTE_PROC_NETWORK_GET_BRIDGE_NAME (45).

        Returns ``name`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_GET_BRIDGE_NAME, remote.NetworkGetBridgeNameArgs(net))
        return reply.name

    def network_lookup_by_name(self, name: str) -> remote.Network:
        """Call REMOTE_PROC_NETWORK_LOOKUP_BY_NAME (46).

        Returns ``net`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_LOOKUP_BY_NAME, remote.NetworkLookupByNameArgs(name))
        return reply.net

    def network_lookup_by_uuid(self, uuid: bytes) -> remote.Network:
        """Call REMOTE_PROC_NETWORK_LOOKUP_BY_UUID (47).

        Returns ``net`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_LOOKUP_BY_UUID, remote.NetworkLookupByUuidArgs(uuid))
        return reply.net

    def network_set_autostart(self, net: remote.Network, autostart: int) -> None:
        """Call REMOTE_PROC_NETWORK_SET_AUTOSTART (48).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NETWORK_SET_AUTOSTART, remote.NetworkSetAutostartArgs(net, autostart))

    def network_undefine(self, net: remote.Network) -> None:
        """Call REMOTE_PROC_NETWORK_UNDEFINE (49).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NETWORK_UNDEFINE, remote.NetworkUndefineArgs(net))

    def connect_num_of_defined_networks(self) -> int:
        """Call REMOTE_PROC_CONNECT_NUM_OF_DEFINED_NETWORKS (50).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_NUM_OF_DEFINED_NETWORKS, None)
        return reply.num

    def connect_num_of_domains(self) -> int:
        """Call REMOTE_PROC_CONNECT_NUM_OF_DOMAINS (51).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_NUM_OF_DOMAINS, None)
        return reply.num

    def connect_num_of_networks(self) -> int:
        """Call REMOTE_PROC_CONNECT_NUM_OF_NETWORKS (52).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_NUM_OF_NETWORKS, None)
        return reply.num

    def domain_core_dump(self, dom: remote.Domain, to: str, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_CORE_DUMP (53).

        Returns None; the reply is empty.
        Flags: enums.DomainCoreDumpFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_CORE_DUMP, remote.DomainCoreDumpArgs(dom, to, flags))

    def domain_restore(self, from_: str) -> None:
        """Call REMOTE_PROC_DOMAIN_RESTORE (54).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_RESTORE, remote.DomainRestoreArgs(from_))

    def domain_save(self, dom: remote.Domain, to: str) -> None:
        """Call REMOTE_PROC_DOMAIN_SAVE (55).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SAVE, remote.DomainSaveArgs(dom, to))

    def domain_get_scheduler_type(self, dom: remote.Domain) -> remote.DomainGetSchedulerTypeRet:
        """Call REMOTE_PROC_DOMAIN_GET_SCHEDULER_TYPE (56).

        Returns the reply: ``type``, ``nparams``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_SCHEDULER_TYPE, remote.DomainGetSchedulerTypeArgs(dom))

    def domain_get_scheduler_parameters(self, dom: remote.Domain, nparams: int) -> list[remote.TypedParam]:
        """Call REMOTE_PROC_DOMAIN_GET_SCHEDULER_PARAMETERS (57).

        Returns ``params`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_SCHEDULER_PARAMETERS, remote.DomainGetSchedulerParametersArgs(dom, nparams))
        return reply.params

    def domain_set_scheduler_parameters(self, dom: remote.Domain, params: list[remote.TypedParam]) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_SCHEDULER_PARAMETERS (58).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_SCHEDULER_PARAMETERS, remote.DomainSetSchedulerParametersArgs(dom, params))

    def connect_get_hostname(self) -> str:
        """Call REMOTE_PROC_CONNECT_GET_HOSTNAME (59).

        Returns ``hostname`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_GET_HOSTNAME, None)
        return reply.hostname

    def connect_supports_feature(self, feature: int) -> int:
        """Call REMOTE_PROC_CONNECT_SUPPORTS_FEATURE (60).

        Returns ``supported`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_SUPPORTS_FEATURE, remote.ConnectSupportsFeatureArgs(feature))
        return reply.supported

    def domain_migrate_prepare(self, uri_in: str | None, dname: str | None, resource: int, *, flags: int = 0) -> remote.DomainMigratePrepareRet:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_PREPARE (61).

        Returns the reply: ``cookie``, ``uri_out``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_MIGRATE_PREPARE, remote.DomainMigratePrepareArgs(uri_in, dname, resource, flags=flags))

    def domain_migrate_perform(self, dom: remote.Domain, cookie: bytes, uri: str, dname: str | None, resource: int, *, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_PERFORM (62).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_MIGRATE_PERFORM, remote.DomainMigratePerformArgs(dom, cookie, uri, dname, resource, flags=flags))

    def domain_migrate_finish(self, dname: str, cookie: bytes, uri: str, flags: int = 0) -> remote.Domain:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_FINISH (63).

        Returns ``ddom`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_MIGRATE_FINISH, remote.DomainMigrateFinishArgs(dname, cookie, uri, flags))
        return reply.ddom

    def domain_block_stats(self, dom: remote.Domain, path: str) -> remote.DomainBlockStatsRet:
        """Call REMOTE_PROC_DOMAIN_BLOCK_STATS (64).

        Returns the reply: ``rd_req``, ``rd_bytes``, ``wr_req``, ``wr_bytes``, ``errs``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_BLOCK_STATS, remote.DomainBlockStatsArgs(dom, path))

    def domain_interface_stats(self, dom: remote.Domain, device: str) -> remote.DomainInterfaceStatsRet:
        """Call REMOTE_PROC_DOMAIN_INTERFACE_STATS (65).

        Returns the reply: ``rx_bytes``, ``rx_packets``, ``rx_errs``, ``rx_drop``, ``tx_bytes``, ``tx_packets``, ``tx_errs``, ``tx_drop``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_INTERFACE_STATS, remote.DomainInterfaceStatsArgs(dom, device))

    def auth_list(self) -> list[remote.AuthType | int]:
        """Call REMOTE_PROC_AUTH_LIST (66).

        Returns ``types`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.AUTH_LIST, None)
        return reply.types

    def auth_sasl_init(self) -> str:
        """Call REMOTE_PROC_AUTH_SASL_INIT (67).

        Returns ``mechlist`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.AUTH_SASL_INIT, None)
        return reply.mechlist

    def auth_sasl_start(self, mech: str, nil: int, data: bytes) -> remote.AuthSaslStartRet:
        """Call REMOTE_PROC_AUTH_SASL_START (68).

        Returns the reply: ``complete``, ``nil``, ``data``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.AUTH_SASL_START, remote.AuthSaslStartArgs(mech, nil, data))

    def auth_sasl_step(self, nil: int, data: bytes) -> remote.AuthSaslStepRet:
        """Call REMOTE_PROC_AUTH_SASL_STEP (69).

        Returns the reply: ``complete``, ``nil``, ``data``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.AUTH_SASL_STEP, remote.AuthSaslStepArgs(nil, data))

    def auth_polkit(self) -> int:
        """Call REMOTE_PROC_AUTH_POLKIT (70).

        Returns ``complete`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.AUTH_POLKIT, None)
        return reply.complete

    def connect_num_of_storage_pools(self) -> int:
        """Call REMOTE_PROC_CONNECT_NUM_OF_STORAGE_POOLS (71).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_NUM_OF_STORAGE_POOLS, None)
        return reply.num

    def connect_list_storage_pools(self, maxnames: int) -> list[str]:
        """Call REMOTE_PROC_CONNECT_LIST_STORAGE_POOLS (72).

        Returns ``names`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_LIST_STORAGE_POOLS, remote.ConnectListStoragePoolsArgs(maxnames))
        return reply.names

    def connect_num_of_defined_storage_pools(self) -> int:
        """Call REMOTE_PROC_CONNECT_NUM_OF_DEFINED_STORAGE_POOLS (73).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_NUM_OF_DEFINED_STORAGE_POOLS, None)
        return reply.num

    def connect_list_defined_storage_pools(self, maxnames: int) -> list[str]:
        """Call REMOTE_PROC_CONNECT_LIST_DEFINED_STORAGE_POOLS (74).

        Returns ``names`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_LIST_DEFINED_STORAGE_POOLS, remote.ConnectListDefinedStoragePoolsArgs(maxnames))
        return reply.names

    def connect_find_storage_pool_sources(self, type: str, src_spec: str | None, flags: int = 0) -> str:
        """Call REMOTE_PROC_CONNECT_FIND_STORAGE_POOL_SOURCES (75).

        Returns ``xml`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_FIND_STORAGE_POOL_SOURCES, remote.ConnectFindStoragePoolSourcesArgs(type, src_spec, flags))
        return reply.xml

    def storage_pool_create_xml(self, xml: str, flags: int = 0) -> remote.StoragePool:
        """Call REMOTE_PROC_STORAGE_POOL_CREATE_XML (76).

        Returns ``pool`` of the reply.
        Flags: enums.StoragePoolCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_POOL_CREATE_XML, remote.StoragePoolCreateXmlArgs(xml, flags))
        return reply.pool

    def storage_pool_define_xml(self, xml: str, flags: int = 0) -> remote.StoragePool:
        """Call REMOTE_PROC_STORAGE_POOL_DEFINE_XML (77).

        Returns ``pool`` of the reply.
        Flags: enums.StoragePoolDefineFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_POOL_DEFINE_XML, remote.StoragePoolDefineXmlArgs(xml, flags))
        return reply.pool

    def storage_pool_create(self, pool: remote.StoragePool, flags: int = 0) -> None:
        """Call REMOTE_PROC_STORAGE_POOL_CREATE (78).

        Returns None; the reply is empty.
        Flags: enums.StoragePoolCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.STORAGE_POOL_CREATE, remote.StoragePoolCreateArgs(pool, flags))

    def storage_pool_build(self, pool: remote.StoragePool, flags: int = 0) -> None:
        """Call REMOTE_PROC_STORAGE_POOL_BUILD (79).

        Returns None; the reply is empty.
        Flags: enums.StoragePoolBuildFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.STORAGE_POOL_BUILD, remote.StoragePoolBuildArgs(pool, flags))

    def storage_pool_destroy(self, pool: remote.StoragePool) -> None:
        """Call REMOTE_PROC_STORAGE_POOL_DESTROY (80).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.STORAGE_POOL_DESTROY, remote.StoragePoolDestroyArgs(pool))

    def storage_pool_delete(self, pool: remote.StoragePool, flags: int = 0) -> None:
        """Call REMOTE_PROC_STORAGE_POOL_DELETE (81).

        Returns None; the reply is empty.
        Flags: enums.StoragePoolDeleteFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.STORAGE_POOL_DELETE, remote.StoragePoolDeleteArgs(pool, flags))

    def storage_pool_undefine(self, pool: remote.StoragePool) -> None:
        """Call REMOTE_PROC_STORAGE_POOL_UNDEFINE (82).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.STORAGE_POOL_UNDEFINE, remote.StoragePoolUndefineArgs(pool))

    def storage_pool_refresh(self, pool: remote.StoragePool, flags: int = 0) -> None:
        """Call REMOTE_PROC_STORAGE_POOL_REFRESH (83).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.STORAGE_POOL_REFRESH, remote.StoragePoolRefreshArgs(pool, flags))

    def storage_pool_lookup_by_name(self, name: str) -> remote.StoragePool:
        """Call REMOTE_PROC_STORAGE_POOL_LOOKUP_BY_NAME (84).

        Returns ``pool`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_POOL_LOOKUP_BY_NAME, remote.StoragePoolLookupByNameArgs(name))
        return reply.pool

    def storage_pool_lookup_by_uuid(self, uuid: bytes) -> remote.StoragePool:
        """Call REMOTE_PROC_STORAGE_POOL_LOOKUP_BY_UUID (85).

        Returns ``pool`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_POOL_LOOKUP_BY_UUID, remote.StoragePoolLookupByUuidArgs(uuid))
        return reply.pool

    def storage_pool_lookup_by_volume(self, vol: remote.StorageVol) -> remote.StoragePool:
        """Call REMOTE_PROC_STORAGE_POOL_LOOKUP_BY_VOLUME (86).

        Returns ``pool`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_POOL_LOOKUP_BY_VOLUME, remote.StoragePoolLookupByVolumeArgs(vol))
        return reply.pool

    def storage_pool_get_info(self, pool: remote.StoragePool) -> remote.StoragePoolGetInfoRet:
        """Call REMOTE_PROC_STORAGE_POOL_GET_INFO (87).

        Returns the reply: ``state``, ``capacity``, ``allocation``, ``available``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.STORAGE_POOL_GET_INFO, remote.StoragePoolGetInfoArgs(pool))

    def storage_pool_get_xml_desc(self, pool: remote.StoragePool, flags: int = 0) -> str:
        """Call REMOTE_PROC_STORAGE_POOL_GET_XML_DESC (88).

        Returns ``xml`` of the reply.
        Flags: enums.StorageXMLFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_POOL_GET_XML_DESC, remote.StoragePoolGetXmlDescArgs(pool, flags))
        return reply.xml

    def storage_pool_get_autostart(self, pool: remote.StoragePool) -> int:
        """Call REMOTE_PROC_STORAGE_POOL_GET_AUTOSTART (89).

        Returns ``autostart`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_POOL_GET_AUTOSTART, remote.StoragePoolGetAutostartArgs(pool))
        return reply.autostart

    def storage_pool_set_autostart(self, pool: remote.StoragePool, autostart: int) -> None:
        """Call REMOTE_PROC_STORAGE_POOL_SET_AUTOSTART (90).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.STORAGE_POOL_SET_AUTOSTART, remote.StoragePoolSetAutostartArgs(pool, autostart))

    def storage_pool_num_of_volumes(self, pool: remote.StoragePool) -> int:
        """Call REMOTE_PROC_STORAGE_POOL_NUM_OF_VOLUMES (91).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_POOL_NUM_OF_VOLUMES, remote.StoragePoolNumOfVolumesArgs(pool))
        return reply.num

    def storage_pool_list_volumes(self, pool: remote.StoragePool, maxnames: int) -> list[str]:
        """Call REMOTE_PROC_STORAGE_POOL_LIST_VOLUMES (92).

        Returns ``names`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_POOL_LIST_VOLUMES, remote.StoragePoolListVolumesArgs(pool, maxnames))
        return reply.names

    def storage_vol_create_xml(self, pool: remote.StoragePool, xml: str, flags: int = 0) -> remote.StorageVol:
        """Call REMOTE_PROC_STORAGE_VOL_CREATE_XML (93).

        Returns ``vol`` of the reply.
        Flags: enums.StorageVolCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_VOL_CREATE_XML, remote.StorageVolCreateXmlArgs(pool, xml, flags))
        return reply.vol

    def storage_vol_delete(self, vol: remote.StorageVol, flags: int = 0) -> None:
        """Call REMOTE_PROC_STORAGE_VOL_DELETE (94).

        Returns None; the reply is empty.
        Flags: enums.StorageVolDeleteFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.STORAGE_VOL_DELETE, remote.StorageVolDeleteArgs(vol, flags))

    def storage_vol_lookup_by_name(self, pool: remote.StoragePool, name: str) -> remote.StorageVol:
        """Call REMOTE_PROC_STORAGE_VOL_LOOKUP_BY_NAME (95).

        Returns ``vol`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_VOL_LOOKUP_BY_NAME, remote.StorageVolLookupByNameArgs(pool, name))
        return reply.vol

    def storage_vol_lookup_by_key(self, key: str) -> remote.StorageVol:
        """Call REMOTE_PROC_STORAGE_VOL_LOOKUP_BY_KEY (96).

        Returns ``vol`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_VOL_LOOKUP_BY_KEY, remote.StorageVolLookupByKeyArgs(key))
        return reply.vol

    def storage_vol_lookup_by_path(self, path: str) -> remote.StorageVol:
        """Call REMOTE_PROC_STORAGE_VOL_LOOKUP_BY_PATH (97).

        Returns ``vol`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_VOL_LOOKUP_BY_PATH, remote.StorageVolLookupByPathArgs(path))
        return reply.vol

    def storage_vol_get_info(self, vol: remote.StorageVol) -> remote.StorageVolGetInfoRet:
        """Call REMOTE_PROC_STORAGE_VOL_GET_INFO (98).

        Returns the reply: ``type``, ``capacity``, ``allocation``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.STORAGE_VOL_GET_INFO, remote.StorageVolGetInfoArgs(vol))

    def storage_vol_get_xml_desc(self, vol: remote.StorageVol, flags: int = 0) -> str:
        """Call REMOTE_PROC_STORAGE_VOL_GET_XML_DESC (99).

        Returns ``xml`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_VOL_GET_XML_DESC, remote.StorageVolGetXmlDescArgs(vol, flags))
        return reply.xml

    def storage_vol_get_path(self, vol: remote.StorageVol) -> str:
        """Call REMOTE_PROC_STORAGE_VOL_GET_PATH (100).

        Returns ``name`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_VOL_GET_PATH, remote.StorageVolGetPathArgs(vol))
        return reply.name

    def node_get_cells_free_memory(self, start_cell: int, maxcells: int) -> list[int]:
        """Call REMOTE_PROC_NODE_GET_CELLS_FREE_MEMORY (101).

        Returns ``cells`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_GET_CELLS_FREE_MEMORY, remote.NodeGetCellsFreeMemoryArgs(start_cell, maxcells))
        return reply.cells

    def node_get_free_memory(self) -> int:
        """Call REMOTE_PROC_NODE_GET_FREE_MEMORY (102).

        Returns ``free_mem`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_GET_FREE_MEMORY, None)
        return reply.free_mem

    def domain_block_peek(self, dom: remote.Domain, path: str, offset: int, size: int, flags: int = 0) -> bytes:
        """Call REMOTE_PROC_DOMAIN_BLOCK_PEEK (103).

        Returns ``buffer`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_BLOCK_PEEK, remote.DomainBlockPeekArgs(dom, path, offset, size, flags))
        return reply.buffer

    def domain_memory_peek(self, dom: remote.Domain, offset: int, size: int, flags: int = 0) -> bytes:
        """Call REMOTE_PROC_DOMAIN_MEMORY_PEEK (104).

        Returns ``buffer`` of the reply.
        Flags: enums.DomainMemoryFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_MEMORY_PEEK, remote.DomainMemoryPeekArgs(dom, offset, size, flags))
        return reply.buffer

    def connect_domain_event_register(self) -> int:
        """Call REMOTE_PROC_CONNECT_DOMAIN_EVENT_REGISTER (105).

        Returns ``cb_registered`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_DOMAIN_EVENT_REGISTER, None)
        return reply.cb_registered

    def connect_domain_event_deregister(self) -> int:
        """Call REMOTE_PROC_CONNECT_DOMAIN_EVENT_DEREGISTER (106).

        Returns ``cb_registered`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_DOMAIN_EVENT_DEREGISTER, None)
        return reply.cb_registered

    def domain_migrate_prepare2(self, uri_in: str | None, dname: str | None, resource: int, dom_xml: str, *, flags: int = 0) -> remote.DomainMigratePrepare2Ret:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_PREPARE2 (108).

        Returns the reply: ``cookie``, ``uri_out``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_MIGRATE_PREPARE2, remote.DomainMigratePrepare2Args(uri_in, dname, resource, dom_xml, flags=flags))

    def domain_migrate_finish2(self, dname: str, cookie: bytes, uri: str, retcode: int, *, flags: int = 0) -> remote.Domain:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_FINISH2 (109).

        Returns ``ddom`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_MIGRATE_FINISH2, remote.DomainMigrateFinish2Args(dname, cookie, uri, retcode, flags=flags))
        return reply.ddom

    def connect_get_uri(self) -> str:
        """Call REMOTE_PROC_CONNECT_GET_URI (110).

        Returns ``uri`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_GET_URI, None)
        return reply.uri

    def node_num_of_devices(self, cap: str | None, flags: int = 0) -> int:
        """Call REMOTE_PROC_NODE_NUM_OF_DEVICES (111).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_NUM_OF_DEVICES, remote.NodeNumOfDevicesArgs(cap, flags))
        return reply.num

    def node_list_devices(self, cap: str | None, maxnames: int, flags: int = 0) -> list[str]:
        """Call REMOTE_PROC_NODE_LIST_DEVICES (112).

        Returns ``names`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_LIST_DEVICES, remote.NodeListDevicesArgs(cap, maxnames, flags))
        return reply.names

    def node_device_lookup_by_name(self, name: str) -> remote.NodeDevice:
        """Call REMOTE_PROC_NODE_DEVICE_LOOKUP_BY_NAME (113).

        Returns ``dev`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_DEVICE_LOOKUP_BY_NAME, remote.NodeDeviceLookupByNameArgs(name))
        return reply.dev

    def node_device_get_xml_desc(self, name: str, flags: int = 0) -> str:
        """Call REMOTE_PROC_NODE_DEVICE_GET_XML_DESC (114).

        Returns ``xml`` of the reply.
        Flags: enums.NodeDeviceXMLFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_DEVICE_GET_XML_DESC, remote.NodeDeviceGetXmlDescArgs(name, flags))
        return reply.xml

    def node_device_get_parent(self, name: str) -> str | None:
        """Call REMOTE_PROC_NODE_DEVICE_GET_PARENT (115).

        Returns ``parent_name`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_DEVICE_GET_PARENT, remote.NodeDeviceGetParentArgs(name))
        return reply.parent_name

    def node_device_num_of_caps(self, name: str) -> int:
        """Call REMOTE_PROC_NODE_DEVICE_NUM_OF_CAPS (116).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_DEVICE_NUM_OF_CAPS, remote.NodeDeviceNumOfCapsArgs(name))
        return reply.num

    def node_device_list_caps(self, name: str, maxnames: int) -> list[str]:
        """Call REMOTE_PROC_NODE_DEVICE_LIST_CAPS (117).

        Returns ``names`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_DEVICE_LIST_CAPS, remote.NodeDeviceListCapsArgs(name, maxnames))
        return reply.names

    def node_device_dettach(self, name: str) -> None:
        """Call REMOTE_PROC_NODE_DEVICE_DETTACH (118).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NODE_DEVICE_DETTACH, remote.NodeDeviceDettachArgs(name))

    def node_device_re_attach(self, name: str) -> None:
        """Call REMOTE_PROC_NODE_DEVICE_RE_ATTACH (119).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NODE_DEVICE_RE_ATTACH, remote.NodeDeviceReAttachArgs(name))

    def node_device_reset(self, name: str) -> None:
        """Call REMOTE_PROC_NODE_DEVICE_RESET (120).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NODE_DEVICE_RESET, remote.NodeDeviceResetArgs(name))

    def domain_get_security_label(self, dom: remote.Domain) -> remote.DomainGetSecurityLabelRet:
        """Call REMOTE_PROC_DOMAIN_GET_SECURITY_LABEL (121).

        Returns the reply: ``label``, ``enforcing``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_SECURITY_LABEL, remote.DomainGetSecurityLabelArgs(dom))

    def node_get_security_model(self) -> remote.NodeGetSecurityModelRet:
        """Call REMOTE_PROC_NODE_GET_SECURITY_MODEL (122).

        Returns the reply: ``model``, ``doi``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.NODE_GET_SECURITY_MODEL, None)

    def node_device_create_xml(self, xml_desc: str, flags: int = 0) -> remote.NodeDevice:
        """Call REMOTE_PROC_NODE_DEVICE_CREATE_XML (123).

        Returns ``dev`` of the reply.
        Flags: enums.NodeDeviceCreateXMLFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_DEVICE_CREATE_XML, remote.NodeDeviceCreateXmlArgs(xml_desc, flags))
        return reply.dev

    def node_device_destroy(self, name: str) -> None:
        """Call REMOTE_PROC_NODE_DEVICE_DESTROY (124).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NODE_DEVICE_DESTROY, remote.NodeDeviceDestroyArgs(name))

    def storage_vol_create_xml_from(self, pool: remote.StoragePool, xml: str, clonevol: remote.StorageVol, flags: int = 0) -> remote.StorageVol:
        """Call REMOTE_PROC_STORAGE_VOL_CREATE_XML_FROM (125).

        Returns ``vol`` of the reply.
        Flags: enums.StorageVolCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_VOL_CREATE_XML_FROM, remote.StorageVolCreateXmlFromArgs(pool, xml, clonevol, flags))
        return reply.vol

    def connect_num_of_interfaces(self) -> int:
        """Call REMOTE_PROC_CONNECT_NUM_OF_INTERFACES (126).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_NUM_OF_INTERFACES, None)
        return reply.num

    def connect_list_interfaces(self, maxnames: int) -> list[str]:
        """Call REMOTE_PROC_CONNECT_LIST_INTERFACES (127).

        Returns ``names`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_LIST_INTERFACES, remote.ConnectListInterfacesArgs(maxnames))
        return reply.names

    def interface_lookup_by_name(self, name: str) -> remote.Interface:
        """Call REMOTE_PROC_INTERFACE_LOOKUP_BY_NAME (128).

        Returns ``iface`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.INTERFACE_LOOKUP_BY_NAME, remote.InterfaceLookupByNameArgs(name))
        return reply.iface

    def interface_lookup_by_mac_string(self, mac: str) -> remote.Interface:
        """Call REMOTE_PROC_INTERFACE_LOOKUP_BY_MAC_STRING (129).

        Returns ``iface`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.INTERFACE_LOOKUP_BY_MAC_STRING, remote.InterfaceLookupByMacStringArgs(mac))
        return reply.iface

    def interface_get_xml_desc(self, iface: remote.Interface, flags: int = 0) -> str:
        """Call REMOTE_PROC_INTERFACE_GET_XML_DESC (130).

        Returns ``xml`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.INTERFACE_GET_XML_DESC, remote.InterfaceGetXmlDescArgs(iface, flags))
        return reply.xml

    def interface_define_xml(self, xml: str, flags: int = 0) -> remote.Interface:
        """Call REMOTE_PROC_INTERFACE_DEFINE_XML (131).

        Returns ``iface`` of the reply.
        Flags: enums.InterfaceDefineFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.INTERFACE_DEFINE_XML, remote.InterfaceDefineXmlArgs(xml, flags))
        return reply.iface

    def interface_undefine(self, iface: remote.Interface) -> None:
        """Call REMOTE_PROC_INTERFACE_UNDEFINE (132).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.INTERFACE_UNDEFINE, remote.InterfaceUndefineArgs(iface))

    def interface_create(self, iface: remote.Interface, flags: int = 0) -> None:
        """Call REMOTE_PROC_INTERFACE_CREATE (133).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.INTERFACE_CREATE, remote.InterfaceCreateArgs(iface, flags))

    def interface_destroy(self, iface: remote.Interface, flags: int = 0) -> None:
        """Call REMOTE_PROC_INTERFACE_DESTROY (134).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.INTERFACE_DESTROY, remote.InterfaceDestroyArgs(iface, flags))

    def connect_domain_xml_from_native(self, native_format: str, native_config: str, flags: int = 0) -> str:
        """Call REMOTE_PROC_CONNECT_DOMAIN_XML_FROM_NATIVE (135).

        Returns ``domain_xml`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_DOMAIN_XML_FROM_NATIVE, remote.ConnectDomainXmlFromNativeArgs(native_format, native_config, flags))
        return reply.domain_xml

    def connect_domain_xml_to_native(self, native_format: str, domain_xml: str, flags: int = 0) -> str:
        """Call REMOTE_PROC_CONNECT_DOMAIN_XML_TO_NATIVE (136).

        Returns ``native_config`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_DOMAIN_XML_TO_NATIVE, remote.ConnectDomainXmlToNativeArgs(native_format, domain_xml, flags))
        return reply.native_config

    def connect_num_of_defined_interfaces(self) -> int:
        """Call REMOTE_PROC_CONNECT_NUM_OF_DEFINED_INTERFACES (137).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_NUM_OF_DEFINED_INTERFACES, None)
        return reply.num

    def connect_list_defined_interfaces(self, maxnames: int) -> list[str]:
        """Call REMOTE_PROC_CONNECT_LIST_DEFINED_INTERFACES (138).

        Returns ``names`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_LIST_DEFINED_INTERFACES, remote.ConnectListDefinedInterfacesArgs(maxnames))
        return reply.names

    def connect_num_of_secrets(self) -> int:
        """Call REMOTE_PROC_CONNECT_NUM_OF_SECRETS (139).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_NUM_OF_SECRETS, None)
        return reply.num

    def connect_list_secrets(self, maxuuids: int) -> list[str]:
        """Call REMOTE_PROC_CONNECT_LIST_SECRETS (140).

        Returns ``uuids`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_LIST_SECRETS, remote.ConnectListSecretsArgs(maxuuids))
        return reply.uuids

    def secret_lookup_by_uuid(self, uuid: bytes) -> remote.Secret:
        """Call REMOTE_PROC_SECRET_LOOKUP_BY_UUID (141).

        Returns ``secret`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.SECRET_LOOKUP_BY_UUID, remote.SecretLookupByUuidArgs(uuid))
        return reply.secret

    def secret_define_xml(self, xml: str, flags: int = 0) -> remote.Secret:
        """Call REMOTE_PROC_SECRET_DEFINE_XML (142).

        Returns ``secret`` of the reply.
        Flags: enums.SecretDefineFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.SECRET_DEFINE_XML, remote.SecretDefineXmlArgs(xml, flags))
        return reply.secret

    def secret_get_xml_desc(self, secret: remote.Secret, flags: int = 0) -> str:
        """Call REMOTE_PROC_SECRET_GET_XML_DESC (143).

        Returns ``xml`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.SECRET_GET_XML_DESC, remote.SecretGetXmlDescArgs(secret, flags))
        return reply.xml

    def secret_set_value(self, secret: remote.Secret, value: bytes, flags: int = 0) -> None:
        """Call REMOTE_PROC_SECRET_SET_VALUE (144).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.SECRET_SET_VALUE, remote.SecretSetValueArgs(secret, value, flags))

    def secret_get_value(self, secret: remote.Secret, flags: int = 0) -> bytes:
        """Call REMOTE_PROC_SECRET_GET_VALUE (145).

        Returns ``value`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.SECRET_GET_VALUE, remote.SecretGetValueArgs(secret, flags))
        return reply.value

    def secret_undefine(self, secret: remote.Secret) -> None:
        """Call REMOTE_PROC_SECRET_UNDEFINE (146).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.SECRET_UNDEFINE, remote.SecretUndefineArgs(secret))

    def secret_lookup_by_usage(self, usage_type: int, usage_id: str) -> remote.Secret:
        """Call REMOTE_PROC_SECRET_LOOKUP_BY_USAGE (147).

        Returns ``secret`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.SECRET_LOOKUP_BY_USAGE, remote.SecretLookupByUsageArgs(usage_type, usage_id))
        return reply.secret

    def domain_migrate_prepare_tunnel(self, stream: SyncStreamHandle, dname: str | None, resource: int, dom_xml: str, *, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_PREPARE_TUNNEL (148).

        Returns None; the reply is empty.
        Opens a stream that carries data to the daemon.
        Source: src/remote/remote_protocol.x.
        """
        self._call_stream(procedures.DOMAIN_MIGRATE_PREPARE_TUNNEL, remote.DomainMigratePrepareTunnelArgs(dname, resource, dom_xml, flags=flags), stream)

    def connect_is_secure(self) -> int:
        """Call REMOTE_PROC_CONNECT_IS_SECURE (149).

        Returns ``secure`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_IS_SECURE, None)
        return reply.secure

    def domain_is_active(self, dom: remote.Domain) -> int:
        """Call REMOTE_PROC_DOMAIN_IS_ACTIVE (150).

        Returns ``active`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_IS_ACTIVE, remote.DomainIsActiveArgs(dom))
        return reply.active

    def domain_is_persistent(self, dom: remote.Domain) -> int:
        """Call REMOTE_PROC_DOMAIN_IS_PERSISTENT (151).

        Returns ``persistent`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_IS_PERSISTENT, remote.DomainIsPersistentArgs(dom))
        return reply.persistent

    def network_is_active(self, net: remote.Network) -> int:
        """Call REMOTE_PROC_NETWORK_IS_ACTIVE (152).

        Returns ``active`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_IS_ACTIVE, remote.NetworkIsActiveArgs(net))
        return reply.active

    def network_is_persistent(self, net: remote.Network) -> int:
        """Call REMOTE_PROC_NETWORK_IS_PERSISTENT (153).

        Returns ``persistent`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_IS_PERSISTENT, remote.NetworkIsPersistentArgs(net))
        return reply.persistent

    def storage_pool_is_active(self, pool: remote.StoragePool) -> int:
        """Call REMOTE_PROC_STORAGE_POOL_IS_ACTIVE (154).

        Returns ``active`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_POOL_IS_ACTIVE, remote.StoragePoolIsActiveArgs(pool))
        return reply.active

    def storage_pool_is_persistent(self, pool: remote.StoragePool) -> int:
        """Call REMOTE_PROC_STORAGE_POOL_IS_PERSISTENT (155).

        Returns ``persistent`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_POOL_IS_PERSISTENT, remote.StoragePoolIsPersistentArgs(pool))
        return reply.persistent

    def interface_is_active(self, iface: remote.Interface) -> int:
        """Call REMOTE_PROC_INTERFACE_IS_ACTIVE (156).

        Returns ``active`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.INTERFACE_IS_ACTIVE, remote.InterfaceIsActiveArgs(iface))
        return reply.active

    def connect_get_lib_version(self) -> int:
        """Call REMOTE_PROC_CONNECT_GET_LIB_VERSION (157).

        Returns ``lib_ver`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_GET_LIB_VERSION, None)
        return reply.lib_ver

    def connect_compare_cpu(self, xml: str, flags: int = 0) -> int:
        """Call REMOTE_PROC_CONNECT_COMPARE_CPU (158).

        Returns ``result`` of the reply.
        Flags: enums.ConnectCompareCPUFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_COMPARE_CPU, remote.ConnectCompareCpuArgs(xml, flags))
        return reply.result

    def domain_memory_stats(self, dom: remote.Domain, max_stats: int, flags: int = 0) -> list[remote.DomainMemoryStat]:
        """Call REMOTE_PROC_DOMAIN_MEMORY_STATS (159).

        Returns ``stats`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_MEMORY_STATS, remote.DomainMemoryStatsArgs(dom, max_stats, flags))
        return reply.stats

    def domain_attach_device_flags(self, dom: remote.Domain, xml: str, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_ATTACH_DEVICE_FLAGS (160).

        Returns None; the reply is empty.
        Flags: enums.DomainDeviceModifyFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_ATTACH_DEVICE_FLAGS, remote.DomainAttachDeviceFlagsArgs(dom, xml, flags))

    def domain_detach_device_flags(self, dom: remote.Domain, xml: str, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_DETACH_DEVICE_FLAGS (161).

        Returns None; the reply is empty.
        Flags: enums.DomainDeviceModifyFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_DETACH_DEVICE_FLAGS, remote.DomainDetachDeviceFlagsArgs(dom, xml, flags))

    def connect_baseline_cpu(self, xml_cpus: list[str], flags: int = 0) -> str:
        """Call REMOTE_PROC_CONNECT_BASELINE_CPU (162).

        Returns ``cpu`` of the reply.
        Flags: enums.ConnectBaselineCPUFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_BASELINE_CPU, remote.ConnectBaselineCpuArgs(xml_cpus, flags))
        return reply.cpu

    def domain_get_job_info(self, dom: remote.Domain) -> remote.DomainGetJobInfoRet:
        """Call REMOTE_PROC_DOMAIN_GET_JOB_INFO (163).

        Returns the reply: ``type``, ``time_elapsed``, ``time_remaining``, ``data_total``, ``data_processed``, ``data_remaining``, ``mem_total``, ``mem_processed``, ``mem_remaining``, ``file_total``, ``file_processed``, ``file_remaining``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_JOB_INFO, remote.DomainGetJobInfoArgs(dom))

    def domain_abort_job(self, dom: remote.Domain) -> None:
        """Call REMOTE_PROC_DOMAIN_ABORT_JOB (164).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_ABORT_JOB, remote.DomainAbortJobArgs(dom))

    def storage_vol_wipe(self, vol: remote.StorageVol, flags: int = 0) -> None:
        """Call REMOTE_PROC_STORAGE_VOL_WIPE (165).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.STORAGE_VOL_WIPE, remote.StorageVolWipeArgs(vol, flags))

    def domain_migrate_set_max_downtime(self, dom: remote.Domain, downtime: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_SET_MAX_DOWNTIME (166).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_MIGRATE_SET_MAX_DOWNTIME, remote.DomainMigrateSetMaxDowntimeArgs(dom, downtime, flags))

    def connect_domain_event_register_any(self, event_id: int) -> None:
        """Call REMOTE_PROC_CONNECT_DOMAIN_EVENT_REGISTER_ANY (167).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.CONNECT_DOMAIN_EVENT_REGISTER_ANY, remote.ConnectDomainEventRegisterAnyArgs(event_id))

    def connect_domain_event_deregister_any(self, event_id: int) -> None:
        """Call REMOTE_PROC_CONNECT_DOMAIN_EVENT_DEREGISTER_ANY (168).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.CONNECT_DOMAIN_EVENT_DEREGISTER_ANY, remote.ConnectDomainEventDeregisterAnyArgs(event_id))

    def domain_update_device_flags(self, dom: remote.Domain, xml: str, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_UPDATE_DEVICE_FLAGS (174).

        Returns None; the reply is empty.
        Flags: enums.DomainDeviceModifyFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_UPDATE_DEVICE_FLAGS, remote.DomainUpdateDeviceFlagsArgs(dom, xml, flags))

    def nwfilter_lookup_by_name(self, name: str) -> remote.Nwfilter:
        """Call REMOTE_PROC_NWFILTER_LOOKUP_BY_NAME (175).

        Returns ``nwfilter`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NWFILTER_LOOKUP_BY_NAME, remote.NwfilterLookupByNameArgs(name))
        return reply.nwfilter

    def nwfilter_lookup_by_uuid(self, uuid: bytes) -> remote.Nwfilter:
        """Call REMOTE_PROC_NWFILTER_LOOKUP_BY_UUID (176).

        Returns ``nwfilter`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NWFILTER_LOOKUP_BY_UUID, remote.NwfilterLookupByUuidArgs(uuid))
        return reply.nwfilter

    def nwfilter_get_xml_desc(self, nwfilter: remote.Nwfilter, flags: int = 0) -> str:
        """Call REMOTE_PROC_NWFILTER_GET_XML_DESC (177).

        Returns ``xml`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NWFILTER_GET_XML_DESC, remote.NwfilterGetXmlDescArgs(nwfilter, flags))
        return reply.xml

    def connect_num_of_nwfilters(self) -> int:
        """Call REMOTE_PROC_CONNECT_NUM_OF_NWFILTERS (178).

        Returns ``num`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_NUM_OF_NWFILTERS, None)
        return reply.num

    def connect_list_nwfilters(self, maxnames: int) -> list[str]:
        """Call REMOTE_PROC_CONNECT_LIST_NWFILTERS (179).

        Returns ``names`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_LIST_NWFILTERS, remote.ConnectListNwfiltersArgs(maxnames))
        return reply.names

    def nwfilter_define_xml(self, xml: str) -> remote.Nwfilter:
        """Call REMOTE_PROC_NWFILTER_DEFINE_XML (180).

        Returns ``nwfilter`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NWFILTER_DEFINE_XML, remote.NwfilterDefineXmlArgs(xml))
        return reply.nwfilter

    def nwfilter_undefine(self, nwfilter: remote.Nwfilter) -> None:
        """Call REMOTE_PROC_NWFILTER_UNDEFINE (181).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NWFILTER_UNDEFINE, remote.NwfilterUndefineArgs(nwfilter))

    def domain_managed_save(self, dom: remote.Domain, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_MANAGED_SAVE (182).

        Returns None; the reply is empty.
        Flags: enums.DomainSaveRestoreFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_MANAGED_SAVE, remote.DomainManagedSaveArgs(dom, flags))

    def domain_has_managed_save_image(self, dom: remote.Domain, flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_HAS_MANAGED_SAVE_IMAGE (183).

        Returns ``result`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_HAS_MANAGED_SAVE_IMAGE, remote.DomainHasManagedSaveImageArgs(dom, flags))
        return reply.result

    def domain_managed_save_remove(self, dom: remote.Domain, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_MANAGED_SAVE_REMOVE (184).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_MANAGED_SAVE_REMOVE, remote.DomainManagedSaveRemoveArgs(dom, flags))

    def domain_snapshot_create_xml(self, dom: remote.Domain, xml_desc: str, flags: int = 0) -> remote.DomainSnapshot:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_CREATE_XML (185).

        Returns ``snap`` of the reply.
        Flags: enums.DomainSnapshotCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_SNAPSHOT_CREATE_XML, remote.DomainSnapshotCreateXmlArgs(dom, xml_desc, flags))
        return reply.snap

    def domain_snapshot_get_xml_desc(self, snap: remote.DomainSnapshot, flags: int = 0) -> str:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_GET_XML_DESC (186).

        Returns ``xml`` of the reply.
        Flags: enums.DomainSnapshotXMLFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_SNAPSHOT_GET_XML_DESC, remote.DomainSnapshotGetXmlDescArgs(snap, flags))
        return reply.xml

    def domain_snapshot_num(self, dom: remote.Domain, flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_NUM (187).

        Returns ``num`` of the reply.
        Flags: enums.DomainSnapshotListFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_SNAPSHOT_NUM, remote.DomainSnapshotNumArgs(dom, flags))
        return reply.num

    def domain_snapshot_list_names(self, dom: remote.Domain, maxnames: int, flags: int = 0) -> list[str]:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_LIST_NAMES (188).

        Returns ``names`` of the reply.
        Flags: enums.DomainSnapshotListFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_SNAPSHOT_LIST_NAMES, remote.DomainSnapshotListNamesArgs(dom, maxnames, flags))
        return reply.names

    def domain_snapshot_lookup_by_name(self, dom: remote.Domain, name: str, flags: int = 0) -> remote.DomainSnapshot:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_LOOKUP_BY_NAME (189).

        Returns ``snap`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_SNAPSHOT_LOOKUP_BY_NAME, remote.DomainSnapshotLookupByNameArgs(dom, name, flags))
        return reply.snap

    def domain_has_current_snapshot(self, dom: remote.Domain, flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_HAS_CURRENT_SNAPSHOT (190).

        Returns ``result`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_HAS_CURRENT_SNAPSHOT, remote.DomainHasCurrentSnapshotArgs(dom, flags))
        return reply.result

    def domain_snapshot_current(self, dom: remote.Domain, flags: int = 0) -> remote.DomainSnapshot:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_CURRENT (191).

        Returns ``snap`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_SNAPSHOT_CURRENT, remote.DomainSnapshotCurrentArgs(dom, flags))
        return reply.snap

    def domain_revert_to_snapshot(self, snap: remote.DomainSnapshot, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_REVERT_TO_SNAPSHOT (192).

        Returns None; the reply is empty.
        Flags: enums.DomainSnapshotRevertFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_REVERT_TO_SNAPSHOT, remote.DomainRevertToSnapshotArgs(snap, flags))

    def domain_snapshot_delete(self, snap: remote.DomainSnapshot, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_DELETE (193).

        Returns None; the reply is empty.
        Flags: enums.DomainSnapshotDeleteFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SNAPSHOT_DELETE, remote.DomainSnapshotDeleteArgs(snap, flags))

    def domain_get_block_info(self, dom: remote.Domain, path: str, flags: int = 0) -> remote.DomainGetBlockInfoRet:
        """Call REMOTE_PROC_DOMAIN_GET_BLOCK_INFO (194).

        Returns the reply: ``allocation``, ``capacity``, ``physical``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_BLOCK_INFO, remote.DomainGetBlockInfoArgs(dom, path, flags))

    def domain_create_with_flags(self, dom: remote.Domain, flags: int = 0) -> remote.Domain:
        """Call REMOTE_PROC_DOMAIN_CREATE_WITH_FLAGS (196).

        Returns ``dom`` of the reply.
        Flags: enums.DomainCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_CREATE_WITH_FLAGS, remote.DomainCreateWithFlagsArgs(dom, flags))
        return reply.dom

    def domain_set_memory_parameters(self, dom: remote.Domain, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_MEMORY_PARAMETERS (197).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_MEMORY_PARAMETERS, remote.DomainSetMemoryParametersArgs(dom, params, flags))

    def domain_get_memory_parameters(self, dom: remote.Domain, nparams: int, flags: int = 0) -> remote.DomainGetMemoryParametersRet:
        """Call REMOTE_PROC_DOMAIN_GET_MEMORY_PARAMETERS (198).

        Returns the reply: ``params``, ``nparams``.
        Flags: enums.DomainModificationImpact | enums.TypedParameterFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_MEMORY_PARAMETERS, remote.DomainGetMemoryParametersArgs(dom, nparams, flags))

    def domain_set_vcpus_flags(self, dom: remote.Domain, nvcpus: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_VCPUS_FLAGS (199).

        Returns None; the reply is empty.
        Flags: enums.DomainVcpuFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_VCPUS_FLAGS, remote.DomainSetVcpusFlagsArgs(dom, nvcpus, flags))

    def domain_get_vcpus_flags(self, dom: remote.Domain, flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_GET_VCPUS_FLAGS (200).

        Returns ``num`` of the reply.
        Flags: enums.DomainVcpuFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_VCPUS_FLAGS, remote.DomainGetVcpusFlagsArgs(dom, flags))
        return reply.num

    def domain_open_console(self, stream: SyncStreamHandle, dom: remote.Domain, dev_name: str | None, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_OPEN_CONSOLE (201).

        Returns None; the reply is empty.
        Flags: enums.DomainConsoleFlags.
        Opens a stream that carries data both ways.
        Source: src/remote/remote_protocol.x.
        """
        self._call_stream(procedures.DOMAIN_OPEN_CONSOLE, remote.DomainOpenConsoleArgs(dom, dev_name, flags), stream)

    def domain_is_updated(self, dom: remote.Domain) -> int:
        """Call REMOTE_PROC_DOMAIN_IS_UPDATED (202).

        Returns ``updated`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_IS_UPDATED, remote.DomainIsUpdatedArgs(dom))
        return reply.updated

    def connect_get_sysinfo(self, flags: int = 0) -> str:
        """Call REMOTE_PROC_CONNECT_GET_SYSINFO (203).

        Returns ``sysinfo`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_GET_SYSINFO, remote.ConnectGetSysinfoArgs(flags))
        return reply.sysinfo

    def domain_set_memory_flags(self, dom: remote.Domain, memory: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_MEMORY_FLAGS (204).

        Returns None; the reply is empty.
        Flags: enums.DomainMemoryModFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_MEMORY_FLAGS, remote.DomainSetMemoryFlagsArgs(dom, memory, flags))

    def domain_set_blkio_parameters(self, dom: remote.Domain, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_BLKIO_PARAMETERS (205).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_BLKIO_PARAMETERS, remote.DomainSetBlkioParametersArgs(dom, params, flags))

    def domain_get_blkio_parameters(self, dom: remote.Domain, nparams: int, flags: int = 0) -> remote.DomainGetBlkioParametersRet:
        """Call REMOTE_PROC_DOMAIN_GET_BLKIO_PARAMETERS (206).

        Returns the reply: ``params``, ``nparams``.
        Flags: enums.DomainModificationImpact | enums.TypedParameterFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_BLKIO_PARAMETERS, remote.DomainGetBlkioParametersArgs(dom, nparams, flags))

    def domain_migrate_set_max_speed(self, dom: remote.Domain, bandwidth: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_SET_MAX_SPEED (207).

        Returns None; the reply is empty.
        Flags: enums.DomainMigrateMaxSpeedFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_MIGRATE_SET_MAX_SPEED, remote.DomainMigrateSetMaxSpeedArgs(dom, bandwidth, flags))

    def storage_vol_upload(self, stream: SyncStreamHandle, vol: remote.StorageVol, offset: int, length: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_STORAGE_VOL_UPLOAD (208).

        Returns None; the reply is empty.
        Flags: enums.StorageVolUploadFlags.
        Opens a stream that carries data to the daemon, holes with VIR_STORAGE_VOL_UPLOAD_SPARSE_STREAM.
        Source: src/remote/remote_protocol.x.
        """
        self._call_stream(procedures.STORAGE_VOL_UPLOAD, remote.StorageVolUploadArgs(vol, offset, length, flags), stream)

    def storage_vol_download(self, stream: SyncStreamHandle, vol: remote.StorageVol, offset: int, length: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_STORAGE_VOL_DOWNLOAD (209).

        Returns None; the reply is empty.
        Flags: enums.StorageVolDownloadFlags.
        Opens a stream that carries data from the daemon, holes with VIR_STORAGE_VOL_DOWNLOAD_SPARSE_STREAM.
        Source: src/remote/remote_protocol.x.
        """
        self._call_stream(procedures.STORAGE_VOL_DOWNLOAD, remote.StorageVolDownloadArgs(vol, offset, length, flags), stream)

    def domain_inject_nmi(self, dom: remote.Domain, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_INJECT_NMI (210).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_INJECT_NMI, remote.DomainInjectNmiArgs(dom, flags))

    def domain_screenshot(self, stream: SyncStreamHandle, dom: remote.Domain, screen: int, flags: int = 0) -> str | None:
        """Call REMOTE_PROC_DOMAIN_SCREENSHOT (211).

        Returns ``mime`` of the reply.
        Opens a stream that carries data from the daemon.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call_stream(procedures.DOMAIN_SCREENSHOT, remote.DomainScreenshotArgs(dom, screen, flags), stream)
        return reply.mime

    def domain_get_state(self, dom: remote.Domain, flags: int = 0) -> remote.DomainGetStateRet:
        """Call REMOTE_PROC_DOMAIN_GET_STATE (212).

        Returns the reply: ``state``, ``reason``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_STATE, remote.DomainGetStateArgs(dom, flags))

    def domain_migrate_begin3(self, dom: remote.Domain, xmlin: str | None, dname: str | None, resource: int, *, flags: int = 0) -> remote.DomainMigrateBegin3Ret:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_BEGIN3 (213).

        Returns the reply: ``cookie_out``, ``xml``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_MIGRATE_BEGIN3, remote.DomainMigrateBegin3Args(dom, xmlin, dname, resource, flags=flags))

    def domain_migrate_prepare3(self, cookie_in: bytes, uri_in: str | None, dname: str | None, resource: int, dom_xml: str, *, flags: int = 0) -> remote.DomainMigratePrepare3Ret:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_PREPARE3 (214).

        Returns the reply: ``cookie_out``, ``uri_out``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_MIGRATE_PREPARE3, remote.DomainMigratePrepare3Args(cookie_in, uri_in, dname, resource, dom_xml, flags=flags))

    def domain_migrate_prepare_tunnel3(self, stream: SyncStreamHandle, cookie_in: bytes, dname: str | None, resource: int, dom_xml: str, *, flags: int = 0) -> bytes:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_PREPARE_TUNNEL3 (215).

        Returns ``cookie_out`` of the reply.
        Opens a stream that carries data to the daemon.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call_stream(procedures.DOMAIN_MIGRATE_PREPARE_TUNNEL3, remote.DomainMigratePrepareTunnel3Args(cookie_in, dname, resource, dom_xml, flags=flags), stream)
        return reply.cookie_out

    def domain_migrate_perform3(self, dom: remote.Domain, xmlin: str | None, cookie_in: bytes, dconnuri: str | None, uri: str | None, dname: str | None, resource: int, *, flags: int = 0) -> bytes:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_PERFORM3 (216).

        Returns ``cookie_out`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_MIGRATE_PERFORM3, remote.DomainMigratePerform3Args(dom, xmlin, cookie_in, dconnuri, uri, dname, resource, flags=flags))
        return reply.cookie_out

    def domain_migrate_finish3(self, dname: str, cookie_in: bytes, dconnuri: str | None, uri: str | None, cancelled: int, *, flags: int = 0) -> remote.DomainMigrateFinish3Ret:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_FINISH3 (217).

        Returns the reply: ``dom``, ``cookie_out``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_MIGRATE_FINISH3, remote.DomainMigrateFinish3Args(dname, cookie_in, dconnuri, uri, cancelled, flags=flags))

    def domain_migrate_confirm3(self, dom: remote.Domain, cookie_in: bytes, cancelled: int, *, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_CONFIRM3 (218).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_MIGRATE_CONFIRM3, remote.DomainMigrateConfirm3Args(dom, cookie_in, cancelled, flags=flags))

    def domain_set_scheduler_parameters_flags(self, dom: remote.Domain, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_SCHEDULER_PARAMETERS_FLAGS (219).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_SCHEDULER_PARAMETERS_FLAGS, remote.DomainSetSchedulerParametersFlagsArgs(dom, params, flags))

    def interface_change_begin(self, flags: int = 0) -> None:
        """Call REMOTE_PROC_INTERFACE_CHANGE_BEGIN (220).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.INTERFACE_CHANGE_BEGIN, remote.InterfaceChangeBeginArgs(flags))

    def interface_change_commit(self, flags: int = 0) -> None:
        """Call REMOTE_PROC_INTERFACE_CHANGE_COMMIT (221).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.INTERFACE_CHANGE_COMMIT, remote.InterfaceChangeCommitArgs(flags))

    def interface_change_rollback(self, flags: int = 0) -> None:
        """Call REMOTE_PROC_INTERFACE_CHANGE_ROLLBACK (222).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.INTERFACE_CHANGE_ROLLBACK, remote.InterfaceChangeRollbackArgs(flags))

    def domain_get_scheduler_parameters_flags(self, dom: remote.Domain, nparams: int, flags: int = 0) -> list[remote.TypedParam]:
        """Call REMOTE_PROC_DOMAIN_GET_SCHEDULER_PARAMETERS_FLAGS (223).

        Returns ``params`` of the reply.
        Flags: enums.DomainModificationImpact | enums.TypedParameterFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_SCHEDULER_PARAMETERS_FLAGS, remote.DomainGetSchedulerParametersFlagsArgs(dom, nparams, flags))
        return reply.params

    def domain_pin_vcpu_flags(self, dom: remote.Domain, vcpu: int, cpumap: bytes, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_PIN_VCPU_FLAGS (225).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_PIN_VCPU_FLAGS, remote.DomainPinVcpuFlagsArgs(dom, vcpu, cpumap, flags))

    def domain_send_key(self, dom: remote.Domain, codeset: int, holdtime: int, keycodes: list[int], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SEND_KEY (226).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SEND_KEY, remote.DomainSendKeyArgs(dom, codeset, holdtime, keycodes, flags))

    def node_get_cpu_stats(self, cpu_num: int, nparams: int, flags: int = 0) -> remote.NodeGetCpuStatsRet:
        """Call REMOTE_PROC_NODE_GET_CPU_STATS (227).

        Returns the reply: ``params``, ``nparams``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.NODE_GET_CPU_STATS, remote.NodeGetCpuStatsArgs(cpu_num, nparams, flags))

    def node_get_memory_stats(self, nparams: int, cell_num: int, flags: int = 0) -> remote.NodeGetMemoryStatsRet:
        """Call REMOTE_PROC_NODE_GET_MEMORY_STATS (228).

        Returns the reply: ``params``, ``nparams``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.NODE_GET_MEMORY_STATS, remote.NodeGetMemoryStatsArgs(nparams, cell_num, flags))

    def domain_get_control_info(self, dom: remote.Domain, flags: int = 0) -> remote.DomainGetControlInfoRet:
        """Call REMOTE_PROC_DOMAIN_GET_CONTROL_INFO (229).

        Returns the reply: ``state``, ``details``, ``state_time``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_CONTROL_INFO, remote.DomainGetControlInfoArgs(dom, flags))

    def domain_get_vcpu_pin_info(self, dom: remote.Domain, ncpumaps: int, maplen: int, flags: int = 0) -> remote.DomainGetVcpuPinInfoRet:
        """Call REMOTE_PROC_DOMAIN_GET_VCPU_PIN_INFO (230).

        Returns the reply: ``cpumaps``, ``num``.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_VCPU_PIN_INFO, remote.DomainGetVcpuPinInfoArgs(dom, ncpumaps, maplen, flags))

    def domain_undefine_flags(self, dom: remote.Domain, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_UNDEFINE_FLAGS (231).

        Returns None; the reply is empty.
        Flags: enums.DomainUndefineFlagsValues.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_UNDEFINE_FLAGS, remote.DomainUndefineFlagsArgs(dom, flags))

    def domain_save_flags(self, dom: remote.Domain, to: str, dxml: str | None, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SAVE_FLAGS (232).

        Returns None; the reply is empty.
        Flags: enums.DomainSaveRestoreFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SAVE_FLAGS, remote.DomainSaveFlagsArgs(dom, to, dxml, flags))

    def domain_restore_flags(self, from_: str, dxml: str | None, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_RESTORE_FLAGS (233).

        Returns None; the reply is empty.
        Flags: enums.DomainSaveRestoreFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_RESTORE_FLAGS, remote.DomainRestoreFlagsArgs(from_, dxml, flags))

    def domain_destroy_flags(self, dom: remote.Domain, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_DESTROY_FLAGS (234).

        Returns None; the reply is empty.
        Flags: enums.DomainDestroyFlagsValues.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_DESTROY_FLAGS, remote.DomainDestroyFlagsArgs(dom, flags))

    def domain_save_image_get_xml_desc(self, file: str, flags: int = 0) -> str:
        """Call REMOTE_PROC_DOMAIN_SAVE_IMAGE_GET_XML_DESC (235).

        Returns ``xml`` of the reply.
        Flags: enums.DomainSaveImageXMLFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_SAVE_IMAGE_GET_XML_DESC, remote.DomainSaveImageGetXmlDescArgs(file, flags))
        return reply.xml

    def domain_save_image_define_xml(self, file: str, dxml: str, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SAVE_IMAGE_DEFINE_XML (236).

        Returns None; the reply is empty.
        Flags: enums.DomainSaveRestoreFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SAVE_IMAGE_DEFINE_XML, remote.DomainSaveImageDefineXmlArgs(file, dxml, flags))

    def domain_block_job_abort(self, dom: remote.Domain, path: str, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_BLOCK_JOB_ABORT (237).

        Returns None; the reply is empty.
        Flags: enums.DomainBlockJobAbortFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_BLOCK_JOB_ABORT, remote.DomainBlockJobAbortArgs(dom, path, flags))

    def domain_get_block_job_info(self, dom: remote.Domain, path: str, flags: int = 0) -> remote.DomainGetBlockJobInfoRet:
        """Call REMOTE_PROC_DOMAIN_GET_BLOCK_JOB_INFO (238).

        Returns the reply: ``found``, ``type``, ``bandwidth``, ``cur``, ``end``.
        Flags: enums.DomainBlockJobInfoFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_BLOCK_JOB_INFO, remote.DomainGetBlockJobInfoArgs(dom, path, flags))

    def domain_block_job_set_speed(self, dom: remote.Domain, path: str, bandwidth: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_BLOCK_JOB_SET_SPEED (239).

        Returns None; the reply is empty.
        Flags: enums.DomainBlockJobSetSpeedFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_BLOCK_JOB_SET_SPEED, remote.DomainBlockJobSetSpeedArgs(dom, path, bandwidth, flags))

    def domain_block_pull(self, dom: remote.Domain, path: str, bandwidth: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_BLOCK_PULL (240).

        Returns None; the reply is empty.
        Flags: enums.DomainBlockPullFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_BLOCK_PULL, remote.DomainBlockPullArgs(dom, path, bandwidth, flags))

    def domain_migrate_get_max_speed(self, dom: remote.Domain, flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_GET_MAX_SPEED (242).

        Returns ``bandwidth`` of the reply.
        Flags: enums.DomainMigrateMaxSpeedFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_MIGRATE_GET_MAX_SPEED, remote.DomainMigrateGetMaxSpeedArgs(dom, flags))
        return reply.bandwidth

    def domain_block_stats_flags(self, dom: remote.Domain, path: str, nparams: int, flags: int = 0) -> remote.DomainBlockStatsFlagsRet:
        """Call REMOTE_PROC_DOMAIN_BLOCK_STATS_FLAGS (243).

        Returns the reply: ``params``, ``nparams``.
        Flags: enums.TypedParameterFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_BLOCK_STATS_FLAGS, remote.DomainBlockStatsFlagsArgs(dom, path, nparams, flags))

    def domain_snapshot_get_parent(self, snap: remote.DomainSnapshot, flags: int = 0) -> remote.DomainSnapshot:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_GET_PARENT (244).

        Returns ``snap`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_SNAPSHOT_GET_PARENT, remote.DomainSnapshotGetParentArgs(snap, flags))
        return reply.snap

    def domain_reset(self, dom: remote.Domain, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_RESET (245).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_RESET, remote.DomainResetArgs(dom, flags))

    def domain_snapshot_num_children(self, snap: remote.DomainSnapshot, flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_NUM_CHILDREN (246).

        Returns ``num`` of the reply.
        Flags: enums.DomainSnapshotListFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_SNAPSHOT_NUM_CHILDREN, remote.DomainSnapshotNumChildrenArgs(snap, flags))
        return reply.num

    def domain_snapshot_list_children_names(self, snap: remote.DomainSnapshot, maxnames: int, flags: int = 0) -> list[str]:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_LIST_CHILDREN_NAMES (247).

        Returns ``names`` of the reply.
        Flags: enums.DomainSnapshotListFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_SNAPSHOT_LIST_CHILDREN_NAMES, remote.DomainSnapshotListChildrenNamesArgs(snap, maxnames, flags))
        return reply.names

    def domain_open_graphics(self, dom: remote.Domain, idx: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_OPEN_GRAPHICS (249).

        Returns None; the reply is empty.
        Flags: enums.DomainOpenGraphicsFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_OPEN_GRAPHICS, remote.DomainOpenGraphicsArgs(dom, idx, flags))

    def node_suspend_for_duration(self, target: int, duration: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_NODE_SUSPEND_FOR_DURATION (250).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NODE_SUSPEND_FOR_DURATION, remote.NodeSuspendForDurationArgs(target, duration, flags))

    def domain_block_resize(self, dom: remote.Domain, disk: str, size: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_BLOCK_RESIZE (251).

        Returns None; the reply is empty.
        Flags: enums.DomainBlockResizeFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_BLOCK_RESIZE, remote.DomainBlockResizeArgs(dom, disk, size, flags))

    def domain_set_block_io_tune(self, dom: remote.Domain, disk: str, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_BLOCK_IO_TUNE (252).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_BLOCK_IO_TUNE, remote.DomainSetBlockIoTuneArgs(dom, disk, params, flags))

    def domain_get_block_io_tune(self, dom: remote.Domain, disk: str | None, nparams: int, flags: int = 0) -> remote.DomainGetBlockIoTuneRet:
        """Call REMOTE_PROC_DOMAIN_GET_BLOCK_IO_TUNE (253).

        Returns the reply: ``params``, ``nparams``.
        Flags: enums.DomainModificationImpact | enums.TypedParameterFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_BLOCK_IO_TUNE, remote.DomainGetBlockIoTuneArgs(dom, disk, nparams, flags))

    def domain_set_numa_parameters(self, dom: remote.Domain, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_NUMA_PARAMETERS (254).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_NUMA_PARAMETERS, remote.DomainSetNumaParametersArgs(dom, params, flags))

    def domain_get_numa_parameters(self, dom: remote.Domain, nparams: int, flags: int = 0) -> remote.DomainGetNumaParametersRet:
        """Call REMOTE_PROC_DOMAIN_GET_NUMA_PARAMETERS (255).

        Returns the reply: ``params``, ``nparams``.
        Flags: enums.DomainModificationImpact | enums.TypedParameterFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_NUMA_PARAMETERS, remote.DomainGetNumaParametersArgs(dom, nparams, flags))

    def domain_set_interface_parameters(self, dom: remote.Domain, device: str, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_INTERFACE_PARAMETERS (256).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_INTERFACE_PARAMETERS, remote.DomainSetInterfaceParametersArgs(dom, device, params, flags))

    def domain_get_interface_parameters(self, dom: remote.Domain, device: str, nparams: int, flags: int = 0) -> remote.DomainGetInterfaceParametersRet:
        """Call REMOTE_PROC_DOMAIN_GET_INTERFACE_PARAMETERS (257).

        Returns the reply: ``params``, ``nparams``.
        Flags: enums.DomainModificationImpact | enums.TypedParameterFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_INTERFACE_PARAMETERS, remote.DomainGetInterfaceParametersArgs(dom, device, nparams, flags))

    def domain_shutdown_flags(self, dom: remote.Domain, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SHUTDOWN_FLAGS (258).

        Returns None; the reply is empty.
        Flags: enums.DomainShutdownFlagValues.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SHUTDOWN_FLAGS, remote.DomainShutdownFlagsArgs(dom, flags))

    def storage_vol_wipe_pattern(self, vol: remote.StorageVol, algorithm: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_STORAGE_VOL_WIPE_PATTERN (259).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.STORAGE_VOL_WIPE_PATTERN, remote.StorageVolWipePatternArgs(vol, algorithm, flags))

    def storage_vol_resize(self, vol: remote.StorageVol, capacity: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_STORAGE_VOL_RESIZE (260).

        Returns None; the reply is empty.
        Flags: enums.StorageVolResizeFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.STORAGE_VOL_RESIZE, remote.StorageVolResizeArgs(vol, capacity, flags))

    def domain_pm_suspend_for_duration(self, dom: remote.Domain, target: int, duration: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_PM_SUSPEND_FOR_DURATION (261).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_PM_SUSPEND_FOR_DURATION, remote.DomainPmSuspendForDurationArgs(dom, target, duration, flags))

    def domain_get_cpu_stats(self, dom: remote.Domain, nparams: int, start_cpu: int, ncpus: int, flags: int = 0) -> remote.DomainGetCpuStatsRet:
        """Call REMOTE_PROC_DOMAIN_GET_CPU_STATS (262).

        Returns the reply: ``params``, ``nparams``.
        Flags: enums.TypedParameterFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_CPU_STATS, remote.DomainGetCpuStatsArgs(dom, nparams, start_cpu, ncpus, flags))

    def domain_get_disk_errors(self, dom: remote.Domain, maxerrors: int, flags: int = 0) -> remote.DomainGetDiskErrorsRet:
        """Call REMOTE_PROC_DOMAIN_GET_DISK_ERRORS (263).

        Returns the reply: ``errors``, ``nerrors``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_DISK_ERRORS, remote.DomainGetDiskErrorsArgs(dom, maxerrors, flags))

    def domain_set_metadata(self, dom: remote.Domain, type: int, metadata: str | None, key: str | None, uri: str | None, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_METADATA (264).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_METADATA, remote.DomainSetMetadataArgs(dom, type, metadata, key, uri, flags))

    def domain_get_metadata(self, dom: remote.Domain, type: int, uri: str | None, flags: int = 0) -> str:
        """Call REMOTE_PROC_DOMAIN_GET_METADATA (265).

        Returns ``metadata`` of the reply.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_METADATA, remote.DomainGetMetadataArgs(dom, type, uri, flags))
        return reply.metadata

    def domain_block_rebase(self, dom: remote.Domain, path: str, base: str | None, bandwidth: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_BLOCK_REBASE (266).

        Returns None; the reply is empty.
        Flags: enums.DomainBlockRebaseFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_BLOCK_REBASE, remote.DomainBlockRebaseArgs(dom, path, base, bandwidth, flags))

    def domain_pm_wakeup(self, dom: remote.Domain, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_PM_WAKEUP (267).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_PM_WAKEUP, remote.DomainPmWakeupArgs(dom, flags))

    def domain_snapshot_is_current(self, snap: remote.DomainSnapshot, flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_IS_CURRENT (271).

        Returns ``current`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_SNAPSHOT_IS_CURRENT, remote.DomainSnapshotIsCurrentArgs(snap, flags))
        return reply.current

    def domain_snapshot_has_metadata(self, snap: remote.DomainSnapshot, flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_HAS_METADATA (272).

        Returns ``metadata`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_SNAPSHOT_HAS_METADATA, remote.DomainSnapshotHasMetadataArgs(snap, flags))
        return reply.metadata

    def connect_list_all_domains(self, need_results: int = 1, flags: int = 0) -> remote.ConnectListAllDomainsRet:
        """Call REMOTE_PROC_CONNECT_LIST_ALL_DOMAINS (273).

        Returns the reply: ``domains``, ``ret``.
        Flags: enums.ConnectListAllDomainsFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.CONNECT_LIST_ALL_DOMAINS, remote.ConnectListAllDomainsArgs(need_results, flags))

    def domain_list_all_snapshots(self, dom: remote.Domain, need_results: int = 1, flags: int = 0) -> remote.DomainListAllSnapshotsRet:
        """Call REMOTE_PROC_DOMAIN_LIST_ALL_SNAPSHOTS (274).

        Returns the reply: ``snapshots``, ``ret``.
        Flags: enums.DomainSnapshotListFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_LIST_ALL_SNAPSHOTS, remote.DomainListAllSnapshotsArgs(dom, need_results, flags))

    def domain_snapshot_list_all_children(self, snapshot: remote.DomainSnapshot, need_results: int = 1, flags: int = 0) -> remote.DomainSnapshotListAllChildrenRet:
        """Call REMOTE_PROC_DOMAIN_SNAPSHOT_LIST_ALL_CHILDREN (275).

        Returns the reply: ``snapshots``, ``ret``.
        Flags: enums.DomainSnapshotListFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_SNAPSHOT_LIST_ALL_CHILDREN, remote.DomainSnapshotListAllChildrenArgs(snapshot, need_results, flags))

    def domain_get_hostname(self, dom: remote.Domain, flags: int = 0) -> str:
        """Call REMOTE_PROC_DOMAIN_GET_HOSTNAME (277).

        Returns ``hostname`` of the reply.
        Flags: enums.DomainGetHostnameFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_HOSTNAME, remote.DomainGetHostnameArgs(dom, flags))
        return reply.hostname

    def domain_get_security_label_list(self, dom: remote.Domain) -> remote.DomainGetSecurityLabelListRet:
        """Call REMOTE_PROC_DOMAIN_GET_SECURITY_LABEL_LIST (278).

        Returns the reply: ``labels``, ``ret``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_SECURITY_LABEL_LIST, remote.DomainGetSecurityLabelListArgs(dom))

    def domain_pin_emulator(self, dom: remote.Domain, cpumap: bytes, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_PIN_EMULATOR (279).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_PIN_EMULATOR, remote.DomainPinEmulatorArgs(dom, cpumap, flags))

    def domain_get_emulator_pin_info(self, dom: remote.Domain, maplen: int, flags: int = 0) -> remote.DomainGetEmulatorPinInfoRet:
        """Call REMOTE_PROC_DOMAIN_GET_EMULATOR_PIN_INFO (280).

        Returns the reply: ``cpumaps``, ``ret``.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_EMULATOR_PIN_INFO, remote.DomainGetEmulatorPinInfoArgs(dom, maplen, flags))

    def connect_list_all_storage_pools(self, need_results: int = 1, flags: int = 0) -> remote.ConnectListAllStoragePoolsRet:
        """Call REMOTE_PROC_CONNECT_LIST_ALL_STORAGE_POOLS (281).

        Returns the reply: ``pools``, ``ret``.
        Flags: enums.ConnectListAllStoragePoolsFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.CONNECT_LIST_ALL_STORAGE_POOLS, remote.ConnectListAllStoragePoolsArgs(need_results, flags))

    def storage_pool_list_all_volumes(self, pool: remote.StoragePool, need_results: int = 1, flags: int = 0) -> remote.StoragePoolListAllVolumesRet:
        """Call REMOTE_PROC_STORAGE_POOL_LIST_ALL_VOLUMES (282).

        Returns the reply: ``vols``, ``ret``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.STORAGE_POOL_LIST_ALL_VOLUMES, remote.StoragePoolListAllVolumesArgs(pool, need_results, flags))

    def connect_list_all_networks(self, need_results: int = 1, flags: int = 0) -> remote.ConnectListAllNetworksRet:
        """Call REMOTE_PROC_CONNECT_LIST_ALL_NETWORKS (283).

        Returns the reply: ``nets``, ``ret``.
        Flags: enums.ConnectListAllNetworksFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.CONNECT_LIST_ALL_NETWORKS, remote.ConnectListAllNetworksArgs(need_results, flags))

    def connect_list_all_interfaces(self, need_results: int = 1, flags: int = 0) -> remote.ConnectListAllInterfacesRet:
        """Call REMOTE_PROC_CONNECT_LIST_ALL_INTERFACES (284).

        Returns the reply: ``ifaces``, ``ret``.
        Flags: enums.ConnectListAllInterfacesFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.CONNECT_LIST_ALL_INTERFACES, remote.ConnectListAllInterfacesArgs(need_results, flags))

    def connect_list_all_node_devices(self, need_results: int = 1, flags: int = 0) -> remote.ConnectListAllNodeDevicesRet:
        """Call REMOTE_PROC_CONNECT_LIST_ALL_NODE_DEVICES (285).

        Returns the reply: ``devices``, ``ret``.
        Flags: enums.ConnectListAllNodeDeviceFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.CONNECT_LIST_ALL_NODE_DEVICES, remote.ConnectListAllNodeDevicesArgs(need_results, flags))

    def connect_list_all_nwfilters(self, need_results: int = 1, flags: int = 0) -> remote.ConnectListAllNwfiltersRet:
        """Call REMOTE_PROC_CONNECT_LIST_ALL_NWFILTERS (286).

        Returns the reply: ``filters``, ``ret``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.CONNECT_LIST_ALL_NWFILTERS, remote.ConnectListAllNwfiltersArgs(need_results, flags))

    def connect_list_all_secrets(self, need_results: int = 1, flags: int = 0) -> remote.ConnectListAllSecretsRet:
        """Call REMOTE_PROC_CONNECT_LIST_ALL_SECRETS (287).

        Returns the reply: ``secrets``, ``ret``.
        Flags: enums.ConnectListAllSecretsFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.CONNECT_LIST_ALL_SECRETS, remote.ConnectListAllSecretsArgs(need_results, flags))

    def node_set_memory_parameters(self, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_NODE_SET_MEMORY_PARAMETERS (288).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NODE_SET_MEMORY_PARAMETERS, remote.NodeSetMemoryParametersArgs(params, flags))

    def node_get_memory_parameters(self, nparams: int, flags: int = 0) -> remote.NodeGetMemoryParametersRet:
        """Call REMOTE_PROC_NODE_GET_MEMORY_PARAMETERS (289).

        Returns the reply: ``params``, ``nparams``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.NODE_GET_MEMORY_PARAMETERS, remote.NodeGetMemoryParametersArgs(nparams, flags))

    def domain_block_commit(self, dom: remote.Domain, disk: str, base: str | None, top: str | None, bandwidth: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_BLOCK_COMMIT (290).

        Returns None; the reply is empty.
        Flags: enums.DomainBlockCommitFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_BLOCK_COMMIT, remote.DomainBlockCommitArgs(dom, disk, base, top, bandwidth, flags))

    def network_update(self, net: remote.Network, command: int, section: int, parent_index: int, xml: str, flags: int = 0) -> None:
        """Call REMOTE_PROC_NETWORK_UPDATE (291).

        Returns None; the reply is empty.
        Flags: enums.NetworkUpdateFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NETWORK_UPDATE, remote.NetworkUpdateArgs(net, command, section, parent_index, xml, flags))

    def node_get_cpu_map(self, need_map: int, need_online: int, flags: int = 0) -> remote.NodeGetCpuMapRet:
        """Call REMOTE_PROC_NODE_GET_CPU_MAP (293).

        Returns the reply: ``cpumap``, ``online``, ``ret``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.NODE_GET_CPU_MAP, remote.NodeGetCpuMapArgs(need_map, need_online, flags))

    def domain_fstrim(self, dom: remote.Domain, mount_point: str | None, minimum: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_FSTRIM (294).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_FSTRIM, remote.DomainFstrimArgs(dom, mount_point, minimum, flags))

    def domain_send_process_signal(self, dom: remote.Domain, pid_value: int, signum: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SEND_PROCESS_SIGNAL (295).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SEND_PROCESS_SIGNAL, remote.DomainSendProcessSignalArgs(dom, pid_value, signum, flags))

    def domain_open_channel(self, stream: SyncStreamHandle, dom: remote.Domain, name: str | None, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_OPEN_CHANNEL (296).

        Returns None; the reply is empty.
        Flags: enums.DomainChannelFlags.
        Opens a stream that carries data both ways.
        Source: src/remote/remote_protocol.x.
        """
        self._call_stream(procedures.DOMAIN_OPEN_CHANNEL, remote.DomainOpenChannelArgs(dom, name, flags), stream)

    def node_device_lookup_scsi_host_by_wwn(self, wwnn: str, wwpn: str, flags: int = 0) -> remote.NodeDevice:
        """Call REMOTE_PROC_NODE_DEVICE_LOOKUP_SCSI_HOST_BY_WWN (297).

        Returns ``dev`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_DEVICE_LOOKUP_SCSI_HOST_BY_WWN, remote.NodeDeviceLookupScsiHostByWwnArgs(wwnn, wwpn, flags))
        return reply.dev

    def domain_get_job_stats(self, dom: remote.Domain, flags: int = 0) -> remote.DomainGetJobStatsRet:
        """Call REMOTE_PROC_DOMAIN_GET_JOB_STATS (298).

        Returns the reply: ``type``, ``params``.
        Flags: enums.DomainGetJobStatsFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_JOB_STATS, remote.DomainGetJobStatsArgs(dom, flags))

    def domain_migrate_get_compression_cache(self, dom: remote.Domain, flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_GET_COMPRESSION_CACHE (299).

        Returns ``cache_size`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_MIGRATE_GET_COMPRESSION_CACHE, remote.DomainMigrateGetCompressionCacheArgs(dom, flags))
        return reply.cache_size

    def domain_migrate_set_compression_cache(self, dom: remote.Domain, cache_size: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_SET_COMPRESSION_CACHE (300).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_MIGRATE_SET_COMPRESSION_CACHE, remote.DomainMigrateSetCompressionCacheArgs(dom, cache_size, flags))

    def node_device_detach_flags(self, name: str, driver_name: str | None, flags: int = 0) -> None:
        """Call REMOTE_PROC_NODE_DEVICE_DETACH_FLAGS (301).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NODE_DEVICE_DETACH_FLAGS, remote.NodeDeviceDetachFlagsArgs(name, driver_name, flags))

    def domain_migrate_begin3_params(self, dom: remote.Domain, params: list[remote.TypedParam], flags: int = 0) -> remote.DomainMigrateBegin3ParamsRet:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_BEGIN3_PARAMS (302).

        Returns the reply: ``cookie_out``, ``xml``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_MIGRATE_BEGIN3_PARAMS, remote.DomainMigrateBegin3ParamsArgs(dom, params, flags))

    def domain_migrate_prepare3_params(self, params: list[remote.TypedParam], cookie_in: bytes, flags: int = 0) -> remote.DomainMigratePrepare3ParamsRet:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_PREPARE3_PARAMS (303).

        Returns the reply: ``cookie_out``, ``uri_out``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_MIGRATE_PREPARE3_PARAMS, remote.DomainMigratePrepare3ParamsArgs(params, cookie_in, flags))

    def domain_migrate_prepare_tunnel3_params(self, stream: SyncStreamHandle, params: list[remote.TypedParam], cookie_in: bytes, flags: int = 0) -> bytes:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_PREPARE_TUNNEL3_PARAMS (304).

        Returns ``cookie_out`` of the reply.
        Opens a stream that carries data to the daemon.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call_stream(procedures.DOMAIN_MIGRATE_PREPARE_TUNNEL3_PARAMS, remote.DomainMigratePrepareTunnel3ParamsArgs(params, cookie_in, flags), stream)
        return reply.cookie_out

    def domain_migrate_perform3_params(self, dom: remote.Domain, dconnuri: str | None, params: list[remote.TypedParam], cookie_in: bytes, flags: int = 0) -> bytes:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_PERFORM3_PARAMS (305).

        Returns ``cookie_out`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_MIGRATE_PERFORM3_PARAMS, remote.DomainMigratePerform3ParamsArgs(dom, dconnuri, params, cookie_in, flags))
        return reply.cookie_out

    def domain_migrate_finish3_params(self, params: list[remote.TypedParam], cookie_in: bytes, cancelled: int, *, flags: int = 0) -> remote.DomainMigrateFinish3ParamsRet:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_FINISH3_PARAMS (306).

        Returns the reply: ``dom``, ``cookie_out``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_MIGRATE_FINISH3_PARAMS, remote.DomainMigrateFinish3ParamsArgs(params, cookie_in, cancelled, flags=flags))

    def domain_migrate_confirm3_params(self, dom: remote.Domain, params: list[remote.TypedParam], cookie_in: bytes, cancelled: int, *, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_CONFIRM3_PARAMS (307).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_MIGRATE_CONFIRM3_PARAMS, remote.DomainMigrateConfirm3ParamsArgs(dom, params, cookie_in, cancelled, flags=flags))

    def domain_set_memory_stats_period(self, dom: remote.Domain, period: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_MEMORY_STATS_PERIOD (308).

        Returns None; the reply is empty.
        Flags: enums.DomainMemoryModFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_MEMORY_STATS_PERIOD, remote.DomainSetMemoryStatsPeriodArgs(dom, period, flags))

    def domain_create_xml_with_files(self, xml_desc: str, flags: int = 0) -> remote.Domain:
        """Call REMOTE_PROC_DOMAIN_CREATE_XML_WITH_FILES (309).

        Returns ``dom`` of the reply.
        Flags: enums.DomainCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_CREATE_XML_WITH_FILES, remote.DomainCreateXmlWithFilesArgs(xml_desc, flags))
        return reply.dom

    def domain_create_with_files(self, dom: remote.Domain, flags: int = 0) -> remote.Domain:
        """Call REMOTE_PROC_DOMAIN_CREATE_WITH_FILES (310).

        Returns ``dom`` of the reply.
        Flags: enums.DomainCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_CREATE_WITH_FILES, remote.DomainCreateWithFilesArgs(dom, flags))
        return reply.dom

    def connect_get_cpu_model_names(self, arch: str, need_results: int = 1, flags: int = 0) -> remote.ConnectGetCpuModelNamesRet:
        """Call REMOTE_PROC_CONNECT_GET_CPU_MODEL_NAMES (312).

        Returns the reply: ``models``, ``ret``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.CONNECT_GET_CPU_MODEL_NAMES, remote.ConnectGetCpuModelNamesArgs(arch, need_results, flags))

    def connect_network_event_register_any(self, event_id: int, net: remote.Network | None) -> int:
        """Call REMOTE_PROC_CONNECT_NETWORK_EVENT_REGISTER_ANY (313).

        Returns ``callback_id`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_NETWORK_EVENT_REGISTER_ANY, remote.ConnectNetworkEventRegisterAnyArgs(event_id, net))
        return reply.callback_id

    def connect_network_event_deregister_any(self, callback_id: int) -> None:
        """Call REMOTE_PROC_CONNECT_NETWORK_EVENT_DEREGISTER_ANY (314).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.CONNECT_NETWORK_EVENT_DEREGISTER_ANY, remote.ConnectNetworkEventDeregisterAnyArgs(callback_id))

    def connect_domain_event_callback_register_any(self, event_id: int, dom: remote.Domain | None) -> int:
        """Call REMOTE_PROC_CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY (316).

        Returns ``callback_id`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_DOMAIN_EVENT_CALLBACK_REGISTER_ANY, remote.ConnectDomainEventCallbackRegisterAnyArgs(event_id, dom))
        return reply.callback_id

    def connect_domain_event_callback_deregister_any(self, callback_id: int) -> None:
        """Call REMOTE_PROC_CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY (317).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.CONNECT_DOMAIN_EVENT_CALLBACK_DEREGISTER_ANY, remote.ConnectDomainEventCallbackDeregisterAnyArgs(callback_id))

    def domain_core_dump_with_format(self, dom: remote.Domain, to: str, dumpformat: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_CORE_DUMP_WITH_FORMAT (334).

        Returns None; the reply is empty.
        Flags: enums.DomainCoreDumpFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_CORE_DUMP_WITH_FORMAT, remote.DomainCoreDumpWithFormatArgs(dom, to, dumpformat, flags))

    def domain_fsfreeze(self, dom: remote.Domain, mountpoints: list[str], flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_FSFREEZE (335).

        Returns ``filesystems`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_FSFREEZE, remote.DomainFsfreezeArgs(dom, mountpoints, flags))
        return reply.filesystems

    def domain_fsthaw(self, dom: remote.Domain, mountpoints: list[str], flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_FSTHAW (336).

        Returns ``filesystems`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_FSTHAW, remote.DomainFsthawArgs(dom, mountpoints, flags))
        return reply.filesystems

    def domain_get_time(self, dom: remote.Domain, flags: int = 0) -> remote.DomainGetTimeRet:
        """Call REMOTE_PROC_DOMAIN_GET_TIME (337).

        Returns the reply: ``seconds``, ``nseconds``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_TIME, remote.DomainGetTimeArgs(dom, flags))

    def domain_set_time(self, dom: remote.Domain, seconds: int, nseconds: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_TIME (338).

        Returns None; the reply is empty.
        Flags: enums.DomainSetTimeFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_TIME, remote.DomainSetTimeArgs(dom, seconds, nseconds, flags))

    def node_get_free_pages(self, pages: list[int], start_cell: int, cell_count: int, flags: int = 0) -> list[int]:
        """Call REMOTE_PROC_NODE_GET_FREE_PAGES (340).

        Returns ``counts`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_GET_FREE_PAGES, remote.NodeGetFreePagesArgs(pages, start_cell, cell_count, flags))
        return reply.counts

    def network_get_dhcp_leases(self, net: remote.Network, mac: str | None, need_results: int = 1, flags: int = 0) -> remote.NetworkGetDhcpLeasesRet:
        """Call REMOTE_PROC_NETWORK_GET_DHCP_LEASES (341).

        Returns the reply: ``leases``, ``ret``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.NETWORK_GET_DHCP_LEASES, remote.NetworkGetDhcpLeasesArgs(net, mac, need_results, flags))

    def connect_get_domain_capabilities(self, emulatorbin: str | None, arch: str | None, machine: str | None, virttype: str | None, flags: int = 0) -> str:
        """Call REMOTE_PROC_CONNECT_GET_DOMAIN_CAPABILITIES (342).

        Returns ``capabilities`` of the reply.
        Flags: enums.ConnectGetDomainCapabilitiesFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_GET_DOMAIN_CAPABILITIES, remote.ConnectGetDomainCapabilitiesArgs(emulatorbin, arch, machine, virttype, flags))
        return reply.capabilities

    def domain_open_graphics_fd(self, dom: remote.Domain, idx: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_OPEN_GRAPHICS_FD (343).

        Returns None; the reply is empty.
        Flags: enums.DomainOpenGraphicsFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_OPEN_GRAPHICS_FD, remote.DomainOpenGraphicsFdArgs(dom, idx, flags))

    def connect_get_all_domain_stats(self, doms: list[remote.Domain], stats: int, flags: int = 0) -> list[remote.DomainStatsRecord]:
        """Call REMOTE_PROC_CONNECT_GET_ALL_DOMAIN_STATS (344).

        Returns ``ret_stats`` of the reply.
        Flags: enums.ConnectGetAllDomainStatsFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_GET_ALL_DOMAIN_STATS, remote.ConnectGetAllDomainStatsArgs(doms, stats, flags))
        return reply.ret_stats

    def domain_block_copy(self, dom: remote.Domain, path: str, destxml: str, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_BLOCK_COPY (345).

        Returns None; the reply is empty.
        Flags: enums.DomainBlockCopyFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_BLOCK_COPY, remote.DomainBlockCopyArgs(dom, path, destxml, params, flags))

    def node_alloc_pages(self, page_sizes: list[int], page_counts: list[int], start_cell: int, cell_count: int, flags: int = 0) -> int:
        """Call REMOTE_PROC_NODE_ALLOC_PAGES (347).

        Returns ``ret`` of the reply.
        Flags: enums.NodeAllocPagesFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_ALLOC_PAGES, remote.NodeAllocPagesArgs(page_sizes, page_counts, start_cell, cell_count, flags))
        return reply.ret

    def domain_get_fsinfo(self, dom: remote.Domain, flags: int = 0) -> remote.DomainGetFsinfoRet:
        """Call REMOTE_PROC_DOMAIN_GET_FSINFO (349).

        Returns the reply: ``info``, ``ret``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_FSINFO, remote.DomainGetFsinfoArgs(dom, flags))

    def domain_define_xml_flags(self, xml: str, flags: int = 0) -> remote.Domain:
        """Call REMOTE_PROC_DOMAIN_DEFINE_XML_FLAGS (350).

        Returns ``dom`` of the reply.
        Flags: enums.DomainDefineFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_DEFINE_XML_FLAGS, remote.DomainDefineXmlFlagsArgs(xml, flags))
        return reply.dom

    def domain_get_iothread_info(self, dom: remote.Domain, flags: int = 0) -> remote.DomainGetIothreadInfoRet:
        """Call REMOTE_PROC_DOMAIN_GET_IOTHREAD_INFO (351).

        Returns the reply: ``info``, ``ret``.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_GET_IOTHREAD_INFO, remote.DomainGetIothreadInfoArgs(dom, flags))

    def domain_pin_iothread(self, dom: remote.Domain, iothreads_id: int, cpumap: bytes, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_PIN_IOTHREAD (352).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_PIN_IOTHREAD, remote.DomainPinIothreadArgs(dom, iothreads_id, cpumap, flags))

    def domain_interface_addresses(self, dom: remote.Domain, source: int, flags: int = 0) -> list[remote.DomainInterface]:
        """Call REMOTE_PROC_DOMAIN_INTERFACE_ADDRESSES (353).

        Returns ``ifaces`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_INTERFACE_ADDRESSES, remote.DomainInterfaceAddressesArgs(dom, source, flags))
        return reply.ifaces

    def domain_add_iothread(self, dom: remote.Domain, iothread_id: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_ADD_IOTHREAD (355).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_ADD_IOTHREAD, remote.DomainAddIothreadArgs(dom, iothread_id, flags))

    def domain_del_iothread(self, dom: remote.Domain, iothread_id: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_DEL_IOTHREAD (356).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_DEL_IOTHREAD, remote.DomainDelIothreadArgs(dom, iothread_id, flags))

    def domain_set_user_password(self, dom: remote.Domain, user: str | None, password: str | None, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_USER_PASSWORD (357).

        Returns None; the reply is empty.
        Flags: enums.DomainSetUserPasswordFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_USER_PASSWORD, remote.DomainSetUserPasswordArgs(dom, user, password, flags))

    def domain_rename(self, dom: remote.Domain, new_name: str | None, flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_RENAME (358).

        Returns ``retcode`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_RENAME, remote.DomainRenameArgs(dom, new_name, flags))
        return reply.retcode

    def connect_register_close_callback(self) -> None:
        """Call REMOTE_PROC_CONNECT_REGISTER_CLOSE_CALLBACK (360).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.CONNECT_REGISTER_CLOSE_CALLBACK, None)

    def connect_unregister_close_callback(self) -> None:
        """Call REMOTE_PROC_CONNECT_UNREGISTER_CLOSE_CALLBACK (361).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.CONNECT_UNREGISTER_CLOSE_CALLBACK, None)

    def domain_migrate_start_post_copy(self, dom: remote.Domain, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_START_POST_COPY (364).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_MIGRATE_START_POST_COPY, remote.DomainMigrateStartPostCopyArgs(dom, flags))

    def domain_get_perf_events(self, dom: remote.Domain, flags: int = 0) -> list[remote.TypedParam]:
        """Call REMOTE_PROC_DOMAIN_GET_PERF_EVENTS (365).

        Returns ``params`` of the reply.
        Flags: enums.DomainModificationImpact | enums.TypedParameterFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_PERF_EVENTS, remote.DomainGetPerfEventsArgs(dom, flags))
        return reply.params

    def domain_set_perf_events(self, dom: remote.Domain, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_PERF_EVENTS (366).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_PERF_EVENTS, remote.DomainSetPerfEventsArgs(dom, params, flags))

    def connect_storage_pool_event_register_any(self, event_id: int, pool: remote.StoragePool | None) -> int:
        """Call REMOTE_PROC_CONNECT_STORAGE_POOL_EVENT_REGISTER_ANY (368).

        Returns ``callback_id`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_STORAGE_POOL_EVENT_REGISTER_ANY, remote.ConnectStoragePoolEventRegisterAnyArgs(event_id, pool))
        return reply.callback_id

    def connect_storage_pool_event_deregister_any(self, callback_id: int) -> None:
        """Call REMOTE_PROC_CONNECT_STORAGE_POOL_EVENT_DEREGISTER_ANY (369).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.CONNECT_STORAGE_POOL_EVENT_DEREGISTER_ANY, remote.ConnectStoragePoolEventDeregisterAnyArgs(callback_id))

    def domain_get_guest_vcpus(self, dom: remote.Domain, flags: int = 0) -> list[remote.TypedParam]:
        """Call REMOTE_PROC_DOMAIN_GET_GUEST_VCPUS (371).

        Returns ``params`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_GUEST_VCPUS, remote.DomainGetGuestVcpusArgs(dom, flags))
        return reply.params

    def domain_set_guest_vcpus(self, dom: remote.Domain, cpumap: str, state: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_GUEST_VCPUS (372).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_GUEST_VCPUS, remote.DomainSetGuestVcpusArgs(dom, cpumap, state, flags))

    def connect_node_device_event_register_any(self, event_id: int, dev: remote.NodeDevice | None) -> int:
        """Call REMOTE_PROC_CONNECT_NODE_DEVICE_EVENT_REGISTER_ANY (374).

        Returns ``callback_id`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_NODE_DEVICE_EVENT_REGISTER_ANY, remote.ConnectNodeDeviceEventRegisterAnyArgs(event_id, dev))
        return reply.callback_id

    def connect_node_device_event_deregister_any(self, callback_id: int) -> None:
        """Call REMOTE_PROC_CONNECT_NODE_DEVICE_EVENT_DEREGISTER_ANY (375).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.CONNECT_NODE_DEVICE_EVENT_DEREGISTER_ANY, remote.ConnectNodeDeviceEventDeregisterAnyArgs(callback_id))

    def storage_vol_get_info_flags(self, vol: remote.StorageVol, flags: int = 0) -> remote.StorageVolGetInfoFlagsRet:
        """Call REMOTE_PROC_STORAGE_VOL_GET_INFO_FLAGS (378).

        Returns the reply: ``type``, ``capacity``, ``allocation``.
        Flags: enums.StorageVolInfoFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.STORAGE_VOL_GET_INFO_FLAGS, remote.StorageVolGetInfoFlagsArgs(vol, flags))

    def connect_secret_event_register_any(self, event_id: int, secret: remote.Secret | None) -> int:
        """Call REMOTE_PROC_CONNECT_SECRET_EVENT_REGISTER_ANY (380).

        Returns ``callback_id`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_SECRET_EVENT_REGISTER_ANY, remote.ConnectSecretEventRegisterAnyArgs(event_id, secret))
        return reply.callback_id

    def connect_secret_event_deregister_any(self, callback_id: int) -> None:
        """Call REMOTE_PROC_CONNECT_SECRET_EVENT_DEREGISTER_ANY (381).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.CONNECT_SECRET_EVENT_DEREGISTER_ANY, remote.ConnectSecretEventDeregisterAnyArgs(callback_id))

    def domain_set_vcpu(self, dom: remote.Domain, cpumap: str, state: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_VCPU (384).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_VCPU, remote.DomainSetVcpuArgs(dom, cpumap, state, flags))

    def domain_set_block_threshold(self, dom: remote.Domain, dev: str, threshold: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_BLOCK_THRESHOLD (386).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_BLOCK_THRESHOLD, remote.DomainSetBlockThresholdArgs(dom, dev, threshold, flags))

    def domain_migrate_get_max_downtime(self, dom: remote.Domain, flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_MIGRATE_GET_MAX_DOWNTIME (387).

        Returns ``downtime`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_MIGRATE_GET_MAX_DOWNTIME, remote.DomainMigrateGetMaxDowntimeArgs(dom, flags))
        return reply.downtime

    def domain_managed_save_get_xml_desc(self, dom: remote.Domain, flags: int = 0) -> str:
        """Call REMOTE_PROC_DOMAIN_MANAGED_SAVE_GET_XML_DESC (388).

        Returns ``xml`` of the reply.
        Flags: enums.DomainSaveImageXMLFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_MANAGED_SAVE_GET_XML_DESC, remote.DomainManagedSaveGetXmlDescArgs(dom, flags))
        return reply.xml

    def domain_managed_save_define_xml(self, dom: remote.Domain, dxml: str | None, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_MANAGED_SAVE_DEFINE_XML (389).

        Returns None; the reply is empty.
        Flags: enums.DomainSaveRestoreFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_MANAGED_SAVE_DEFINE_XML, remote.DomainManagedSaveDefineXmlArgs(dom, dxml, flags))

    def domain_set_lifecycle_action(self, dom: remote.Domain, type: int, action: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_LIFECYCLE_ACTION (390).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_LIFECYCLE_ACTION, remote.DomainSetLifecycleActionArgs(dom, type, action, flags))

    def storage_pool_lookup_by_target_path(self, path: str) -> remote.StoragePool:
        """Call REMOTE_PROC_STORAGE_POOL_LOOKUP_BY_TARGET_PATH (391).

        Returns ``pool`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.STORAGE_POOL_LOOKUP_BY_TARGET_PATH, remote.StoragePoolLookupByTargetPathArgs(path))
        return reply.pool

    def domain_detach_device_alias(self, dom: remote.Domain, alias: str, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_DETACH_DEVICE_ALIAS (392).

        Returns None; the reply is empty.
        Flags: enums.DomainDeviceModifyFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_DETACH_DEVICE_ALIAS, remote.DomainDetachDeviceAliasArgs(dom, alias, flags))

    def connect_compare_hypervisor_cpu(self, emulator: str | None, arch: str | None, machine: str | None, virttype: str | None, xml_cpu: str, flags: int = 0) -> int:
        """Call REMOTE_PROC_CONNECT_COMPARE_HYPERVISOR_CPU (393).

        Returns ``result`` of the reply.
        Flags: enums.ConnectCompareCPUFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_COMPARE_HYPERVISOR_CPU, remote.ConnectCompareHypervisorCpuArgs(emulator, arch, machine, virttype, xml_cpu, flags))
        return reply.result

    def connect_baseline_hypervisor_cpu(self, emulator: str | None, arch: str | None, machine: str | None, virttype: str | None, xml_cpus: list[str], flags: int = 0) -> str:
        """Call REMOTE_PROC_CONNECT_BASELINE_HYPERVISOR_CPU (394).

        Returns ``cpu`` of the reply.
        Flags: enums.ConnectBaselineCPUFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_BASELINE_HYPERVISOR_CPU, remote.ConnectBaselineHypervisorCpuArgs(emulator, arch, machine, virttype, xml_cpus, flags))
        return reply.cpu

    def node_get_sev_info(self, nparams: int, flags: int = 0) -> remote.NodeGetSevInfoRet:
        """Call REMOTE_PROC_NODE_GET_SEV_INFO (395).

        Returns the reply: ``params``, ``nparams``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.NODE_GET_SEV_INFO, remote.NodeGetSevInfoArgs(nparams, flags))

    def domain_get_launch_security_info(self, dom: remote.Domain, flags: int = 0) -> list[remote.TypedParam]:
        """Call REMOTE_PROC_DOMAIN_GET_LAUNCH_SECURITY_INFO (396).

        Returns ``params`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_LAUNCH_SECURITY_INFO, remote.DomainGetLaunchSecurityInfoArgs(dom, flags))
        return reply.params

    def nwfilter_binding_lookup_by_port_dev(self, name: str) -> remote.NwfilterBinding:
        """Call REMOTE_PROC_NWFILTER_BINDING_LOOKUP_BY_PORT_DEV (397).

        Returns ``nwfilter`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NWFILTER_BINDING_LOOKUP_BY_PORT_DEV, remote.NwfilterBindingLookupByPortDevArgs(name))
        return reply.nwfilter

    def nwfilter_binding_get_xml_desc(self, nwfilter: remote.NwfilterBinding, flags: int = 0) -> str:
        """Call REMOTE_PROC_NWFILTER_BINDING_GET_XML_DESC (398).

        Returns ``xml`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NWFILTER_BINDING_GET_XML_DESC, remote.NwfilterBindingGetXmlDescArgs(nwfilter, flags))
        return reply.xml

    def nwfilter_binding_create_xml(self, xml: str, flags: int = 0) -> remote.NwfilterBinding:
        """Call REMOTE_PROC_NWFILTER_BINDING_CREATE_XML (399).

        Returns ``nwfilter`` of the reply.
        Flags: enums.NWFilterBindingCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NWFILTER_BINDING_CREATE_XML, remote.NwfilterBindingCreateXmlArgs(xml, flags))
        return reply.nwfilter

    def nwfilter_binding_delete(self, nwfilter: remote.NwfilterBinding) -> None:
        """Call REMOTE_PROC_NWFILTER_BINDING_DELETE (400).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NWFILTER_BINDING_DELETE, remote.NwfilterBindingDeleteArgs(nwfilter))

    def connect_list_all_nwfilter_bindings(self, need_results: int = 1, flags: int = 0) -> remote.ConnectListAllNwfilterBindingsRet:
        """Call REMOTE_PROC_CONNECT_LIST_ALL_NWFILTER_BINDINGS (401).

        Returns the reply: ``bindings``, ``ret``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.CONNECT_LIST_ALL_NWFILTER_BINDINGS, remote.ConnectListAllNwfilterBindingsArgs(need_results, flags))

    def domain_set_iothread_params(self, dom: remote.Domain, iothread_id: int, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_IOTHREAD_PARAMS (402).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact | enums.TypedParameterFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_IOTHREAD_PARAMS, remote.DomainSetIothreadParamsArgs(dom, iothread_id, params, flags))

    def connect_get_storage_pool_capabilities(self, flags: int = 0) -> str:
        """Call REMOTE_PROC_CONNECT_GET_STORAGE_POOL_CAPABILITIES (403).

        Returns ``capabilities`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.CONNECT_GET_STORAGE_POOL_CAPABILITIES, remote.ConnectGetStoragePoolCapabilitiesArgs(flags))
        return reply.capabilities

    def network_list_all_ports(self, network: remote.Network, need_results: int = 1, flags: int = 0) -> remote.NetworkListAllPortsRet:
        """Call REMOTE_PROC_NETWORK_LIST_ALL_PORTS (404).

        Returns the reply: ``ports``, ``ret``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.NETWORK_LIST_ALL_PORTS, remote.NetworkListAllPortsArgs(network, need_results, flags))

    def network_port_lookup_by_uuid(self, network: remote.Network, uuid: bytes) -> remote.NetworkPort:
        """Call REMOTE_PROC_NETWORK_PORT_LOOKUP_BY_UUID (405).

        Returns ``port`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_PORT_LOOKUP_BY_UUID, remote.NetworkPortLookupByUuidArgs(network, uuid))
        return reply.port

    def network_port_create_xml(self, network: remote.Network, xml: str, flags: int = 0) -> remote.NetworkPort:
        """Call REMOTE_PROC_NETWORK_PORT_CREATE_XML (406).

        Returns ``port`` of the reply.
        Flags: enums.NetworkPortCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_PORT_CREATE_XML, remote.NetworkPortCreateXmlArgs(network, xml, flags))
        return reply.port

    def network_port_get_parameters(self, port: remote.NetworkPort, nparams: int, flags: int = 0) -> remote.NetworkPortGetParametersRet:
        """Call REMOTE_PROC_NETWORK_PORT_GET_PARAMETERS (407).

        Returns the reply: ``params``, ``nparams``.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.NETWORK_PORT_GET_PARAMETERS, remote.NetworkPortGetParametersArgs(port, nparams, flags))

    def network_port_set_parameters(self, port: remote.NetworkPort, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_NETWORK_PORT_SET_PARAMETERS (408).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NETWORK_PORT_SET_PARAMETERS, remote.NetworkPortSetParametersArgs(port, params, flags))

    def network_port_get_xml_desc(self, port: remote.NetworkPort, flags: int = 0) -> str:
        """Call REMOTE_PROC_NETWORK_PORT_GET_XML_DESC (409).

        Returns ``xml`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_PORT_GET_XML_DESC, remote.NetworkPortGetXmlDescArgs(port, flags))
        return reply.xml

    def network_port_delete(self, port: remote.NetworkPort, flags: int = 0) -> None:
        """Call REMOTE_PROC_NETWORK_PORT_DELETE (410).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NETWORK_PORT_DELETE, remote.NetworkPortDeleteArgs(port, flags))

    def domain_checkpoint_create_xml(self, dom: remote.Domain, xml_desc: str, flags: int = 0) -> remote.DomainCheckpoint:
        """Call REMOTE_PROC_DOMAIN_CHECKPOINT_CREATE_XML (411).

        Returns ``checkpoint`` of the reply.
        Flags: enums.DomainCheckpointCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_CHECKPOINT_CREATE_XML, remote.DomainCheckpointCreateXmlArgs(dom, xml_desc, flags))
        return reply.checkpoint

    def domain_checkpoint_get_xml_desc(self, checkpoint: remote.DomainCheckpoint, flags: int = 0) -> str:
        """Call REMOTE_PROC_DOMAIN_CHECKPOINT_GET_XML_DESC (412).

        Returns ``xml`` of the reply.
        Flags: enums.DomainCheckpointXMLFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_CHECKPOINT_GET_XML_DESC, remote.DomainCheckpointGetXmlDescArgs(checkpoint, flags))
        return reply.xml

    def domain_list_all_checkpoints(self, dom: remote.Domain, need_results: int = 1, flags: int = 0) -> remote.DomainListAllCheckpointsRet:
        """Call REMOTE_PROC_DOMAIN_LIST_ALL_CHECKPOINTS (413).

        Returns the reply: ``checkpoints``, ``ret``.
        Flags: enums.DomainCheckpointListFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_LIST_ALL_CHECKPOINTS, remote.DomainListAllCheckpointsArgs(dom, need_results, flags))

    def domain_checkpoint_list_all_children(self, checkpoint: remote.DomainCheckpoint, need_results: int = 1, flags: int = 0) -> remote.DomainCheckpointListAllChildrenRet:
        """Call REMOTE_PROC_DOMAIN_CHECKPOINT_LIST_ALL_CHILDREN (414).

        Returns the reply: ``checkpoints``, ``ret``.
        Flags: enums.DomainCheckpointListFlags.
        Source: src/remote/remote_protocol.x.
        """
        return self._call(procedures.DOMAIN_CHECKPOINT_LIST_ALL_CHILDREN, remote.DomainCheckpointListAllChildrenArgs(checkpoint, need_results, flags))

    def domain_checkpoint_lookup_by_name(self, dom: remote.Domain, name: str, flags: int = 0) -> remote.DomainCheckpoint:
        """Call REMOTE_PROC_DOMAIN_CHECKPOINT_LOOKUP_BY_NAME (415).

        Returns ``checkpoint`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_CHECKPOINT_LOOKUP_BY_NAME, remote.DomainCheckpointLookupByNameArgs(dom, name, flags))
        return reply.checkpoint

    def domain_checkpoint_get_parent(self, checkpoint: remote.DomainCheckpoint, flags: int = 0) -> remote.DomainCheckpoint:
        """Call REMOTE_PROC_DOMAIN_CHECKPOINT_GET_PARENT (416).

        Returns ``parent`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_CHECKPOINT_GET_PARENT, remote.DomainCheckpointGetParentArgs(checkpoint, flags))
        return reply.parent

    def domain_checkpoint_delete(self, checkpoint: remote.DomainCheckpoint, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_CHECKPOINT_DELETE (417).

        Returns None; the reply is empty.
        Flags: enums.DomainCheckpointDeleteFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_CHECKPOINT_DELETE, remote.DomainCheckpointDeleteArgs(checkpoint, flags))

    def domain_get_guest_info(self, dom: remote.Domain, types: int, flags: int = 0) -> list[remote.TypedParam]:
        """Call REMOTE_PROC_DOMAIN_GET_GUEST_INFO (418).

        Returns ``params`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_GUEST_INFO, remote.DomainGetGuestInfoArgs(dom, types, flags))
        return reply.params

    def connect_set_identity(self, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_CONNECT_SET_IDENTITY (419).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.CONNECT_SET_IDENTITY, remote.ConnectSetIdentityArgs(params, flags))

    def domain_agent_set_response_timeout(self, dom: remote.Domain, timeout: int, flags: int = 0) -> int:
        """Call REMOTE_PROC_DOMAIN_AGENT_SET_RESPONSE_TIMEOUT (420).

        Returns ``result`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_AGENT_SET_RESPONSE_TIMEOUT, remote.DomainAgentSetResponseTimeoutArgs(dom, timeout, flags))
        return reply.result

    def domain_backup_begin(self, dom: remote.Domain, backup_xml: str, checkpoint_xml: str | None, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_BACKUP_BEGIN (421).

        Returns None; the reply is empty.
        Flags: enums.DomainBackupBeginFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_BACKUP_BEGIN, remote.DomainBackupBeginArgs(dom, backup_xml, checkpoint_xml, flags))

    def domain_backup_get_xml_desc(self, dom: remote.Domain, flags: int = 0) -> str:
        """Call REMOTE_PROC_DOMAIN_BACKUP_GET_XML_DESC (422).

        Returns ``xml`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_BACKUP_GET_XML_DESC, remote.DomainBackupGetXmlDescArgs(dom, flags))
        return reply.xml

    def domain_authorized_ssh_keys_get(self, dom: remote.Domain, user: str, flags: int = 0) -> list[str]:
        """Call REMOTE_PROC_DOMAIN_AUTHORIZED_SSH_KEYS_GET (424).

        Returns ``keys`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_AUTHORIZED_SSH_KEYS_GET, remote.DomainAuthorizedSshKeysGetArgs(dom, user, flags))
        return reply.keys

    def domain_authorized_ssh_keys_set(self, dom: remote.Domain, user: str, keys: list[str], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_AUTHORIZED_SSH_KEYS_SET (425).

        Returns None; the reply is empty.
        Flags: enums.DomainAuthorizedSSHKeysSetFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_AUTHORIZED_SSH_KEYS_SET, remote.DomainAuthorizedSshKeysSetArgs(dom, user, keys, flags))

    def domain_get_messages(self, dom: remote.Domain, flags: int = 0) -> list[str]:
        """Call REMOTE_PROC_DOMAIN_GET_MESSAGES (426).

        Returns ``msgs`` of the reply.
        Flags: enums.DomainMessageType.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_MESSAGES, remote.DomainGetMessagesArgs(dom, flags))
        return reply.msgs

    def domain_start_dirty_rate_calc(self, dom: remote.Domain, seconds: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_START_DIRTY_RATE_CALC (427).

        Returns None; the reply is empty.
        Flags: enums.DomainDirtyRateCalcFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_START_DIRTY_RATE_CALC, remote.DomainStartDirtyRateCalcArgs(dom, seconds, flags))

    def node_device_define_xml(self, xml_desc: str, flags: int = 0) -> remote.NodeDevice:
        """Call REMOTE_PROC_NODE_DEVICE_DEFINE_XML (428).

        Returns ``dev`` of the reply.
        Flags: enums.NodeDeviceDefineXMLFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_DEVICE_DEFINE_XML, remote.NodeDeviceDefineXmlArgs(xml_desc, flags))
        return reply.dev

    def node_device_undefine(self, name: str, flags: int = 0) -> None:
        """Call REMOTE_PROC_NODE_DEVICE_UNDEFINE (429).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NODE_DEVICE_UNDEFINE, remote.NodeDeviceUndefineArgs(name, flags))

    def node_device_create(self, name: str, flags: int = 0) -> None:
        """Call REMOTE_PROC_NODE_DEVICE_CREATE (430).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NODE_DEVICE_CREATE, remote.NodeDeviceCreateArgs(name, flags))

    def nwfilter_define_xml_flags(self, xml: str, flags: int = 0) -> remote.Nwfilter:
        """Call REMOTE_PROC_NWFILTER_DEFINE_XML_FLAGS (431).

        Returns ``nwfilter`` of the reply.
        Flags: enums.NWFilterDefineFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NWFILTER_DEFINE_XML_FLAGS, remote.NwfilterDefineXmlFlagsArgs(xml, flags))
        return reply.nwfilter

    def network_define_xml_flags(self, xml: str, flags: int = 0) -> remote.Network:
        """Call REMOTE_PROC_NETWORK_DEFINE_XML_FLAGS (432).

        Returns ``net`` of the reply.
        Flags: enums.NetworkDefineFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_DEFINE_XML_FLAGS, remote.NetworkDefineXmlFlagsArgs(xml, flags))
        return reply.net

    def node_device_get_autostart(self, name: str) -> int:
        """Call REMOTE_PROC_NODE_DEVICE_GET_AUTOSTART (433).

        Returns ``autostart`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_DEVICE_GET_AUTOSTART, remote.NodeDeviceGetAutostartArgs(name))
        return reply.autostart

    def node_device_set_autostart(self, name: str, autostart: int) -> None:
        """Call REMOTE_PROC_NODE_DEVICE_SET_AUTOSTART (434).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NODE_DEVICE_SET_AUTOSTART, remote.NodeDeviceSetAutostartArgs(name, autostart))

    def node_device_is_persistent(self, name: str) -> int:
        """Call REMOTE_PROC_NODE_DEVICE_IS_PERSISTENT (435).

        Returns ``persistent`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_DEVICE_IS_PERSISTENT, remote.NodeDeviceIsPersistentArgs(name))
        return reply.persistent

    def node_device_is_active(self, name: str) -> int:
        """Call REMOTE_PROC_NODE_DEVICE_IS_ACTIVE (436).

        Returns ``active`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NODE_DEVICE_IS_ACTIVE, remote.NodeDeviceIsActiveArgs(name))
        return reply.active

    def network_create_xml_flags(self, xml: str, flags: int = 0) -> remote.Network:
        """Call REMOTE_PROC_NETWORK_CREATE_XML_FLAGS (437).

        Returns ``net`` of the reply.
        Flags: enums.NetworkCreateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_CREATE_XML_FLAGS, remote.NetworkCreateXmlFlagsArgs(xml, flags))
        return reply.net

    def domain_set_launch_security_state(self, dom: remote.Domain, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_LAUNCH_SECURITY_STATE (439).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_LAUNCH_SECURITY_STATE, remote.DomainSetLaunchSecurityStateArgs(dom, params, flags))

    def domain_save_params(self, dom: remote.Domain, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SAVE_PARAMS (440).

        Returns None; the reply is empty.
        Flags: enums.DomainSaveRestoreFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SAVE_PARAMS, remote.DomainSaveParamsArgs(dom, params, flags))

    def domain_restore_params(self, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_RESTORE_PARAMS (441).

        Returns None; the reply is empty.
        Flags: enums.DomainSaveRestoreFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_RESTORE_PARAMS, remote.DomainRestoreParamsArgs(params, flags))

    def domain_abort_job_flags(self, dom: remote.Domain, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_ABORT_JOB_FLAGS (442).

        Returns None; the reply is empty.
        Flags: enums.DomainAbortJobFlagsValues.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_ABORT_JOB_FLAGS, remote.DomainAbortJobFlagsArgs(dom, flags))

    def domain_fd_associate(self, dom: remote.Domain, name: str, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_FD_ASSOCIATE (443).

        Returns None; the reply is empty.
        Flags: enums.DomainFDAssociateFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_FD_ASSOCIATE, remote.DomainFdAssociateArgs(dom, name, flags))

    def network_set_metadata(self, network: remote.Network, type: int, metadata: str | None, key: str | None, uri: str | None, flags: int = 0) -> None:
        """Call REMOTE_PROC_NETWORK_SET_METADATA (444).

        Returns None; the reply is empty.
        Flags: enums.NetworkUpdateFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NETWORK_SET_METADATA, remote.NetworkSetMetadataArgs(network, type, metadata, key, uri, flags))

    def network_get_metadata(self, network: remote.Network, type: int, uri: str | None, flags: int = 0) -> str:
        """Call REMOTE_PROC_NETWORK_GET_METADATA (445).

        Returns ``metadata`` of the reply.
        Flags: enums.NetworkUpdateFlags.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.NETWORK_GET_METADATA, remote.NetworkGetMetadataArgs(network, type, uri, flags))
        return reply.metadata

    def node_device_update(self, name: str, xml_desc: str, flags: int = 0) -> None:
        """Call REMOTE_PROC_NODE_DEVICE_UPDATE (447).

        Returns None; the reply is empty.
        Flags: enums.NodeDeviceUpdateFlags.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.NODE_DEVICE_UPDATE, remote.NodeDeviceUpdateArgs(name, xml_desc, flags))

    def domain_graphics_reload(self, dom: remote.Domain, type: int, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_GRAPHICS_RELOAD (448).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_GRAPHICS_RELOAD, remote.DomainGraphicsReloadArgs(dom, type, flags))

    def domain_get_autostart_once(self, dom: remote.Domain) -> int:
        """Call REMOTE_PROC_DOMAIN_GET_AUTOSTART_ONCE (449).

        Returns ``autostart`` of the reply.
        Source: src/remote/remote_protocol.x.
        """
        reply = self._call(procedures.DOMAIN_GET_AUTOSTART_ONCE, remote.DomainGetAutostartOnceArgs(dom))
        return reply.autostart

    def domain_set_autostart_once(self, dom: remote.Domain, autostart: int) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_AUTOSTART_ONCE (450).

        Returns None; the reply is empty.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_AUTOSTART_ONCE, remote.DomainSetAutostartOnceArgs(dom, autostart))

    def domain_set_throttle_group(self, dom: remote.Domain, group: str, params: list[remote.TypedParam], flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_SET_THROTTLE_GROUP (451).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_SET_THROTTLE_GROUP, remote.DomainSetThrottleGroupArgs(dom, group, params, flags))

    def domain_del_throttle_group(self, dom: remote.Domain, group: str | None, flags: int = 0) -> None:
        """Call REMOTE_PROC_DOMAIN_DEL_THROTTLE_GROUP (452).

        Returns None; the reply is empty.
        Flags: enums.DomainModificationImpact.
        Source: src/remote/remote_protocol.x.
        """
        self._call(procedures.DOMAIN_DEL_THROTTLE_GROUP, remote.DomainDelThrottleGroupArgs(dom, group, flags))

    def qemu_domain_monitor_command(self, dom: remote.Domain, cmd: str, flags: int = 0) -> str:
        """Call QEMU_PROC_DOMAIN_MONITOR_COMMAND (1).

        Returns ``result`` of the reply.
        Flags: enums.DomainQemuMonitorCommandFlags.
        Source: src/remote/qemu_protocol.x.
        """
        reply = self._call(procedures.QEMU_DOMAIN_MONITOR_COMMAND, qemu.DomainMonitorCommandArgs(dom, cmd, flags))
        return reply.result

    def qemu_domain_attach(self, pid_value: int, flags: int = 0) -> remote.Domain:
        """Call QEMU_PROC_DOMAIN_ATTACH (2).

        Returns ``dom`` of the reply.
        Source: src/remote/qemu_protocol.x.
        """
        reply = self._call(procedures.QEMU_DOMAIN_ATTACH, qemu.DomainAttachArgs(pid_value, flags))
        return reply.dom

    def qemu_domain_agent_command(self, dom: remote.Domain, cmd: str, timeout: int, flags: int = 0) -> str | None:
        """Call QEMU_PROC_DOMAIN_AGENT_COMMAND (3).

        Returns ``result`` of the reply.
        Source: src/remote/qemu_protocol.x.
        """
        reply = self._call(procedures.QEMU_DOMAIN_AGENT_COMMAND, qemu.DomainAgentCommandArgs(dom, cmd, timeout, flags))
        return reply.result

    def qemu_connect_domain_monitor_event_register(self, dom: remote.Domain | None, event: str | None, flags: int = 0) -> int:
        """Call QEMU_PROC_CONNECT_DOMAIN_MONITOR_EVENT_REGISTER (4).

        Returns ``callback_id`` of the reply.
        Flags: enums.ConnectDomainQemuMonitorEventRegisterFlags.
        Source: src/remote/qemu_protocol.x.
        """
        reply = self._call(procedures.QEMU_CONNECT_DOMAIN_MONITOR_EVENT_REGISTER, qemu.ConnectDomainMonitorEventRegisterArgs(dom, event, flags))
        return reply.callback_id

    def qemu_connect_domain_monitor_event_deregister(self, callback_id: int) -> None:
        """Call QEMU_PROC_CONNECT_DOMAIN_MONITOR_EVENT_DEREGISTER (5).

        Returns None; the reply is empty.
        Source: src/remote/qemu_protocol.x.
        """
        self._call(procedures.QEMU_CONNECT_DOMAIN_MONITOR_EVENT_DEREGISTER, qemu.ConnectDomainMonitorEventDeregisterArgs(callback_id))

    def qemu_domain_monitor_command_with_files(self, dom: remote.Domain, cmd: str, flags: int = 0) -> str:
        """Call QEMU_PROC_DOMAIN_MONITOR_COMMAND_WITH_FILES (7).

        Returns ``result`` of the reply.
        Flags: enums.DomainQemuMonitorCommandFlags.
        Source: src/remote/qemu_protocol.x.
        """
        reply = self._call(procedures.QEMU_DOMAIN_MONITOR_COMMAND_WITH_FILES, qemu.DomainMonitorCommandWithFilesArgs(dom, cmd, flags))
        return reply.result

    def lxc_domain_open_namespace(self, dom: remote.Domain, flags: int = 0) -> None:
        """Call LXC_PROC_DOMAIN_OPEN_NAMESPACE (1).

        Returns None; the reply is empty.
        Source: src/remote/lxc_protocol.x.
        """
        self._call(procedures.LXC_DOMAIN_OPEN_NAMESPACE, lxc.DomainOpenNamespaceArgs(dom, flags))
