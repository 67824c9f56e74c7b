"""The golden guest image's builder: Debian packages in, a bootable qcow2 image out.

Nothing is mounted, no loop device is used and nothing is installed: packages are only unpacked. The disk
has a master boot record, a FAT partition with SYSLINUX, kernel and initramfs, and an ext4 partition with a
busybox system and the guest agent. `tests.lab.image` calls it and keeps the result.
"""
