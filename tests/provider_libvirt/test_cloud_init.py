"""The seed disk: read back by pycdlib, by name in both extensions."""

import io

import pycdlib
import pytest

from purevirt.provider.libvirt.cloud_init import SECTOR_BYTES, meta_data, seed_iso


def files_of(image: bytes, *, joliet: bool) -> dict[str, bytes]:
    """Return the files of an image as a guest sees them through Joliet or through Rock Ridge."""
    iso = pycdlib.PyCdlib()
    iso.open_fp(io.BytesIO(image))
    try:
        found = {}
        children = iso.list_children(joliet_path="/") if joliet else iso.list_children(rr_path="/")
        for child in children:
            if child is None or child.is_dot() or child.is_dotdot():
                continue
            name = child.file_identifier().decode("utf-16_be") if joliet else child.rock_ridge.name().decode()
            content = io.BytesIO()
            if joliet:
                iso.get_file_from_iso_fp(content, joliet_path=f"/{name}")
            else:
                iso.get_file_from_iso_fp(content, rr_path=f"/{name}")
            found[name] = content.getvalue()
        return found
    finally:
        iso.close()


@pytest.mark.parametrize("joliet", [True, False])
@pytest.mark.parametrize(
    "user_data", [b"", b"#cloud-config\r\nx: 1\r\n", bytes(range(256)) * 4096, b"\xff\xfe"]
)
def test_seed_carries_every_file_byte_for_byte(user_data: bytes, joliet: bool) -> None:
    """User-data of 0 bytes, 1 MiB, CRLF and not UTF-8 arrive unchanged under lower-case names: G16, G17."""
    image = seed_iso(user_data=user_data, meta_data=b"instance-id: i\n", network_config=b"version: 2\n")
    assert len(image) % SECTOR_BYTES == 0
    assert files_of(image, joliet=joliet) == {
        "user-data": user_data,
        "meta-data": b"instance-id: i\n",
        "network-config": b"version: 2\n",
    }


def test_seed_is_labelled_cidata() -> None:
    """cloud-init finds the disk by its label: the volume identifier at offset 40 of sector 16."""
    image = seed_iso(user_data=None, meta_data=b"x")
    start = 16 * SECTOR_BYTES + 40
    assert image[start : start + 32].decode().rstrip() == "cidata"


def test_seed_without_user_data_has_an_empty_config() -> None:
    """NoCloud ignores a disk that lacks either file."""
    found = files_of(seed_iso(user_data=None, meta_data=b"x"), joliet=False)
    assert found == {"user-data": b"#cloud-config\n{}\n", "meta-data": b"x"}


def test_meta_data_quotes_its_values() -> None:
    """A value can neither end its line nor turn into a number."""
    text = meta_data(instance_id='a": b\nc', host_name="123")
    assert text == 'instance-id: "a\\": b\\nc"\nlocal-hostname: "123"\n'
