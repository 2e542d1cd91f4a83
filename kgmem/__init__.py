"""kgmem: a graph-native knowledge memory engine for AI agents.

with Memory.open("ana.kgmem", timezone="Europe/Lisbon") as memory:
    memory.observe("I moved to Porto last month.", speaker="Ana", at="2026-06-03T09:00:00+01:00")
    print(memory.recall("Where does Ana live?").context(max_tokens=300))
"""

from kgmem.asynchronous import AsyncMemory
from kgmem.consolidating import Consolidation
from kgmem.cypher import Table
from kgmem.decisions import Conflict, Decision
from kgmem.embed import Encoded, Encoder
from kgmem.errors import (
    ClosedError,
    ConfigError,
    CorruptError,
    EncoderError,
    EncoderMismatch,
    ExtractionError,
    InvalidArgument,
    KgmemError,
    LLMError,
    LockedError,
    NotAStore,
    OntologyError,
    QueryError,
    ReadOnlyQuery,
    ShortTermError,
    StoreError,
    VersionError,
)
from kgmem.hub import Hub
from kgmem.ingesting import Ingested
from kgmem.llm import LLM
from kgmem.memory import Memory
from kgmem.migrating import migrate
from kgmem.procedure import Procedure, ProcedureStep
from kgmem.ranker import Ranker
from kgmem.recollection import Recollection
from kgmem.records import (
    Answer,
    CauseClaim,
    Change,
    Conversation,
    Entity,
    Episode,
    EpisodeHit,
    Event,
    EventClaim,
    EventHit,
    Evidence,
    Extraction,
    Extractor,
    Fact,
    FactClaim,
    FactHit,
    Link,
    Mention,
    Participant,
    Path,
    Pin,
    Quote,
    Redaction,
    Repeat,
    Summary,
    Topic,
    Violation,
)
from kgmem.temporal import BEGINNING, FOREVER, Span
from kgmem.tuning import Tuned

__version__ = "0.1.0"
from kgmem.backup import Manifest, restore
from kgmem.causality import Chain, Chains, Step
from kgmem.differences import Changed, Difference
from kgmem.doubts import Doubt
from kgmem.endings import Ending, Version
from kgmem.erasure import Erasure, ErasurePlan
from kgmem.extracting import Extracted, extract
from kgmem.fading import Faded, SweepPolicy
from kgmem.gist import Compressed, Dropped
from kgmem.hub_recollection import HubRecollection, OwnedHit
from kgmem.importing import Imported
from kgmem.inferring import Inferred
from kgmem.looking import Alias, Known
from kgmem.lost import WhyNot
from kgmem.marks import Receipt
from kgmem.memory_view import MemoryView
from kgmem.metrics import Metrics
from kgmem.metrics_report import MetricsReport, Spread
from kgmem.packing import Context, LeftOut
from kgmem.profile import Aspect, Profile, Trait
from kgmem.promoting import Promotion
from kgmem.records import Forgetting, Pending
from kgmem.redact import Policy
from kgmem.residues import Residue
from kgmem.samples import Accuracy
from kgmem.scan import Leak
from kgmem.session import Ended, Session
from kgmem.short_term import Ring, ShortTerm, ToolCall, Turn
from kgmem.snapshot import SnapshotInfo
from kgmem.spending import Usage
from kgmem.sweeping import Sweep
from kgmem.timeline import Moment
from kgmem.tracing import Stage
from kgmem.truncating import Truncated, fitted, truncated
from kgmem.working import Messages, Section, WorkingMemory

__all__ = [
    "BEGINNING",
    "FOREVER",
    "LLM",
    "Accuracy",
    "Alias",
    "Answer",
    "Aspect",
    "AsyncMemory",
    "CauseClaim",
    "Chain",
    "Chains",
    "Change",
    "Changed",
    "ClosedError",
    "Compressed",
    "ConfigError",
    "Conflict",
    "Consolidation",
    "Context",
    "Conversation",
    "CorruptError",
    "Decision",
    "Difference",
    "Doubt",
    "Dropped",
    "Encoded",
    "Encoder",
    "EncoderError",
    "EncoderMismatch",
    "Ended",
    "Ending",
    "Entity",
    "Episode",
    "EpisodeHit",
    "Erasure",
    "ErasurePlan",
    "Event",
    "EventClaim",
    "EventHit",
    "Evidence",
    "Extracted",
    "Extraction",
    "ExtractionError",
    "Extractor",
    "Fact",
    "FactClaim",
    "FactHit",
    "Faded",
    "Forgetting",
    "Hub",
    "HubRecollection",
    "Imported",
    "Inferred",
    "Ingested",
    "InvalidArgument",
    "KgmemError",
    "Known",
    "LLMError",
    "Leak",
    "LeftOut",
    "Link",
    "LockedError",
    "Manifest",
    "Memory",
    "MemoryView",
    "Mention",
    "Messages",
    "Metrics",
    "MetricsReport",
    "Moment",
    "NotAStore",
    "OntologyError",
    "OwnedHit",
    "Participant",
    "Path",
    "Pending",
    "Pin",
    "Policy",
    "Procedure",
    "ProcedureStep",
    "Profile",
    "Promotion",
    "QueryError",
    "Quote",
    "Ranker",
    "ReadOnlyQuery",
    "Receipt",
    "Recollection",
    "Redaction",
    "Repeat",
    "Residue",
    "Ring",
    "Section",
    "Session",
    "ShortTerm",
    "ShortTermError",
    "SnapshotInfo",
    "Span",
    "Spread",
    "Stage",
    "Step",
    "StoreError",
    "Summary",
    "Sweep",
    "SweepPolicy",
    "Table",
    "ToolCall",
    "Topic",
    "Trait",
    "Truncated",
    "Tuned",
    "Turn",
    "Usage",
    "Version",
    "VersionError",
    "Violation",
    "WhyNot",
    "WorkingMemory",
    "__version__",
    "extract",
    "fitted",
    "migrate",
    "restore",
    "truncated",
]
