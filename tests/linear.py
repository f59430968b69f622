"""Checks that what people said at a table, and saw of it, fits one order, whichever servers they were connected to: writing is
linearizable, and nobody sees what is not written. A picture may be older than what another server has acknowledged, because a
server reads what others have written a moment later.

The log has the final order of the lines, so there is nothing to search for: an operation takes effect between its
beginning and its end, and those that ended before another began come before it.
"""

import collections

# A line that was said, or the last line that somebody was shown who asked for the table. end None: it was not acknowledged.
Operation = collections.namedtuple("Operation", "is_read line began ended")


def violation(order, operations):
    """What is wrong with the operations, given the final order of the lines. None if nothing is."""
    place = {line: i for i, line in enumerate(order)}
    if len(place) != len(order):
        return "a line is in the log twice"
    for operation in operations:
        if operation.ended is not None and operation.line not in place:
            return f"{'a line that was shown' if operation.is_read else 'an acknowledged line'} is not in the log: {operation.line}"
    ends = sorted((operation.ended, place[operation.line]) for operation in operations if operation.ended is not None)
    n, last = 0, -1  # the last place of those that ended before
    for operation in sorted(operations, key=lambda operation: operation.began):
        while n < len(ends) and ends[n][0] < operation.began:
            last = max(last, ends[n][1])
            n += 1
        at = place.get(operation.line)
        if not operation.is_read and at is not None and at <= last:
            return f"a line comes before one that was acknowledged or shown earlier: {operation.line}"
    return None


def test():
    """Planted violations are found, and only they."""
    def said(line, began, ended):
        return Operation(False, line, began, ended)

    def shown(line, began, ended):
        return Operation(True, line, began, ended)

    good = [said("a", 0, 2), said("b", 1, 3), shown("b", 2, 4), shown("a", 1, 5), said("c", 6, None), said("d", 7, 9), shown("d", 10, 11)]
    assert violation("abd", good) is None and violation("abcd", good) is None and violation("abdc", good[:-1]) is None
    for order, operations, words in (("abc", good, "is not in the log"), ("abdb", good, "twice"), ("bda", good, "acknowledged or shown earlier"),
                                     ("abd", [*good, shown("x", 12, 13)], "is not in the log"),
                                     ("abd", [*good, shown("d", 3, 5)], "acknowledged or shown earlier")):  # shown before it was said
        assert words in (violation(order, operations) or ""), (order, violation(order, operations))
