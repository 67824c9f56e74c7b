"""Any text is a syntax tree that resolves to an IR, or an XdrgenError that names the place.

The input is UTF-8; bytes that are not are replaced, since files are read as text.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from xdrgen.errors import XdrgenError, XdrSemanticError, XdrSyntaxError
from xdrgen.parser import parse
from xdrgen.resolve import resolve

if TYPE_CHECKING:
    from collections.abc import Iterator


def check(data: bytes) -> None:
    """Parse the input, and look its names up."""
    text = data.decode("utf-8", "replace")
    try:
        resolve(parse(text, "file.x"), [], {"HEADER": 5})
    except (XdrSyntaxError, XdrSemanticError) as error:
        assert error.file == "file.x"
        assert 0 <= error.line <= text.count("\n") + 1, "a line that is not in the file"
    except XdrgenError as error:
        assert "file.x" in str(error), error


def seeds() -> Iterator[bytes]:
    """Yield definitions of every kind."""
    texts = [
        "const LIMIT = 0x10;\ntypedef string name<LIMIT>;\n",
        "struct pair { int a; unsigned hyper b; opaque c[16]; opaque d<>; };\n",
        "enum colour { RED = 1, GREEN = RED, BLUE = -3 };\n",
        "union either switch (int kind) { case 1: int a; case 2: case 3: void; default: string s<>; };\n",
        "struct list { pair *next; int row<LIMIT>; char text[010]; };\n",
        '%#include "other.h"\n/* note */ typedef unsigned short port;\n',
        "typedef struct { bool yes; double share; } inner;\n",
        "const A = HEADER;\nconst B = A;\ntypedef int rows[B];\n",
        "union u switch (bool b) { case 1: struct { int x; } s; };\n",
        "const = 1;",
        "struct s { int a",
        "/* endless",
        "const A = 09;",
        "const A = A;",
        "typedef s s; struct s { s a; };",
        "struct a { b x; }; struct b { a *x; };",
        "typedef a b; typedef b a;",
        "struct s { " + "struct { " * 300,
        "union u switch (int k) { case 1: " + "union switch (int k) { case 1: " * 200,
        f"const A = {'9' * 5000};",
        "typedef int b0; " + "".join(f"typedef b{n} b{n + 1}; " for n in range(9)),
        "const A = 99999999999999999999;\ntypedef int rows<A>;",
    ]
    for text in texts:
        yield text.encode()
