"""Readers beside a writer never see half a write, and never go back in time."""

import pytest

from benchmarks.stress import measure

pytestmark = pytest.mark.engine


def test_eight_readers_beside_a_writer_see_whole_writes(engine, tmp_path):
    report, odd = measure(3, 8, tmp_path, engine=engine)
    assert odd == []
    assert (report.metrics["inconsistencies"], report.metrics["errors"]) == (0, 0)
    assert report.metrics["reads/beside"] > 0
    assert report.n > 400
