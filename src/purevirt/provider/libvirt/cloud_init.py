"""The seed disk that cloud-init's NoCloud source reads at first boot.

It carries nothing secret and nothing of a cluster: which cluster a machine joins is known only when it is
configured, long after its first boot.
"""

from __future__ import annotations

import io
import json

import pycdlib

SECTOR_BYTES = 2048
_LABEL = "cidata"
_DEFAULT_USER_DATA = "#cloud-config\n{}\n"


def meta_data(*, instance_id: str, host_name: str) -> str:
    """Return NoCloud's meta-data: YAML with JSON's strings, so that nothing needs quoting of ours.

    cloud-init does a new machine's work only when `instance_id` is one it has not seen on that disk.
    """
    return f"instance-id: {json.dumps(instance_id)}\nlocal-hostname: {json.dumps(host_name)}\n"


def seed_iso(*, user_data: bytes | None, meta_data: bytes, network_config: bytes | None = None) -> bytes:
    """Return an ISO 9660 image labelled `cidata`, a multiple of 2,048 bytes long, its files byte for byte.

    The names need more than plain ISO 9660, which has no lower case and no dash. Linux reads Rock Ridge where
    it is there, Joliet otherwise; both are written, so that every guest sees `user-data` and `meta-data`.

    Args:
        user_data: what cloud-init runs; None stands for an empty cloud-config.
        meta_data: see `meta_data`.
        network_config: NoCloud's network-config, or None for none.
    """
    files = {
        "meta-data": meta_data,
        "user-data": _DEFAULT_USER_DATA.encode() if user_data is None else user_data,
    }
    if network_config is not None:
        files["network-config"] = network_config
    iso = pycdlib.PyCdlib()
    iso.new(interchange_level=3, vol_ident=_LABEL, joliet=3, rock_ridge="1.09")
    try:
        for name, content in files.items():
            plain = "".join(char for char in name.upper() if char.isalnum())[:8]
            iso.add_fp(
                io.BytesIO(content),
                len(content),
                iso_path=f"/{plain}.;1",
                rr_name=name,
                joliet_path=f"/{name}",
                file_mode=0o100444,
            )
        image = io.BytesIO()
        iso.write_fp(image)
    finally:
        iso.close()
    return image.getvalue() + bytes(-len(image.getvalue()) % SECTOR_BYTES)
