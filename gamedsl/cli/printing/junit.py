"""Writes the results of tests as JUnit XML, which build servers show."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

from gamedsl.values import frozen


@frozen
class Case:
    """One test: its file and name; `failure` gives the reason in lines of text (empty if it passed), `skipped` why it was not run."""

    file: str
    name: str
    failure: str
    skipped: str = ""


def junit(cases: Sequence[Case]) -> str:
    """Returns the XML text, with a suite for each file, in order."""
    root = ElementTree.Element("testsuites", _numbers(cases))
    for file in dict.fromkeys(case.file for case in cases):
        own = [case for case in cases if case.file == file]
        suite = ElementTree.SubElement(root, "testsuite", {"name": file, **_numbers(own)})
        for case in own:
            element = ElementTree.SubElement(suite, "testcase", {"classname": file, "name": case.name})
            if case.skipped:
                ElementTree.SubElement(element, "skipped", {"message": _printable(case.skipped)})
            if case.failure:
                first = case.failure.splitlines()[0].strip()
                failure = ElementTree.SubElement(element, "failure", {"message": _printable(first)})
                failure.text = _printable(case.failure)
    ElementTree.indent(root)
    return f'<?xml version="1.0" encoding="UTF-8"?>\n{ElementTree.tostring(root, encoding="unicode")}\n'


def _numbers(cases: Sequence[Case]) -> dict[str, str]:
    return {"tests": str(len(cases)), "failures": str(sum(bool(case.failure) for case in cases)), "errors": "0"}


def _printable(text: str) -> str:
    """Removes characters that XML cannot hold."""
    return "".join(sign for sign in text if sign in "\n\t" or sign >= " ")
