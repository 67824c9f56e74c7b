"""GLib's own reader of key files, which libvirt uses, as an oracle."""

import ctypes


class KeyFile:
    """A key file as GLib reads it.

    Raises:
        ValueError: GLib does not take it for one.
    """

    def __init__(self, data: bytes) -> None:
        self._glib = ctypes.CDLL("libglib-2.0.so.0")
        self._glib.g_key_file_new.restype = ctypes.c_void_p
        pointer, text = ctypes.c_void_p, ctypes.c_char_p
        self._glib.g_key_file_load_from_data.argtypes = [
            pointer,
            text,
            ctypes.c_size_t,
            ctypes.c_int,
            pointer,
        ]
        self._glib.g_key_file_has_group.argtypes = [pointer, text]
        self._glib.g_key_file_get_string.argtypes = [pointer, text, text, pointer]
        self._glib.g_key_file_get_string.restype = pointer
        self._glib.g_key_file_unref.argtypes = [pointer]
        self._glib.g_free.argtypes = [pointer]
        self._file = self._glib.g_key_file_new()
        if not self._glib.g_key_file_load_from_data(self._file, data, len(data), 0, None):
            self.close()
            raise ValueError("not a key file")

    def close(self) -> None:
        """Free it."""
        self._glib.g_key_file_unref(self._file)

    def has_group(self, group: bytes) -> bool:
        """Return whether there is a group of that name."""
        return bool(self._glib.g_key_file_has_group(self._file, group))

    def get(self, group: bytes, key: bytes) -> bytes | None:
        """Return a value, or None if there is none that is text."""
        found = self._glib.g_key_file_get_string(self._file, group, key, None)
        if not found:
            return None
        value = ctypes.string_at(found)
        self._glib.g_free(found)
        return value


def libvirt_login(data: bytes, host: bytes) -> dict[str, str] | None:
    """Return what libvirt finds in an auth file, by its rules; None if it is an error."""
    try:
        file = KeyFile(data)
    except ValueError:
        return None
    try:
        group = b"auth-libvirt-" + host
        if not file.has_group(group):
            group = b"auth-libvirt-default"
        if not file.has_group(group):
            return {}
        name = file.get(group, b"credentials")
        if name is None or not file.has_group(b"credentials-" + name):
            return None
        values = {
            key: file.get(b"credentials-" + name, key.encode())
            for key in ("username", "authname", "password")
        }
        return {key: value.decode() for key, value in values.items() if value is not None}
    finally:
        file.close()
