"""Documents: their titles are names, and a question over two of them is answered by walking."""

from datetime import UTC, datetime

from kgmem.titles import Titles

AT = datetime(2024, 5, 1, tzinfo=UTC)
FILLER = (
    "The {} river is a river in the north. It rises in the hills, was mapped late and has two bridges and a mill.",
    "The village of {} lies on a hill. It has a church, a school and a small market that is held in autumn.",
)


def document(title, text, **more):
    return {
        "id": title,
        "text": text,
        "kind": "document",
        "session": title,
        "at": AT,
        "metadata": {"title": title},
    } | more


def library():
    """A film, its director, another director, and pages of other things."""
    return [
        document(
            "Glass Orchard", "Glass Orchard is a 1951 drama film. It was directed by Ilse Varga and shot in Trieste."
        ),
        document("Ilse Varga", "Ilse Varga (4 May 1909 - 1988) made twelve pictures. She grew up in Pécs."),
        document("Tomas Brandt", "Tomas Brandt (born 1920) was a director of drama films. He died in Lübeck."),
        *(
            document(f"{name} {place}", FILLER[place % 2].format(name))
            for place, name in enumerate(("Anselt", "Borund", "Cabrel", "Dorvin", "Estrel", "Fandor", "Gorlan"))
        ),
    ]


def titles(*passages):
    held = Titles()
    for number, (title, text) in enumerate(passages):
        held.add(number, title, text)
    return held


def ways(held):
    links = held.links()
    return {
        (source, int(target))
        for source in range(len(links.bounds) - 1)
        for target in links.targets[links.bounds[source] : links.bounds[source + 1]]
    }


def ids(found):
    return [hit.id for hit in found.episodes]


def test_the_second_document_is_found_by_the_name_in_the_first(memory):
    memory.observe_many(library())
    assert ids(memory.recall("When was the director of Glass Orchard born?", limit=2)) == [
        "Glass Orchard",
        "Ilse Varga",
    ]


def test_without_titles_nothing_leads_there(memory):
    memory.observe_many(library())
    found = memory.recall("When was the director of Glass Orchard born?", limit=2, mode="untitled")
    assert sorted(ids(found)) == ["Glass Orchard", "Tomas Brandt"]


def test_what_the_walk_adds_is_shown(memory):
    memory.observe_many(library())
    hit = memory.recall("When was the director of Glass Orchard born?", limit=2).episodes[1]
    assert hit.arms["walk"] > hit.score / 2
    assert abs(sum(hit.arms.values()) - hit.score) < 1e-5


def test_a_hidden_document_is_no_way_to_another(memory):
    memory.observe_many(library())
    memory.forget(episode="Glass Orchard")
    found = memory.recall("When was the director of Glass Orchard born?", limit=1)
    assert ids(found) == ["Tomas Brandt"]


def test_talk_keeps_its_scores_beside_documents(memory):
    memory.observe("I saw Glass Orchard with my brother, it was too long.", speaker="Ana", id="talk", at=AT)
    memory.observe_many(library())
    asked = "Who saw Glass Orchard?"
    walked, plain = (memory.recall(asked, mode=mode, limit=20).episodes for mode in ("score", "untitled"))
    assert {h.id: h.score for h in walked}["talk"] == {h.id: h.score for h in plain}["talk"]


def test_a_title_is_known_in_passages_that_came_before_it():
    one, other = ("Glass Orchard", "Directed by Ilse Varga."), ("Ilse Varga", "She made films.")
    assert ways(titles(one, other)) == {(0, 1), (1, 0)}
    assert ways(titles(other, one)) == {(0, 1), (1, 0)}


def test_a_longer_title_is_not_the_shorter_one_inside_it():
    held = titles(("A", "In New York City."), ("New York", "A state."), ("New York City", "A city."))
    assert ways(held) == {(0, 2), (2, 0)}


def test_a_title_of_one_common_word_is_named_in_capitals_only():
    held = titles(("A", "His mother left."), ("Mother (film)", "A film."), ("B", "He starred in Mother."))
    assert ways(held) == {(1, 2), (2, 1)}


def test_a_question_names_titles_whatever_their_capitals():
    held = titles(("God's Gift to Women", "A film."), ("Mother", "A film."))
    assert held.named("Who directed God'S Gift To Women?") == {0: 1.0}
    assert held.named("who directed god's gift to women") == {0: 1.0}
    assert held.named("Who is the mother of Lothar?") == {}


def test_a_title_of_several_passages_is_shared_among_them():
    held = titles(("Namibia", "Its coast."), ("Namibia", "Its rivers."))
    assert held.named("How long is the coast of Namibia?") == {0: 0.5, 1: 0.5}


def test_a_chinese_title_is_found_inside_a_sentence():
    held = titles(("玻璃果园", "这部电影由瓦尔加执导。"), ("瓦尔加", "她出生于佩奇。"))
    assert ways(held) == {(0, 1), (1, 0)}
    assert held.named("玻璃果园的导演是谁？") == {0: 1.0}
