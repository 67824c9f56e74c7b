"""Every procedure that the lab's libvirtd can answer, compared with what libvirt's own binding says."""
