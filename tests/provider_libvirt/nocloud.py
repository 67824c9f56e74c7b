"""cloud-init's own NoCloud data source on one image; run by the system's python3 with cloud-init's modules.

Stood in for are the two things that need a block device: blkid is asked about the image's file, and instead
of a mount there is a folder with the files that isoinfo found in it. Arguments: image, isoinfo, an empty
folder. Prints one JSON object.
"""

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from cloudinit import helpers, util  # type: ignore[import-not-found]  # the system's python3 has them, not ours
from cloudinit.sources import DataSourceNoCloud  # type: ignore[import-not-found]  # as above

image, isoinfo, folder = sys.argv[1], sys.argv[2], Path(sys.argv[3])


def run(*argv: str) -> bytes:
    return subprocess.run(argv, check=True, stdout=subprocess.PIPE).stdout


def find_devs_with(criteria: str) -> list[str]:
    facts = run("blkid", "-p", "-o", "export", image).decode().splitlines()
    return [image] if criteria in facts else []


def mount_cb(device: str, callback: Callable[[str, object], object], data: object) -> object:
    assert device == image
    mounted = folder / "mounted"
    mounted.mkdir()
    for line in run(isoinfo, "-R", "-f", "-i", image).decode().split():
        (mounted / line.lstrip("/")).write_bytes(run(isoinfo, "-R", "-x", line, "-i", image))
    return callback(str(mounted), data)


util.find_devs_with, util.mount_cb = find_devs_with, mount_cb
paths = helpers.Paths({"cloud_dir": str(folder / "lib"), "run_dir": str(folder / "run")})
source = DataSourceNoCloud.DataSourceNoCloud({}, None, paths)
found = source.get_data()
user_data = source.get_userdata_raw()
answer = {
    "found": found,
    "seed": source.seed,
    "instance_id": source.get_instance_id(),
    "host_name": source.metadata.get("local-hostname"),
    "user_data": user_data if isinstance(user_data, str) else user_data.decode("latin-1"),
    "network_config": source.network_config,
}
sys.stdout.write(json.dumps(answer))
