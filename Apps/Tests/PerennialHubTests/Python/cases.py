"""Runs cases one after the other, and prints a line of JSON for each."""

import json
import sys
import traceback

_cases = []


def case(function):
    """Registers a case. Its name is that of the function."""
    _cases.append(function)
    return function


def run(world):
    """Runs all registered cases on a world that they share."""
    for function in _cases:
        line = {"case": function.__name__, "passed": True, "detail": ""}
        try:
            function(world)
        except Exception:
            line["passed"] = False
            line["detail"] = traceback.format_exc(limit=-3)
        print(json.dumps(line), flush=True)
    sys.exit(0)


def expect(condition, detail=""):
    """Fails the case unless the condition holds."""
    if not condition:
        raise AssertionError(detail)


def equal(left, right):
    """Fails the case unless both values are equal."""
    expect(left == right, f"{left!r} != {right!r}")
