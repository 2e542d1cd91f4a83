"""The language of English questions: which words ask for which relation, and which carry no meaning of their own.

A phrase is words in order, with others between them; they are compared by stem. The relations of an ontology bring
their own cues and names as phrases too; these are the ways in which people ask and do not tell.
"""

from __future__ import annotations

PHRASES: dict[str, str] = {
    "livesIn": "live, reside, dwell, home, based, residence, address, settled, call home, make home, hang hat, house, "
    "roof over head, domicile, lodge, put down roots, inhabit, at home in, living situation, place to live, rent, "
    "quarters",
    "worksFor": "work for, work at, work with, work in company, work in firm, employer, employed by, employ, work "
    "company, "
    "job at, payroll, salary from, paycheck, paid by, pays wages, pays salary, workplace, place of work, on staff, "
    "company, "
    "firm, earn money at, earn living at, earns living, draws salary, job with, hired by, in employ, outfit, "
    "organisation work",
    "worksAs": "job, occupation, profession, do for living, do for work, work as, position, role, title, career, "
    "trade, "
    "line of work, employed as, make living, earn living, earn keep, job title, post, vocation, work do, kind of work, "
    "sort of work, day job, do professionally, business card, field of work, capacity, serve as, function",
    "studiesAt": "study at, school, college, university, student at, attend, enrolled, enrolled at, go to school, "
    "study where, "
    "place of study, educated, academy, taking classes at, goes to class, pupil at, student, seat of learning, campus, "
    "institution attend, studying",
    "studies": "major, subject, degree subject, field of study, study what, studying for degree in, read at university",
    "graduatedFrom": "graduate, graduated from, alma mater, degree from, alumnus",
    "spouseOf": "married, marry, spouse, husband, wife, wed, tied knot, wedded, marriage partner, life partner, "
    "walked aisle, "
    "better half, married partner, exchanged vows, wedding ring from",
    "partnerOf": "partner, dating, going out, seeing, girlfriend, boyfriend, relationship, together with, "
    "romantically, "
    "sweetheart, steady with, in love with, romance, involved with, significant other, other half, courting, date, "
    "a couple, item, "
    "share life, love interest",
    "parentOf": "child, children, kid, son, daughter, offspring, little one, parent of, mother of, father of, mum "
    "of, dad of",
    "childOf": "parent, mother, father, mum, mom, dad, child of, son of, daughter of",
    "siblingOf": "brother, sister, sibling, brother or sister",
    "friendOf": "friend, friendly with, buddy, pal, mate, befriend, friendly terms, chum, friendship, close to, on "
    "good terms, "
    "friend circle, hang out with",
    "colleagueOf": "colleague, coworker, workmate, co-worker, work alongside",
    "neighborOf": "neighbour, neighbor, live next door",
    "knows": "acquainted, acquaintance, know person, know who",
    "owns": "own, belong, possession, possess, belonging, property, have got, has got, owner, things have, "
    "keep at home, in possession, call own, goods, have, stuff",
    "hasPet": "pet, animal, four-legged, furry, animal companion, keep animal, look after animal",
    "likes": "like, enjoy, love, fond, fan, taste, into, keen, delight, please, appreciate, interested, soft spot, "
    "happy with, "
    "adore, favour, passion, interest, hobby, take pleasure, fancy, cup of tea, thing for, appeal, relish, crazy "
    "about, "
    "partial to, care for, welcome, up street, liking, pleased, thrill, go for",
    "dislikes": "dislike, hate, detest, loathe, averse, aversion, put off, bother, displease, disgust, distaste, "
    "despise, "
    "bear not, stand not, cannot stand, can't stand, cannot bear, can't bear, can't abide, not like, not enjoy, "
    "not fan, "
    "not keen, not fond, not taste, not love, not care, not into, turn off, annoy, no time for, not happy with, "
    "not cup of tea, "
    "no liking, no fan, gone off, pet peeve",
    "prefers": "prefer, preference, rather, sooner, preferred, first choice, drink of choice, of choice, choose "
    "over, pick over, "
    "choose, usual drink, would pick, usually order",
    "favorite": "favourite, favorite, like best, like most, love most, love best, enjoy most, best-loved, "
    "most-loved, prize above, "
    "number one, rank first, best of all, like above all, most of all, top food",
    "bornIn": "birthplace, native town, place of birth, city of birth, town of birth, born where, where born, born "
    "town, "
    "town born, city born, place born, come into world, born in, start life, see light, native place, birth town, "
    "birth city",
    "bornOn": "birthday, date of birth, birth date, when born, day born, date born, born on, birthdate, blow out "
    "candles, "
    "celebrate birthday, year born, when come into world, day come into world",
    "comesFrom": "come from, hometown, home town, from where, originate, hail from, roots, originally from, native "
    "of, home country",
    "hasAge": "how old, age, years old",
    "allergicTo": "allergy, allergic, intolerant, intolerance, reaction to, react badly, react to, body reject, "
    "not tolerate, hypersensitive, sensitive, come out in rash, cannot eat because, allergen",
    "hasCondition": "condition, illness, ill with, sick with, suffer, disease, ailment, health problem, wrong "
    "with, diagnosed, "
    "medical, complaint, afflict, ill, sick, health, ails, struggle with health, down with, trouble with health, "
    "health trouble, disorder, diagnosis, health issue, live with condition",
    "hasDiet": "diet, eating habits, way of eating, dietary, kind of eater, food rules, stick to eating, regime, "
    "eat plan",
    "speaks": "speak, language, fluent, converse, at home in language, tongue, know language, command of language, "
    "understand language, chat in, talk in, language master",
    "learns": "learn, learning, studying language, take lessons, lessons in, learning language, pick up language, "
    "working on language, try to master, new language",
    "plays": "play, instrument, game play, sport play, game, player",
    "practices": "practise, practice, activity, do regularly, pastime, sport do, exercise, do for exercise, "
    "leisure activity, "
    "activity do, activity go in for, do for fun, free time, spare time, workout",
    "memberOf": "member, club, belong to club, join, group belong, association, society, membership, club belong, "
    "signed up with, part of club, team, group, belong to group",
    "visited": "visit, been to, travel to, trip to, travel, gone to, went to, place been, town been, city been, "
    "set foot, tour, "
    "holiday in, journey, seen town, holidayed, trips take",
    "manages": "manage, charge of, in charge, lead, responsible for, run, head, oversee, supervise, project, "
    "headed by, "
    "project lead, at helm, accountable for, direct, look after project, steer",
    "locatedIn": "located, locate, found, find, situated, situate, based, base, seat, headquarters, headquartered, "
    "stand, lie, sit, "
    "home of, operate, operate from, office, premises, site, town in, city in, where be",
    "takesMedicine": "medicine, medication, take pill, drug, prescribed",
    "bossOf": "boss, manager, supervisor",
    "drives": "drive, car drive",
    "plansTo": "plan, plans for, intend, going to do, up to next",
    "wants": "want, wish for, wish list",
    "hasEmail": "email, e-mail, mail address",
    "hasPhone": "phone, phone number, telephone, number call",
    "hasAddress": "postal address, street address",
    "hasNationality": "nationality, citizen, passport",
    "hasReligion": "religion, faith, believe in",
    "volunteersAt": "volunteer",
    "teacherOf": "taught by, teach, pupil",
    "grewUpIn": "grow up, raised, brought up, grew up",
    "listensTo": "listen, music listen",
    "collects": "collect, collection",
    "hasSkill": "skill, good at, skilled",
    "drinks": "drink, drink usually",
    "eats": "eat, eat usually",
}
"""Relation -> phrases; the one asked about is its subject."""

UNIONS: tuple[tuple[tuple[str, ...], str], ...] = (
    (
        ("favorite", "likes"),
        "nice treat, treat for, good idea, hit with, win over, idea for, nice for, good for, nice to give, bring for, "
        "make day, put smile, "
        " would enjoy, would like, would please, would delight, treat, suggest, recommend, "
        "gift for, present for, "
        "good gift, good present, make happy, would love, would appreciate, cheer up, surprise with, would go down "
        "well",
    ),
    (
        ("dislikes", "allergicTo", "avoids"),
        "avoid, steer clear, not taste, keep away from, not serve, not offer, not give, better not, leave out, spare, "
        "keep off, off limits, leave off, not put, not bring, bad idea, unwelcome, no go, wrong thing, keep out of, "
        "rather not, rather not have, rather not be given, prefer not, would refuse, should not serve, should not "
        "offer, not cook, off menu, not be served, do without, not agree with",
    ),
    (
        ("prefers",),
        "pour for, glass, cup, "
        "rather drink, prefer drink, drink prefer, drink rather, offer drink, pour, serve drink, choice of drink, "
        "drink offer, "
        "drink choose, drink serve, drink bring, fetch drink, make drink, drink best",
    ),
)
"""Relations that answer together."""

HOPS = frozenset(("Person", "Organization", "Agent", "Animal"))
"""Ranges of relations over which a question goes on to another: his wife's employer."""
EITHER: dict[str, tuple[str, ...]] = {"partnerOf": ("spouseOf",)}
"""Relation -> those that answer where nothing else is known."""

CLASSES: dict[str, str] = {
    "town": "Place", "city": "Place", "place": "Place", "country": "Place", "village": "Place", "where": "Place",
    "company": "Organization", "firm": "Organization", "employer": "Organization", "school": "School",
    "college": "School", "university": "School", "person": "Person", "people": "Person", "man": "Person",
    "woman": "Person", "who": "Person", "whom": "Person", "position": "Occupation", "job": "Occupation",
    "occupation": "Occupation", "profession": "Occupation", "role": "Occupation", "language": "Language",
    "club": "Group", "group": "Group", "association": "Group", "team": "Group", "diet": "Diet", "drink": "Drink",
    "beverage": "Drink", "food": "Food", "dish": "Food", "illness": "Condition", "disease": "Condition",
    "condition": "Condition", "project": "Project", "pet": "Animal", "animal": "Animal", "date": "Date",
    "day": "Date", "when": "Date",
}  # fmt: skip
"""What a question names as the kind of the answer, and the class it means."""

KIND_OF_ANSWER: dict[str, tuple[str, ...]] = {
    "Language": ("speaks",), "Occupation": ("worksAs",), "Diet": ("hasDiet",), "Condition": ("hasCondition",),
    "School": ("studiesAt",), "Animal": ("hasPet",), "Project": ("manages",), "Group": ("memberOf",),
}  # fmt: skip
"""What is asked of someone where nothing but the class of the answer is named."""

HAPPENINGS: dict[str, str] = {
    "Travel": "trip, journey, travel, voyage, holiday, go away",
    "Moving": "move house, move, relocate, move home, change address, move flat",
    "Purchase": "purchase, buy, bought, things bought",
    "Sale": "sale, sell",
    "Illness": "fall ill, illness",
    "Accident": "accident",
    "Quarrel": "quarrel, argue, argument, fight, row",
    "Exam": "exam",
    "Marriage": "wedding, marry",
    "Celebration": "celebrate",
    "StartingJob": "start job, new job, change job",
}
"""Kinds of happenings that are counted, and the words for them."""

EMPTY = frozenset(
    "a an the of to in at on by for with from as is are was were be been being am do does did doing have has had "
    "having "
    "what which who whom whose where when how that this these those there it its and or not n't would could should "
    "can may "
    "might will shall must now currently present presently today nowadays still moment days at these actually exactly "
    "right name names named called tell me give list say know known please could you i we us my our one any "
    "anything some "
    "something thing things someone somebody person people all many much number count so far called just really "
    "ever altogether "
    "total current go get got gotten let come went make made he she they him her them his their kind kinds sort "
    "sorts type "
    "state identify hold holds held mention mentioned everything every each other others whole full answer "
    "question according "
    "table dinner plate guest guests invite invited inviting meal party host hosting evening bring put round visitor "
    "coming "
    "told long all-told altogether certain particular used up out about over then ago time times".split()
)
"""Words that need not be understood for the rest to be."""
NEGATIONS = frozenset("not n't never no cannot can't won't doesn't don't didn't isn't wouldn't".split())
ELSEWHERE = frozenset(
    "think feel opinion view say talk mean happen react advice advise argue complain joke believe wonder worry "
    "hope dream "
    "remember forget promise look wear cook weather price cost".split()
)
"""Words that ask for what no relation here tells."""
FORMER = (
    "used to",
    "use to",
    "previously",
    "formerly",
    "in the past",
    "at first",
    "originally",
    "before that",
    "earlier",
    "former",
    "ex",
)
WHETHER = frozenset("is are was were does do did has have had can could would will isn't doesn't didn't hasn't".split())
ASKING = frozenset(
    "what which who whom whose where when how why name list tell give count say suggest recommend state".split()
)
