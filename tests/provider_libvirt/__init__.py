"""Tests of the libvirt backend."""
