# ruff: noqa: E501
"""How questions are put. Every list holds several wordings; they are split into the same halves as the forms are."""

from __future__ import annotations

import hashlib

from benchmarks.synth.world import Half, Lang

Key = tuple[str, Lang]

# {who}: whom it is about; {when}: "on 3 May 2025", or nothing in the present. A line for each wording.
_NOW_EN = {
    "livesIn": """Where does {who} live? | Which town does {who} live in? | Where is {who} living these days?
        What is the town {who} lives in at the moment?""",
    "worksFor": """Who does {who} work for? | Which company does {who} work for? | Where is {who} employed?
        What is the name of {who}'s employer?""",
    "worksAs": """What is {who}'s job? | What does {who} work as? | What does {who} do for a living? | Which position does {who} hold?""",
    "studiesAt": """Where is {who} studying? | Which school does {who} go to? | At which college is {who} a student? | Where does {who} study?""",
    "spouseOf": """Who is {who} married to? | Who is {who}'s spouse? | What is the name of the person {who} is married to? | Whom is {who} married to?""",
    "partnerOf": """Who is {who} going out with? | Who is {who}'s partner? | Who is {who} seeing? | Who is {who} in a relationship with?""",
    "favorite": """What is {who}'s favourite food? | Which food does {who} like best? | What is {who}'s favourite dish? | Which food is {who}'s favourite?""",
    "hasDiet": """What diet is {who} on? | Which diet does {who} keep to? | How does {who} eat: which diet is it? | What kind of diet does {who} follow?""",
    "bornIn": """Where was {who} born? | Which town was {who} born in? | What is {who}'s birthplace? | In which town did {who} come into the world?""",
    "bornOn": """When was {who} born? | What is {who}'s date of birth? | On what date was {who} born? | Which day is {who}'s birthday, with the year?""",
    "locatedIn": """Where is {who} located? | Which town is {who} in? | Where is {who} based? | In which town can {who} be found?""",
}
_PAST_EN = {
    "livesIn": """Where did {who} live {when}? | Which town was {who} living in {when}? | Where was {who}'s home {when}?
        What town did {who} live in {when}?""",
    "worksFor": """Who did {who} work for {when}? | Which company was {who} working for {when}? | Where was {who} employed {when}?
        What was the name of {who}'s employer {when}?""",
    "worksAs": """What was {who}'s job {when}? | What did {who} work as {when}? | What did {who} do for a living {when}?
        Which position did {who} hold {when}?""",
    "studiesAt": """Where was {who} studying {when}? | Which school did {who} go to {when}? | At which college was {who} a student {when}?
        Where did {who} study {when}?""",
    "spouseOf": """Who was {who} married to {when}? | Who was {who}'s spouse {when}? | Whom was {who} married to {when}?
        What was the name of the person {who} was married to {when}?""",
    "partnerOf": """Who was {who} going out with {when}? | Who was {who}'s partner {when}? | Who was {who} seeing {when}?
        Who was {who} in a relationship with {when}?""",
    "hasDiet": """What diet was {who} on {when}? | Which diet did {who} keep to {when}? | What kind of diet did {who} follow {when}?
        How did {who} eat {when}: which diet was it?""",
    "locatedIn": """Where was {who} located {when}? | Which town was {who} in {when}? | Where was {who} based {when}?
        In which town could {who} be found {when}?""",
}
_ZH = {
    "livesIn": "{when}{who}住在哪里？ | {who}{when}住在哪个城市？ | {when}{who}的家在哪儿？ | {who}{when}在哪座城市生活？",
    "worksFor": "{when}{who}在哪里上班？ | {who}{when}在哪家公司工作？ | {when}{who}的工作单位是哪里？ | {who}{when}供职于哪家公司？",
    "worksAs": "{when}{who}是做什么工作的？ | {who}{when}担任什么职位？ | {when}{who}的职业是什么？ | {who}{when}做什么工作？",
    "studiesAt": "{when}{who}在哪里上学？ | {who}{when}在哪所学校读书？ | {when}{who}就读于哪所学校？ | {who}{when}是哪所学校的学生？",
    "spouseOf": "{when}{who}的配偶是谁？ | {who}{when}和谁是夫妻？ | {when}{who}的爱人是谁？ | {who}{when}跟谁有婚姻关系？",
    "partnerOf": "{when}{who}在和谁谈恋爱？ | {who}{when}的对象是谁？ | {when}{who}和谁在交往？ | {who}{when}的恋人是谁？",
    "favorite": "{when}{who}最喜欢吃什么？ | {who}{when}最爱的食物是什么？ | {when}{who}最喜欢的食物是哪一种？ | {who}{when}最爱吃的是什么？",
    "hasDiet": "{when}{who}的饮食方式是什么？ | {who}{when}坚持哪种饮食？ | {when}{who}在饮食上遵循什么方式？ | {who}{when}采用什么样的饮食？",
    "bornIn": "{who}出生在哪里？ | {who}是在哪个城市出生的？ | {who}的出生地是哪里？ | {who}生在哪座城市？",
    "bornOn": "{who}是哪天出生的？ | {who}的出生日期是什么？ | {who}的生日是哪年哪月哪日？ | {who}出生于哪一天？",
    "locatedIn": "{when}{who}在哪个城市？ | {who}{when}位于哪里？ | {when}{who}的所在地是哪里？ | {who}{when}设在哪座城市？",
}
_LIST_EN = {
    "owns": """What does {who} own? | Which things does {who} have? | What are the things that belong to {who}? | List what {who} owns.""",
    "likes": """What does {who} like? | Which things is {who} fond of? | What are the things {who} likes? | List what {who} likes.""",
    "dislikes": """What does {who} dislike? | What doesn't {who} like? | Which things does {who} not like? | List what {who} dislikes.""",
    "hasPet": """Which pets does {who} have? | What are {who}'s pets called? | What are the names of {who}'s pets? | List {who}'s pets.""",
    "friendOf": """Who are {who}'s friends? | Who is {who} friends with? | Which people is {who} friends with? | List {who}'s friends.""",
    "siblingOf": """Who are {who}'s brothers and sisters? | Who are {who}'s siblings? | Name {who}'s siblings. | Which siblings does {who} have?""",
    "parentOf": """Who are {who}'s children? | What are {who}'s children called? | Name {who}'s children. | Which children does {who} have?""",
    "speaks": """Which languages does {who} speak? | What languages can {who} speak? | Name the languages {who} speaks. | In which languages is {who} at home?""",
    "memberOf": """Which clubs does {who} belong to? | What clubs is {who} a member of? | Which groups is {who} in? | List the clubs {who} is a member of.""",
    "visited": """Which towns has {who} travelled to? | Where has {who} been on trips? | Which places has {who} visited? | List the towns {who} has visited.""",
    "allergicTo": """What is {who} allergic to? | Which allergies does {who} have? | What can't {who} have because of an allergy? | Name {who}'s allergies.""",
    "hasCondition": """What health problems does {who} have? | Which illness or condition does {who} have? | What is {who} ill with? | What is {who}'s medical condition?""",
    "plays": """What does {who} play? | Which games or instruments does {who} play? | What is it that {who} plays? | Name what {who} plays.""",
    "learns": """Which languages is {who} learning? | What is {who} learning? | What language is {who} taking up? | Name what {who} is learning.""",
    "practices": """Which activities does {who} practise? | What activity does {who} do regularly? | What does {who} do as a hobby? | Name the activity {who} practises.""",
    "manages": """Which project is {who} in charge of? | What project does {who} lead? | What is {who} managing? | Name the project {who} runs.""",
}
_LIST_ZH = {
    "owns": "{who}有哪些东西？ | {who}拥有什么物品？ | 属于{who}的东西有哪些？ | 列出{who}拥有的东西。",
    "likes": "{who}喜欢什么？ | {who}喜欢哪些东西？ | {who}的喜好有哪些？ | 列出{who}喜欢的东西。",
    "dislikes": "{who}不喜欢什么？ | {who}讨厌哪些东西？ | 哪些是{who}不喜欢的？ | 列出{who}不喜欢的东西。",
    "hasPet": "{who}养了哪些宠物？ | {who}的宠物叫什么名字？ | {who}家有哪些宠物？ | 列出{who}的宠物。",
    "friendOf": "{who}的朋友有谁？ | {who}和谁是朋友？ | 哪些人是{who}的朋友？ | 列出{who}的朋友。",
    "siblingOf": "{who}的兄弟姐妹是谁？ | {who}有哪些兄弟姐妹？ | 说出{who}的兄弟姐妹。 | 谁是{who}的兄弟姐妹？",
    "parentOf": "{who}的孩子是谁？ | {who}的孩子叫什么名字？ | 说出{who}的孩子。 | {who}有哪些孩子？",
    "speaks": "{who}会说哪些语言？ | {who}会讲什么语言？ | 说出{who}会的语言。 | {who}懂哪几种语言？",
    "memberOf": "{who}是哪些社团的成员？ | {who}加入了哪些俱乐部或小组？ | {who}参加了什么社团？ | 列出{who}所在的社团。",
    "visited": "{who}去过哪些城市旅行？ | {who}去哪里旅行过？ | {who}到过哪些地方？ | 列出{who}去过的城市。",
    "allergicTo": "{who}对什么过敏？ | {who}有哪些过敏？ | {who}的过敏原是什么？ | 说出{who}过敏的东西。",
    "hasCondition": "{who}有什么健康问题？ | {who}得了什么病？ | {who}患有什么疾病？ | {who}身体有什么毛病？",
    "plays": "{who}会玩或演奏什么？ | {who}平时玩什么？ | {who}擅长的球类、棋类或乐器是什么？ | 说出{who}会玩的东西。",
    "learns": "{who}在学什么语言？ | {who}正在学习什么？ | {who}最近在学哪门语言？ | 说出{who}在学的语言。",
    "practices": "{who}平时做什么活动？ | {who}经常从事什么爱好？ | {who}的业余活动是什么？ | 说出{who}常做的活动。",
    "manages": "{who}负责哪个项目？ | {who}在带什么项目？ | {who}主管的项目是什么？ | 说出{who}负责的项目。",
}
# Yes-or-no questions and statements, {what} the object.
_YES_EN = {
    "livesIn": "Does {who} live in {what}? | Is {who}'s home in {what} at present? | Is {what} where {who} lives? | Is {who} living in {what}?",
    "worksFor": "Does {who} work for {what}? | Is {who} employed at {what}? | Is {who} with {what} at present? | Is {what} {who}'s employer?",
    "owns": "Does {who} own the {what}? | Is the {what} {who}'s at present? | Does the {what} belong to {who}? | Has {who} got the {what}?",
    "likes": "Does {who} like {what}? | Is {who} fond of {what}? | Would {who} enjoy {what}? | Is {what} to {who}'s taste?",
    "hasPet": "Does {who} have the pet {what}? | Is {what} {who}'s pet at present? | Is {who} keeping {what} as a pet? | Has {who} got {what} as a pet?",
    "memberOf": "Is {who} in the {what}? | Is {who} a member of the {what}? | Does {who} belong to the {what}? | Is {who} part of the {what}?",
    "partnerOf": "Is {who} going out with {what}? | Are {who} and {what} together? | Are {who} and {what} a couple? | Is {who} seeing {what}?",
    "spouseOf": "Is {who} married to {what}? | Are {who} and {what} married? | Is {what} {who}'s spouse? | Are {who} and {what} husband and wife?",
    "hasCondition": "Does {who} have {what}? | Is {who} suffering from {what}? | Has {who} got {what} at present? | Is {who} ill with {what}?",
    "friendOf": "Is {who} friends with {what}? | Are {who} and {what} friends? | Is {what} a friend of {who}'s? | Are {who} and {what} on friendly terms?",
    "manages": "Is {who} in charge of {what}? | Does {who} lead {what}? | Is {what} run by {who}? | Is {who} managing {what}?",
}
_YES_ZH = {
    "livesIn": "{who}住在{what}吗？ | {who}现在的家在{what}吗？ | {what}是{who}现在住的城市吗？ | {who}目前在{what}生活吗？",
    "worksFor": "{who}在{what}工作吗？ | {who}现在在{what}上班吗？ | {who}是{what}的员工吗？ | {who}目前供职于{what}吗？",
    "owns": "{who}有{what}吗？ | {who}现在拥有{what}吗？ | {what}是{who}的吗？ | {what}现在属于{who}吗？",
    "likes": "{who}喜欢{what}吗？ | {who}爱{what}吗？ | {what}合{who}的口味吗？ | {who}对{what}有好感吗？",
    "hasPet": "{who}养着{what}吗？ | {what}是{who}的宠物吗？ | {who}现在有{what}这只宠物吗？ | {who}家里养着{what}吗？",
    "memberOf": "{who}是{what}的成员吗？ | {who}在{what}里吗？ | {who}属于{what}吗？ | {who}现在是{what}的一员吗？",
    "partnerOf": "{who}在和{what}交往吗？ | {who}和{what}是情侣吗？ | {who}和{what}在一起吗？ | {what}是{who}的对象吗？",
    "spouseOf": "{who}和{what}结婚了吗？ | {who}和{what}是夫妻吗？ | {what}是{who}的配偶吗？ | {what}是{who}的爱人吗？",
    "hasCondition": "{who}有{what}吗？ | {who}患有{what}吗？ | {who}现在得了{what}吗？ | {who}目前有{what}的问题吗？",
    "friendOf": "{who}和{what}是朋友吗？ | {what}是{who}的朋友吗？ | {who}跟{what}是好友吗？ | {who}和{what}现在还算朋友吗？",
    "manages": "{who}负责{what}吗？ | {what}由{who}带吗？ | {what}归{who}管吗？ | {who}在主管{what}吗？",
}
_SAY_EN = {
    "livesIn": "{who} lives in {what}",
    "worksFor": "{who} works for {what}",
    "worksAs": "{who}'s job is {what}",
    "owns": "{who} owns the {what}",
    "likes": "{who} likes {what}",
    "dislikes": "{who} dislikes {what}",
    "hasPet": "{who} has the pet {what}",
    "memberOf": "{who} is a member of the {what}",
    "partnerOf": "{who} is going out with {what}",
    "spouseOf": "{who} is married to {what}",
    "hasCondition": "{who} has {what}",
    "allergicTo": "{who} is allergic to {what}",
    "visited": "{who} has been to {what}",
    "speaks": "{who} speaks {what}",
    "learns": "{who} is learning {what}",
}
_SAY_ZH = {
    "livesIn": "{who}住在{what}",
    "worksFor": "{who}在{what}工作",
    "worksAs": "{who}是{what}",
    "owns": "{who}有{what}",
    "likes": "{who}喜欢{what}",
    "dislikes": "{who}不喜欢{what}",
    "hasPet": "{who}养着{what}",
    "memberOf": "{who}是{what}的成员",
    "partnerOf": "{who}在和{what}交往",
    "spouseOf": "{who}和{what}是夫妻",
    "hasCondition": "{who}有{what}",
    "allergicTo": "{who}对{what}过敏",
    "visited": "{who}去过{what}",
    "speaks": "{who}会说{what}",
    "learns": "{who}在学{what}",
}
_SAID_EN = {
    "livesIn": "{who} lived in {what}",
    "worksFor": "{who} worked for {what}",
    "owns": "{who} owned the {what}",
    "likes": "{who} liked {what}",
    "hasPet": "{who} had the pet {what}",
    "memberOf": "{who} was a member of the {what}",
    "partnerOf": "{who} was going out with {what}",
    "spouseOf": "{who} was married to {what}",
    "hasCondition": "{who} had {what}",
    "manages": "{who} was in charge of {what}",
    "studiesAt": "{who} studied at {what}",
}
_SAID_ZH = {
    **{key: _SAY_ZH[key] for key in _SAID_EN if key in _SAY_ZH},
    "manages": "{who}负责{what}",
    "studiesAt": "{who}在{what}读书",
}
SAID: dict[Lang, dict[str, str]] = {"en": _SAID_EN, "zh": _SAID_ZH}
SAY: dict[Lang, dict[str, str]] = {"en": _SAY_EN, "zh": _SAY_ZH}

FRAMES: dict[Key, str] = {
    (
        "attribution",
        "en",
    ): "Who said that {said}? | Who was it that said {said}? | Whose word is it that {said}? | From whom does it come that {said}?",
    ("attribution", "zh"): "是谁说{said}的？ | {said}，这话是谁说的？ | {said}这个说法出自谁？ | 谁讲过{said}？",
    ("known-at", "en"): """Going by what had been said up to {known}: {ask} | With only what was known on {known}: {ask}
        As far as anyone had said by {known}: {ask} | Judging from the conversations until {known}: {ask}""",
    (
        "known-at",
        "zh",
    ): "只根据{known}之前说过的话：{ask} | 按照截至{known}所知道的：{ask} | 就{known}为止大家说的来看：{ask} | 仅凭{known}以前的对话：{ask}",
    (
        "why",
        "en",
    ): "Why did {who} {base}? | What made {who} {base}? | What was the reason for it that {who} {past}? | How come {who} {past}?",
    ("why", "zh"): "{who}为什么{base}？ | {who}{base}的原因是什么？ | 是什么让{who}{base}？ | {who}怎么会{base}？",
    (
        "why/fails",
        "en",
    ): """Why did {who}'s plan to {base} fall through? | Why did {who} not {base} as planned? | What kept {who} from the plan to {base}?
        What got in the way of {who}'s plan to {base}?""",
    (
        "why/fails",
        "zh",
    ): "{who}{base}的计划为什么落空了？ | {who}为什么没能按计划{base}？ | 是什么让{who}{base}的计划泡汤了？ | {who}打算{base}，后来为什么没成？",
    (
        "effects",
        "en",
    ): """What came of it that {clause}? | What followed from the fact that {clause}? | What happened because {clause}?
        What did it lead to that {clause}?""",
    (
        "effects",
        "zh",
    ): "{clause}，结果怎么样了？ | {clause}带来了什么后果？ | 因为{clause}，后来发生了什么？ | {clause}之后引出了什么事？",
    (
        "order",
        "en",
    ): """Put these in the order in which they happened: {list}. | In what order did these things happen: {list}?
        Which came first, and what next: {list}? | What is the right order of these: {list}?""",
    (
        "order",
        "zh",
    ): "请按发生的先后排列：{list}。 | 这些事的先后顺序是什么：{list}？ | 哪件事先发生，然后是哪件：{list}？ | 下面这些事按时间怎么排：{list}？",
    (
        "duration/state",
        "en",
    ): """For how long was it true that {said}? | How long was it the case that {said}? | {said}: for how long, all told?
        How much time passed from beginning to end while {said}?""",
    (
        "duration/state",
        "zh",
    ): "{said}，一共持续了多久？ | {said}有多长时间？ | {said}从开始到结束有多久？ | {said}这件事总共多长时间？",
    (
        "duration/between",
        "en",
    ): """How many days lie between these two: {first}, and {second}? | How many days after this: {first}, was it that {second}?
        How long, in days, from the day {first} to the day {second}? | Count the days from when {first} to when {second}.""",
    (
        "duration/between",
        "zh",
    ): "从{first}到{second}隔了多少天？ | {first}之后过了几天{second}？ | {first}和{second}之间相隔几天？ | 由{first}算起，到{second}一共多少天？",
    (
        "preference/best",
        "en",
    ): """What could one treat {who} to? | I want to please {who}: what should it be? | What would make a nice treat for {who}?
        Suggest something that {who} would enjoy.""",
    (
        "preference/best",
        "zh",
    ): "送{who}点什么会让人高兴？ | 想让{who}开心，该选什么？ | 请{who}的话选什么好？ | 推荐一样{who}会喜欢的东西。",
    (
        "preference/drink",
        "en",
    ): """Which drink does {who} prefer? | What does {who} prefer to drink? | What should I pour {who}, given the choice?
        Which drink would {who} rather have?""",
    (
        "preference/drink",
        "zh",
    ): "{who}更喜欢喝什么？ | {who}偏爱哪种饮料？ | 给{who}倒点什么喝最好？ | 喝的东西里{who}更愿意选哪种？",
    (
        "preference/avoid",
        "en",
    ): """What should one better not offer {who}? | What would {who} rather not have? | What had I better leave off the list for {who}?
        What is not to {who}'s taste?""",
    (
        "preference/avoid",
        "zh",
    ): "最好别给{who}什么？ | 什么是{who}不想要的？ | 招待{who}时要避开什么？ | 什么不合{who}的口味？",
    (
        "count/hasPet",
        "en",
    ): "How many pets does {who} have? | What is the number of {who}'s pets? | How many animals does {who} keep? | Count {who}'s pets.",
    (
        "count/hasPet",
        "zh",
    ): "{who}有几只宠物？ | {who}养了多少只宠物？ | {who}的宠物一共几只？ | 数一数{who}有几只宠物。",
    (
        "count/parentOf",
        "en",
    ): "How many children does {who} have? | What is the number of {who}'s children? | How many kids has {who} got? | Count {who}'s children.",
    (
        "count/parentOf",
        "zh",
    ): "{who}有几个孩子？ | {who}有多少个孩子？ | {who}的孩子一共几个？ | 数一数{who}有几个孩子。",
    (
        "count/memberOf",
        "en",
    ): "How many clubs is {who} a member of? | How many clubs does {who} belong to? | In how many clubs is {who}? | Count {who}'s clubs.",
    (
        "count/memberOf",
        "zh",
    ): "{who}参加了几个社团？ | {who}是几个社团的成员？ | {who}一共在几个社团里？ | 数一数{who}参加的社团有几个。",
    (
        "count/friendOf",
        "en",
    ): "How many friends of {who}'s have come up? | How many friends does {who} have? | What is the number of {who}'s friends? | Count {who}'s friends.",
    (
        "count/friendOf",
        "zh",
    ): "{who}有几个朋友？ | 提到过{who}的几个朋友？ | {who}的朋友一共几个？ | 数一数{who}的朋友有几个。",
    (
        "count/travel",
        "en",
    ): "How many trips did {who} make? | How often did {who} go travelling? | What is the number of {who}'s trips? | Count {who}'s trips.",
    (
        "count/travel",
        "zh",
    ): "{who}旅行了几次？ | {who}出去旅行过多少回？ | {who}一共去旅行了几次？ | 数一数{who}旅行了几次。",
    (
        "count/move",
        "en",
    ): "How many times did {who} move house? | How often has {who} moved? | How many moves did {who} make? | Count {who}'s moves.",
    ("count/move", "zh"): "{who}搬过几次家？ | {who}一共搬了几次家？ | {who}搬家搬了多少次？ | 数一数{who}搬过几次家。",
    (
        "count/buy",
        "en",
    ): "How many things did {who} buy? | How many purchases did {who} make? | What is the number of things {who} bought? | Count {who}'s purchases.",
    (
        "count/buy",
        "zh",
    ): "{who}买过几样东西？ | {who}一共买了几样东西？ | {who}买了多少样东西？ | 数一数{who}买过几样东西。",
}

HOPS: dict[Lang, dict[str, str]] = {
    "en": {
        "spouseOf": "{who}'s spouse",
        "partnerOf": "{who}'s partner",
        "siblingOf": "{who}'s sibling",
        "parentOf": "{who}'s child",
        "friendOf": "{who}'s friend",
        "worksFor": "{who}'s employer",
        "studiesAt": "{who}'s school",
        "memberOf": "{who}'s club",
    },
    "zh": {
        "spouseOf": "{who}的配偶",
        "partnerOf": "{who}的恋人",
        "siblingOf": "{who}的兄弟姐妹",
        "parentOf": "{who}的孩子",
        "friendOf": "{who}的朋友",
        "worksFor": "{who}工作的公司",
        "studiesAt": "{who}就读的学校",
        "memberOf": "{who}所在的社团",
    },
}


def _texts(written: str) -> list[str]:
    return [" ".join(part.split()) for line in written.split("\n") for part in line.split(" | ") if part.strip()]


def wordings(group: str, key: str, lang: Lang) -> list[str]:
    """group: now, past, list, yes (key: a relation) or frame (key: a kind of question). Empty when there is none."""
    tables = {"now": (_NOW_EN, _ZH), "past": (_PAST_EN, _ZH), "list": (_LIST_EN, _LIST_ZH), "yes": (_YES_EN, _YES_ZH)}
    if group == "frame":
        return _texts(FRAMES.get((key, lang), ""))
    return _texts(tables[group][lang == "zh"].get(key, ""))


def of_half(group: str, key: str, lang: Lang, half: Half | None, seed: int) -> list[tuple[str, str]]:
    """(form id, wording) of a half; every wording when `half` is None.

    The wordings of one thing asked are put in order of a hash of form and seed and dealt out by turns, so either half
    has some of each.
    """
    known = [(f"q/{group}/{key}/{lang}/{place}", text) for place, text in enumerate(wordings(group, key, lang))]
    known.sort(key=lambda row: hashlib.sha256(f"{seed}/{row[0]}".encode()).hexdigest())
    return known if half is None else known[0 if half == "a" else 1 :: 2]
