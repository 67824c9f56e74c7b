"""Print the files that pip would install, of a report that it wrote: `python tools/list_report.py FILE`."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from urllib.parse import unquote, urlsplit


def files(report: Path) -> list[str]:
    """Return the names of what comes from elsewhere, without the project itself."""
    taken = [one["download_info"] for one in json.loads(report.read_text())["install"]]
    urls = [urlsplit(one["url"]) for one in taken if "dir_info" not in one]
    return sorted((Path(unquote(url.path)).name for url in urls), key=str.lower)


if __name__ == "__main__":
    for name in files(Path(sys.argv[1])):
        print(f"   {name}")
