"""The list of cases in testing.md and the tests that cite them agree."""

import re

from tests.docs.cases import ID, citations
from tests.docs.recipe import ROOT

PAGE = (ROOT / "docs" / "testing.md").read_text()
LIST = PAGE[PAGE.index("## Cases\n") : PAGE.index("## Variables\n")]


def test_every_listed_case_is_cited_and_the_other_way_round() -> None:
    """An id that nothing pins is missing a test; one that is not listed is misspelt, or not listed yet."""
    listed = set(ID.findall("\n".join(re.findall(r"^\| [^|]* \| (.*) \|$", LIST, re.MULTILINE))))
    cited = citations()
    assert listed - cited.keys() == set(), "listed in docs/testing.md, cited by no test"
    assert cited.keys() - listed == set(), "cited by a test, not listed in docs/testing.md"
    assert len(listed) > 150
