"""How a happening is put in a question or an answer: `lost the red tent`, `弄丢了红色帐篷`."""

from __future__ import annotations

import re

from benchmarks.synth.world import Happening, Lang, World

PHRASES: dict[str, tuple[str, str, str]] = {
    # kind: after "did she", as "she ...", in Chinese after the name
    "move": ("move to {to}", "moved to {to}", "搬到{to}"),
    "start_job": ("start working for {firm}", "started working for {firm}", "开始在{firm}工作"),
    "leave_job": ("leave {firm}", "left {firm}", "离开{firm}"),
    "promotion": ("get promoted to {job}", "got promoted to {job}", "升职为{job}"),
    "start_dating": ("get together with {with}", "got together with {with}", "和{with}在一起"),
    "engage": ("get engaged to {with}", "got engaged to {with}", "和{with}订婚"),
    "marry": ("marry {with}", "married {with}", "和{with}结婚"),
    "break_up": ("break up with {with}", "broke up with {with}", "和{with}分手"),
    "divorce": ("get divorced from {with}", "got divorced from {with}", "和{with}离婚"),
    "birth": ("have {child}", "had a baby, {child}", "生下{child}"),
    "adopt_pet": ("adopt {pet}", "adopted {pet}", "领养{pet}"),
    "pet_dies": ("lose {pet}", "lost {pet}, who died", "失去{pet}"),
    "buy": ("buy the {thing}", "bought the {thing}", "买{thing}"),
    "sell": ("sell the {thing}", "sold the {thing}", "卖掉{thing}"),
    "lose": ("lose the {thing}", "lost the {thing}", "失去{thing}"),
    "travel": ("travel to {to}", "travelled to {to}", "去{to}旅行"),
    "accident": ("have an accident", "had an accident", "出事故"),
    "fall_ill": ("come down with {condition}", "came down with {condition}", "患上{condition}"),
    "recover": ("get over the {condition}", "got over the {condition}", "从{condition}中康复"),
    "start_project": ("take on {project}", "took on {project}", "开始负责{project}"),
    "finish_project": ("finish {project}", "finished {project}", "完成{project}"),
    "join": ("join the {club}", "joined the {club}", "加入{club}"),
    "leave": ("leave the {club}", "left the {club}", "退出{club}"),
    "start_studies": ("start studying at {school}", "started studying at {school}", "开始在{school}读书"),
    "graduate": ("graduate from {school}", "graduated from {school}", "从{school}毕业"),
    "meet": ("get to know {with}", "got to know {with}", "认识{with}"),
    "quarrel": ("quarrel with {with}", "quarrelled with {with}", "和{with}吵架"),
    "make_up": ("make up with {with}", "made up with {with}", "和{with}和好"),
    "start_liking": ("take a liking to {thing}", "took a liking to {thing}", "喜欢上{thing}"),
    "go_off": ("go off {thing}", "went off {thing}", "不再喜欢{thing}"),
    "start_learning": ("start learning {language}", "started learning {language}", "开始学{language}"),
    "start_diet": ("go on a {diet} diet", "went on a {diet} diet", "开始{diet}"),
    "firm_moves": ("move to {to}", "moved to {to}", "迁到{to}"),
    "firm_closes": ("close down", "closed down", "倒闭"),
    "exam": ("take the {field} exam", "took the {field} exam", "参加{field}考试"),
    "exam/passed": ("pass the {field} exam", "passed the {field} exam", "通过{field}考试"),
    "exam/failed": ("fail the {field} exam", "failed the {field} exam", "没通过{field}考试"),
    "mood/happy": ("feel happy", "felt happy", "很开心"),
    "mood/sad": ("feel sad", "felt sad", "很难过"),
    "mood/stressed": ("feel stressed", "felt stressed", "压力很大"),
    "mood/tired": ("feel tired", "felt tired", "很累"),
    "celebrate": ("celebrate", "celebrated", "庆祝"),
}
FAILED = ("the plan to {base} fell through", "{zh}的计划落空了")
COUNTABLE = ("broken wrist", "broken ankle", "concussion", "migraine")
SLOT = re.compile(r"\{(\w+)\}")


def _key(happening: Happening) -> str:
    what = happening.params.get("outcome") or happening.params.get("feeling")
    return f"{happening.kind}/{what}" if f"{happening.kind}/{what}" in PHRASES else happening.kind


def noun(world: World, id: str, lang: Lang) -> str:
    """A name with the article it needs within a sentence: a broken wrist, the flu."""
    name = world.name(id, lang)
    if lang == "en" and id[:1] == "x" and world.thing(id).kind == "condition":
        return {"flu": "the flu"}.get(name, f"a {name}" if name in COUNTABLE else name)
    return name


def _names(world: World, happening: Happening, lang: Lang) -> dict[str, str]:
    named = {role: noun(world, id, lang) for role, id in happening.roles.items()}
    if happening.kind == "recover":
        named["condition"] = world.name(happening.roles["condition"], lang)
    return named


def subject(happening: Happening) -> str:
    """Whose doing it is: a person, or a firm."""
    return happening.roles.get("who") or happening.roles["firm"]


def slots(happening: Happening) -> list[str]:
    """The roles that its phrase names, besides the subject."""
    planned = happening.params.get("planned")
    return SLOT.findall(PHRASES[planned or _key(happening)][0])


def phrase(world: World, happening: Happening, lang: Lang, form: int) -> str:
    """Without the subject. form 0: bare, after "did she"; 1: in the past. In Chinese both are one."""
    planned = happening.params.get("planned")
    found = PHRASES[planned or _key(happening)]
    names = _names(world, happening, lang)
    if planned and lang == "en":
        return FAILED[0].format(base=found[0].format(**names))
    if planned:
        return FAILED[1].format(zh=found[2].format(**names))
    return found[2 if lang == "zh" else form].format(**names)


def bare(world: World, happening: Happening, lang: Lang) -> str:
    """What was planned, or done, without a word about how it came out."""
    found = PHRASES[happening.params.get("planned") or _key(happening)]
    names = _names(world, happening, lang)
    return found[2 if lang == "zh" else 0].format(**names)


def clause(world: World, happening: Happening, lang: Lang) -> str:
    """With the subject: `Anna Ashby lost the red tent`."""
    who = world.name(subject(happening), lang)
    if lang == "zh":
        return who + phrase(world, happening, lang, 1)
    if "planned" in happening.params:
        return f"{who}: {phrase(world, happening, lang, 1)}"
    return f"{who} {phrase(world, happening, lang, 1)}"
