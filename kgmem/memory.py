"""The engine: one memory, opened from a folder; the stages of observe and recall meet here, in order.

observe: read -> redact -> extract -> resolve -> reconcile -> journal -> graph -> indexes
recall:  read -> nominate -> fuse -> expand -> fuse again with the graph -> recollection
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta, tzinfo
from reprlib import repr
from types import TracebackType
from typing import Any, Literal

from kgmem import opening, temporal
from kgmem.access import When
from kgmem.encoders import EncoderSpec, load_encoder
from kgmem.errors import InvalidArgument, NotAStore
from kgmem.extract_rules import RuleExtractor
from kgmem.folder import Folder, check_file_system
from kgmem.holdings import BATCH, Holdings, new_meta, with_encoder
from kgmem.ingesting import Ingesting
from kgmem.llm import LLM
from kgmem.memory_view import MemoryView
from kgmem.messages import Reader
from kgmem.ontology import Entry
from kgmem.ontology import load as load_ontology
from kgmem.progress import Progress, watched
from kgmem.ranker import Ranker
from kgmem.ranker import chosen as chosen_ranker
from kgmem.records import (
    Change,
    Episode,
    Extractor,
)
from kgmem.redact import Policy
from kgmem.snapshot import Snapshot
from kgmem.temporal import Clock


class Memory(Monitoring):
