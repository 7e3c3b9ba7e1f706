"""JUnit XML reports: a build server shows claims like tests."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from gametheory.numbers.visible import visible
from gametheory.render.manifest import Manifest
from gametheory.render.mathml import plain_text
from gametheory.render.overview import group_by_source
from gametheory.render.status_symbols import amount_checked, mismatch, subject


def junit_xml(manifest: Manifest) -> str:
    """Return a test suite for each source, with a test case for each claim. An unexpected verdict is a failure.

    A failure gives the expected status, the computed status, and the counterexample or reason. The output of a test
    case is the label of the verdict, what was checked, and the number of cases. The property `kept` marks a verdict
    from an earlier run, and the property `meaning` says what the label establishes.

    Parameters
    ----------
    manifest
        The manifest of a run.

    Examples
    --------
    >>> print(junit_xml({"claims": [], "problems": []}))
    <?xml version="1.0" encoding="UTF-8"?>
    <testsuites name="gametheory" tests="0" failures="0" time="0.000" />
    """
    root = Element("testsuites", {"name": "gametheory"} | _totals(manifest["claims"]))
    for source, claims in group_by_source(manifest["claims"]).items():
        suite = SubElement(root, "testsuite", {"name": visible(source)} | _totals(claims))
        for item in claims:
            _case(suite, item, manifest["statuses"][item["label"]])
    if problems := manifest["problems"]:
        _problems(root, problems)
    indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{tostring(root, encoding="unicode")}'


def _problems(root: Element, problems: list[str]) -> None:
    """Add a suite with a failure for each difference from the file of expected verdicts."""
    count = {"tests": str(len(problems)), "failures": str(len(problems))}
    suite = SubElement(root, "testsuite", {"name": "expected verdicts"} | count | {"time": "0.000"})
    for line in problems:
        case = SubElement(suite, "testcase", {"classname": "expected verdicts", "name": visible(line), "time": "0.000"})
        SubElement(case, "failure", {"type": "expected verdicts", "message": visible(line)})
    for name in count:
        root.set(name, str(int(root.get(name, "0")) + len(problems)))


def _totals(claims: list[dict[str, Any]]) -> dict[str, str]:
    failures = sum(not item["matches_expected"] for item in claims)
    seconds = sum(item["seconds"] for item in claims)
    return {"tests": str(len(claims)), "failures": str(failures), "time": f"{seconds:.3f}"}


def _case(suite: Element, item: dict[str, Any], meaning: str) -> None:
    names = {"classname": visible(item["source"]), "name": visible(item["id"]), "time": f"{item['seconds']:.3f}"}
    case = SubElement(suite, "testcase", names)
    properties = SubElement(case, "properties")
    SubElement(properties, "property", {"name": "meaning", "value": meaning})
    if item["kept"]:
        SubElement(properties, "property", {"name": "kept", "value": "true"})
    if item.get("skipped"):
        SubElement(case, "skipped", {"message": visible(item["skipped"])})
    if not item["matches_expected"]:
        failure = SubElement(case, "failure", {"type": item["status"], "message": mismatch(item)})
        failure.text = visible(_reasons(item))
    output = SubElement(case, "system-out")
    output.text = visible(", ".join(filter(None, (item["label"], plain_text(subject(item)), amount_checked(item)))))


def _reasons(item: dict[str, Any]) -> str:
    """Return the statement, its counterexample, and the reason of an open verdict."""
    lines = [item["statement"]]
    if item["witness"]:
        lines.append(f"counterexample: {item['witness']['case']}: {item['witness']['explanation']}")
    if item["status"] == "open":
        lines += [each["text"] for each in item["evidence"] if each["kind"] == "text"]
    return "\n".join(plain_text(line) for line in lines)
