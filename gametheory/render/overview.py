"""The arrangement of a report: findings, sources in their order, and false statements in groups, from the overview."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from gametheory.render.manifest import Manifest
from gametheory.render.status_symbols import FALSE_AS_PRINTED

TITLE = "Which of the claims are true?"
OTHERS = "Other false statements"


def findings(manifest: Manifest) -> list[dict[str, Any]]:
    """Return the findings of the overview: `claim`, `headline`, `truth` (text), `figure` (or None) and `link` (or "").

    The truth is the overview's, or else the correction of the claim.
    """
    by_id = {item["id"]: item for item in manifest["claims"]}
    links = {each["source"]: each["link"] for each in manifest["overview"]["sources"]}
    return [
        {
            "claim": by_id[entry["claim"]],
            "headline": entry["headline"],
            "truth": entry["truth"] or (by_id[entry["claim"]]["correction"] or {}).get("statement", ""),
            "figure": first_figure(by_id[entry["claim"]]["evidence"]),
            "link": links.get(by_id[entry["claim"]]["source"], ""),
        }
        for entry in manifest["overview"]["findings"]
        if entry["claim"] in by_id
    ]


def picture(manifest: Manifest) -> dict[str, Any] | None:
    """Return the figure next to the introduction: the first one of the claim or appendix that the overview names."""
    named = manifest["overview"]["picture"]
    items = [item for item in (*manifest["claims"], *manifest["appendices"]) if item["id"] == named]
    return first_figure(items[0]["evidence"]) if items else None


def first_figure(evidence: Iterable[dict[str, Any]]) -> dict[str, Any] | None:
    """Return the first figure among items of evidence; None if there is none."""
    return next((item for item in evidence if item["kind"] == "figure"), None)


def sources(manifest: Manifest) -> list[dict[str, Any]]:
    """Return each source with its claims, appendices, link and sentence: those of the overview first, in its order."""
    claims = group_by_source(manifest["claims"])
    about = {each["source"]: each for each in manifest["overview"]["sources"] if each["source"] in claims}
    own = set(manifest["overview"]["own"])
    return [
        {
            "name": source,
            "link": about.get(source, {}).get("link", ""),
            "about": about.get(source, {}).get("about", ""),
            "claims": claims[source],
            "false": sum(item["status"] in FALSE_AS_PRINTED and item["id"] not in own for item in claims[source]),
            "appendices": [item for item in manifest["appendices"] if item["source"] == source],
        }
        for source in dict.fromkeys([*about, *claims])
    ]


def group_by_source(claims: Iterable[dict[str, Any]]) -> dict[str, list[dict[str, Any]]]:
    """Return the claims of each source, both in the order of the manifest."""
    groups: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for item in claims:
        groups[item["source"]].append(item)
    return dict(groups)


def false_statements(manifest: Manifest) -> dict[str, list[dict[str, Any]]]:
    """Return the false statements of the sources in the groups of the overview; without groups, by source.

    The author's own statements are left out: they are no errors of a source. The last group has what is in no other.
    """
    own = set(manifest["overview"]["own"])
    false = [item for item in manifest["claims"] if item["status"] in FALSE_AS_PRINTED and item["id"] not in own]
    groups = manifest["overview"]["groups"]
    return dict(_grouped(false, groups)) if groups else group_by_source(false)


def _grouped(
    false: list[dict[str, Any]], groups: Mapping[str, Iterable[str]]
) -> Iterator[tuple[str, list[dict[str, Any]]]]:
    by_id = {item["id"]: item for item in false}
    for kind, ids in groups.items():
        if items := [by_id.pop(id) for id in ids if id in by_id]:
            yield kind, items
    if by_id:
        yield OTHERS, list(by_id.values())


def own_statements(manifest: Manifest) -> list[dict[str, Any]]:
    """Return the author's own claims, in the order of the manifest."""
    own = set(manifest["overview"]["own"])
    return [item for item in manifest["claims"] if item["id"] in own]
