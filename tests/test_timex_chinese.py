"""Chinese time expressions: what each means on Wednesday 14 June 2023, at ten in the morning."""

from datetime import UTC, datetime

import pytest

from kgmem.temporal import BEGINNING, FOREVER, moment
from kgmem.timex import Timex, find, window

ANCHOR = datetime(2023, 6, 14, 10, tzinfo=UTC)


def stamp(at: int) -> str:
    if at in (BEGINNING, FOREVER):
        return ".."
    return f"{moment(at, UTC):%Y-%m-%d %H:%M}".removesuffix(" 00:00")


def read(text: str, **options) -> list[tuple[str, str, str]]:
    return [(each.surface, stamp(each.span.start), stamp(each.span.end)) for each in find(text, ANCHOR, **options)]


def only(text: str, **options) -> Timex:
    (timex,) = find(text, ANCHOR, **options)
    return timex


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("二零二三年五月三号", "2023-05-03", "2023-05-04"),
        ("2023/5/3", "2023-05-03", "2023-05-04"),
        ("2023年5月3日（星期三）", "2023-05-03", "2023-05-04"),
        ("10月12号，星期三", "2022-10-12", "2022-10-13"),
        ("２０２３年５月", "2023-05-01", "2023-06-01"),
        ("2018年 12月", "2018-12-01", "2019-01-01"),
        ("95年", "1995-01-01", "1996-01-01"),
        ("零八年夏天", "2008-06-01", "2008-09-01"),
        ("19年5月", "2019-05-01", "2019-06-01"),
        ("民国一百零八年", "2019-01-01", "2020-01-01"),
        ("112年5月3日", "2023-05-03", "2023-05-04"),
        ("西元2023年5月", "2023-05-01", "2023-06-01"),
        ("國曆5月1日", "2023-05-01", "2023-05-02"),
        ("康熙20年9月", "1681-09-01", "1681-10-01"),
        ("乾隆五十年", "1785-01-01", "1786-01-01"),
        ("大前年夏天", "2020-06-01", "2020-09-01"),
        ("大后年", "2026-01-01", "2027-01-01"),
        ("去年下半年", "2022-07-01", "2023-01-01"),
        ("今年第一季度", "2023-01-01", "2023-04-01"),
        ("上个季度", "2023-01-01", "2023-04-01"),
        ("九十年代", "1990-01-01", "2000-01-01"),
        ("上世纪八十年代末", "1987-01-01", "1990-01-01"),
        ("20世纪80年代", "1980-01-01", "1990-01-01"),
        ("上个世纪", "1900-01-01", "2000-01-01"),
        ("明年开春", "2024-03-01", "2024-04-01"),
        ("这个夏天", "2023-06-01", "2023-09-01"),
        ("去年暑假", "2022-07-01", "2022-09-01"),
        ("三四月份", "2023-03-01", "2023-05-01"),
        ("3-5月", "2023-03-01", "2023-06-01"),
        ("月初", "2023-06-01", "2023-06-11"),
        ("下个月中旬", "2023-07-11", "2023-07-21"),
        ("5月下旬", "2023-05-21", "2023-06-01"),
        ("去年年底", "2022-10-01", "2023-01-01"),
        ("上个月3号", "2023-05-03", "2023-05-04"),
        ("下个月1号到5号", "2023-07-01", "2023-07-06"),
        ("上个月的第一周", "2023-05-01", "2023-05-08"),
        ("五月的第二个星期天", "2023-05-14", "2023-05-15"),
        ("本月最后三天", "2023-06-28", "2023-07-01"),
        ("29日", "2023-05-29", "2023-05-30"),
    ],
)
def test_chinese_dates_and_periods(text: str, start: str, end: str) -> None:
    assert read(f"我{text}很忙") == [(text, start, end)]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("大前天", "2023-06-11", "2023-06-12"),
        ("大后天", "2023-06-17", "2023-06-18"),
        ("上上周三", "2023-05-31", "2023-06-01"),
        ("下下周一", "2023-06-26", "2023-06-27"),
        ("上星期天", "2023-06-11", "2023-06-12"),
        ("下礼拜二", "2023-06-20", "2023-06-21"),
        ("本周日", "2023-06-18", "2023-06-19"),
        ("上周末", "2023-06-10", "2023-06-12"),
        ("周六日", "2023-06-10", "2023-06-12"),
        ("上周一到周三", "2023-06-05", "2023-06-08"),
        ("上個禮拜", "2023-06-05", "2023-06-12"),
        ("這個週末", "2023-06-17", "2023-06-19"),
        ("後天", "2023-06-16", "2023-06-17"),
        ("禮拜天", "2023-06-11", "2023-06-12"),
    ],
)
def test_chinese_days_and_weeks(text: str, start: str, end: str) -> None:
    assert read(f"我{text}很忙") == [(text, start, end)]


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("昨天下午三点半", "2023-06-13 15:30", "2023-06-13 15:31"),
        ("昨天三点一刻", "2023-06-13 15:15", "2023-06-13 15:16"),
        ("明天早上差五分八点", "2023-06-15 07:55", "2023-06-15 07:56"),
        ("昨天20:30", "2023-06-13 20:30", "2023-06-13 20:31"),
        ("今天零点", "2023-06-14", "2023-06-14 00:01"),
        ("昨天三点二十分", "2023-06-13 15:20", "2023-06-13 15:21"),
        ("昨晚十点", "2023-06-13 22:00", "2023-06-13 22:01"),
        ("昨天中午十二点半", "2023-06-13 12:30", "2023-06-13 12:31"),
        ("今天凌晨两点", "2023-06-14 02:00", "2023-06-14 02:01"),
        ("8月8日20时", "2022-08-08 20:00", "2022-08-08 20:01"),
        ("下週三晚上八點", "2023-06-21 20:00", "2023-06-21 20:01"),
        ("周五晚", "2023-06-09 17:00", "2023-06-09 23:00"),
        ("前天晚上", "2023-06-12 17:00", "2023-06-12 23:00"),
        ("昨天上午九点半到十一点", "2023-06-13 09:30", "2023-06-13 11:00"),
        ("明天下午2点~4点", "2023-06-15 14:00", "2023-06-15 16:00"),
        ("昨天早上五到六点", "2023-06-13 05:00", "2023-06-13 06:00"),
    ],
)
def test_chinese_times_of_day(text: str, start: str, end: str) -> None:
    assert read(f"我{text}很忙") == [(text, start, end)]


def test_the_small_hours_of_an_evening_are_those_of_the_next_day() -> None:
    assert read("我昨晚一点才睡") == [("昨晚一点", "2023-06-14 01:00", "2023-06-14 01:01")]
    assert read("我昨天晚上十二点到家") == [("昨天晚上十二点", "2023-06-14", "2023-06-14 00:01")]


def test_what_is_done_in_the_morning_tells_the_half_of_the_day() -> None:
    assert read("我今天六点起床") == [("今天六点", "2023-06-14 06:00", "2023-06-14 06:01")]
    assert read("我今天六点下班") == [("今天六点", "2023-06-14 18:00", "2023-06-14 18:01")]


@pytest.mark.parametrize(
    ("text", "length"),
    [
        ("三年", "P3Y"),
        ("两个半小时", "PT2H30M"),
        ("半年", "P6M"),
        ("一年半", "P1Y6M"),
        ("十来天", "P10D"),
        ("几个月", "P3M"),
        ("两三天", "P2D"),
        ("三天两夜", "P3D"),
        ("一个半月", "P1M15D"),
        ("一年零三个月", "P1Y3M"),
        ("两小时四十分", "PT2H40M"),
        ("半個鐘頭", "PT30M"),
        ("三刻钟", "PT45M"),
        ("6 天", "P6D"),
        ("一个星期又三天", "P10D"),
        ("三年多", "P3Y"),
        ("七八年", "P7Y"),
    ],
)
def test_chinese_lengths(text: str, length: str) -> None:
    timex = only(f"一共花了{text}的时间")
    assert (timex.surface, timex.length, timex.kind, timex.span.precision) == (text, length, "duration", "unknown")


@pytest.mark.parametrize(
    ("text", "surface", "start"),
    [
        ("我在这里住了三年了", "三年", "2020-01-01"),
        ("我们已经认识十几年了", "十几年", "2004-01-01"),
        ("我们三年没见了", "三年", "2020-01-01"),
        ("三年来他一直在写书", "三年来", "2020-01-01"),
    ],
)
def test_a_length_that_goes_on_is_since_its_beginning(text: str, surface: str, start: str) -> None:
    timex = only(text)
    assert (timex.surface, stamp(timex.span.start), timex.kind) == (surface, start, "since")


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("3天前", "2023-06-11", "2023-06-12"),
        ("两周后", "2023-06-26", "2023-07-03"),
        ("半个月以后", "2023-06-26", "2023-07-03"),
        ("十几年前", "2004-01-01", "2013-01-01"),
        ("一个多月前", "2023-04-01", "2023-06-01"),
        ("過兩天", "2023-06-15", "2023-06-18"),
        ("再过三天", "2023-06-17", "2023-06-18"),
        ("前几天", "2023-06-09", "2023-06-13"),
        ("二十分钟前", "2023-06-14 09:40", "2023-06-14 09:41"),
        ("过去三年", "2020-06-14", "2023-06-14 10:00"),
        ("這幾天", "2023-06-09", "2023-06-14 10:00"),
        ("未来两周", "2023-06-14 10:00", "2023-06-29"),
        ("三天内", "2023-06-14 10:00", "2023-06-18"),
        ("最近", "2023-05-31", "2023-06-14 10:00"),
        ("前阵子", "2023-04-30", "2023-06-07"),
    ],
)
def test_chinese_times_counted_from_now(text: str, start: str, end: str) -> None:
    assert read(f"我{text}很忙") == [(text, start, end)]


@pytest.mark.parametrize(
    ("text", "surface", "start", "end"),
    [
        ("从去年开始跑步", "从去年开始", "2022-01-01", ".."),
        ("2018年以来都在这儿", "2018年以来", "2018-01-01", ".."),
        ("自从去年夏天就这样", "自从去年夏天", "2022-06-01", ".."),
        ("明天起放假", "明天起", "2023-06-15", ".."),
        ("2018年之后没去过", "2018年之后", "2019-01-01", ".."),
        ("请在周五之前交", "周五之前", "..", "2023-06-09"),
        ("截至5月底都在", "截至5月底", "..", "2023-06-01"),
        ("年底前完成", "年底前", "..", "2024-01-01"),
        ("5月1日或之前", "5月1日或之前", "..", "2023-05-02"),
        ("到昨天为止", "到昨天为止", "..", "2023-06-14"),
        ("春节前很忙", "春节前", "..", "2023-01-22"),
        ("春节后上班", "春节后", "2023-01-23", ".."),
        ("从周一到周五上课", "从周一到周五", "2023-06-05", "2023-06-10"),
        ("从去年三月到今年五月", "从去年三月到今年五月", "2022-03-01", "2023-06-01"),
        ("2016-2018年", "2016-2018年", "2016-01-01", "2019-01-01"),
        ("2007年与2009年之间", "2007年与2009年之间", "2007-01-01", "2010-01-01"),
        ("5月3日到6日", "5月3日到6日", "2023-05-03", "2023-05-07"),
        ("11月15日至次年3月14日", "11月15日至次年3月14日", "2022-11-15", "2023-03-15"),
        ("4月1日起至10月31日止", "4月1日起至10月31日止", "2023-04-01", "2023-11-01"),
    ],
)
def test_chinese_stretches(text: str, surface: str, start: str, end: str) -> None:
    assert read(text) == [(surface, start, end)]


@pytest.mark.parametrize(
    ("text", "every", "start"),
    [
        ("每天", "P1D", "2023-06-14"),
        ("每周三", "P1W", "2023-06-07"),
        ("每周一三五", "P1W", "2023-06-12"),
        ("每两周", "P2W", "2023-06-12"),
        ("每半年", "P6M", "2023-06-01"),
        ("每隔一天", "P2D", "2023-06-14"),
        ("隔天", "P2D", "2023-06-14"),
        ("每逢周末", "P1W", "2023-06-10"),
        ("每年春节", "P1Y", "2023-01-22"),
        ("每月15号", "P1M", "2023-05-15"),
        ("每月底", "P1M", "2023-05-22"),
        ("一年两次", "P1Y", "2023-01-01"),
        ("一周三次", "P1W", "2023-06-12"),
        ("每周一次", "P1W", "2023-06-12"),
        ("每天早上八点", "P1D", "2023-06-14 08:00"),
        ("每晚", "P1D", "2023-06-13 17:00"),
        ("天天", "P1D", "2023-06-14"),
        ("每年5月1日", "P1Y", "2023-05-01"),
        ("每月第一个星期六", "P1M", "2023-06-03"),
        ("每年年底", "P1Y", "2022-10-01"),
        ("一到冬天", "P1Y", "2022-12-01"),
    ],
)
def test_chinese_habits(text: str, every: str, start: str) -> None:
    timex = only(f"我{text}都去")
    assert (timex.surface, timex.every, stamp(timex.span.start), timex.kind) == (text, every, start, "recurring")


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("除夕", "2023-01-21"),
        ("年三十", "2023-01-21"),
        ("大年初三", "2023-01-24"),
        ("正月初五", "2023-01-26"),
        ("元宵节", "2023-02-05"),
        ("清明节", "2023-04-05"),
        ("端午", "2022-06-03"),
        ("七夕", "2022-08-04"),
        ("中秋节", "2022-09-10"),
        ("農曆八月十五", "2022-09-10"),
        ("重阳节", "2022-10-04"),
        ("去年国庆节", "2022-10-01"),
        ("冬至", "2022-12-22"),
        ("腊月二十三", "2023-01-14"),
        ("立春", "2023-02-04"),
        ("2019年春节", "2019-02-05"),
        ("去年聖誕節", "2022-12-25"),
        ("双十一", "2022-11-11"),
        ("春节前三天", "2023-01-19"),
        ("国庆前一天", "2022-09-30"),
        ("中秋节的第二天", "2022-09-11"),
    ],
)
def test_festivals_and_lunar_dates(text: str, start: str) -> None:
    assert read(f"我{text}很忙")[0][:2] == (text, start)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("5月3号和4号很忙", [("5月3号", "2023-05-03"), ("4号", "2023-05-04")]),
        ("上周三和周四很忙", [("上周三", "2023-06-07"), ("周四", "2023-06-08")]),
        ("去年三月和五月很忙", [("去年三月", "2022-03-01"), ("五月", "2022-05-01")]),
        ("上周三四很忙", [("上周三四", "2023-06-07")]),
    ],
)
def test_the_second_of_a_list_is_of_the_same_month_week_or_year(text: str, found: list[tuple[str, str]]) -> None:
    assert [each[:2] for each in read(text)] == found


@pytest.mark.parametrize(
    ("text", "start", "end"),
    [
        ("去年的今天", "2022-06-14", "2022-06-15"),
        ("三年前的今天", "2020-06-14", "2020-06-15"),
        ("上个月的这个时候", "2023-05-08", "2023-05-15"),
        ("三天前的晚上", "2023-06-11 17:00", "2023-06-11 23:00"),
        ("昨天晚上8点至次日早上6点", "2023-06-13 20:00", "2023-06-14 06:00"),
        ("上学期", "2022-09-01", "2023-02-01"),
        ("2022学年", "2022-09-01", "2023-09-01"),
        ("九几年", "1990-01-01", "2000-01-01"),
        ("上半月", "2023-06-01", "2023-06-16"),
    ],
)
def test_chinese_times_beside_now(text: str, start: str, end: str) -> None:
    assert read(f"我{text}很忙") == [(text, start, end)]


def test_each_of_a_long_list_has_its_day() -> None:
    days = read("5月3号、" + "4号、" * 2000)
    assert (len(days), days[-1]) == (2001, ("4号", "2023-05-04", "2023-05-05"))


def test_a_lunar_feast_comes_once_in_each_lunar_year() -> None:
    assert read("腊八那天")[0][1] == "2022-12-30"
    assert read("2022年腊八那天")[0][1] == "2022-12-30"
    assert read("2022年除夕")[0][1] == "2022-01-31"


def test_days_off_have_the_name_of_their_feast() -> None:
    assert read("国庆假期我在家") == [("国庆假期", "2022-10-01", "2022-10-08")]
    assert read("十一期间我在家") == [("十一期间", "2022-10-01", "2022-10-08")]


def test_the_last_day_of_a_short_lunar_year_is_its_eve() -> None:
    assert read("2025年农历腊月三十")[0][1:] == ("2026-02-16", "2026-02-17")


@pytest.mark.parametrize(
    ("text", "surface", "event"),
    [
        ("结婚前两天我病了", "结婚前两天", "结婚"),
        ("我生日那天下雨", "我生日那天", "我生日"),
        ("毕业以后我去了北京", "毕业以后", "毕业"),
        ("毕业三年后我结了婚", "毕业三年后", "毕业"),
        ("高考前一周我很紧张", "高考前一周", "高考"),
    ],
)
def test_chinese_days_that_only_a_memory_knows(text: str, surface: str, event: str) -> None:
    timex = only(text, anchors={})
    assert (timex.surface, timex.kind, timex.event) == (surface, "relative-to-event", event)


def test_a_chinese_event_is_placed_when_its_time_is_given() -> None:
    wedding = only("2023年5月20日").span
    assert read("小李的婚禮前两天", anchors={"小李的婚礼": wedding}) == [
        ("小李的婚禮前两天", "2023-05-18", "2023-05-19")
    ]
    assert read("结婚前两天很忙") == [("两天", "2023-06-12", "2023-06-14 10:00")]


@pytest.mark.parametrize("names", [("-foo", "Alpha"), ("]x",), ("\\x",)])
def test_events_may_be_called_by_any_sign(names: tuple[str, ...]) -> None:
    assert read("我昨天去了", anchors=dict.fromkeys(names, only("今天").span)) == [("昨天", "2023-06-13", "2023-06-14")]


def test_holidays_of_a_caller_are_read_in_chinese() -> None:
    assert read("公司日那天休息", holidays={"公司日": "03-14"}) == [("公司日那天", "2023-03-14", "2023-03-15")]


def test_just_is_recent_in_chinese() -> None:
    assert [(each.surface, each.kind) for each in find("我刚到家，刚才下雨了", ANCHOR)] == [
        ("刚", "recent"),
        ("刚才", "recent"),
    ]


@pytest.mark.parametrize(
    "text",
    (
        "有一点累 下午茶 三天两头 国庆路 三点式 一年四季 两点之间 五月天 三号线 五号楼 三年级 三点建议 "
        "我有三点意见 三点五公里 1/2 从前 以后再说 前往 大小 五一广场 有一天 第三天 圣诞老人 一三五 "
        "法源寺街7号 刚刚好 这周边 公元前221年 李刚 吃元宵 腊八粥 周末愉快 王国庆 伴郎二号 第三季 一年中 "
        "其他同学会 今后 那年夏天 朝九晚五 前面 上面 下面 早点睡 晚点到 刚好 金刚 90后 三岁 七上八下 "
        "周杰伦 《明日之后》 春节快乐 半路 一时 "
    ).split(),
)
def test_what_only_looks_like_a_time_in_chinese(text: str) -> None:
    assert read(f"他说{text}") == []


@pytest.mark.parametrize(
    ("text", "start"),
    [
        ("我周五去过了", "2023-06-09"),
        ("我周五要去看牙医", "2023-06-16"),
        ("周五开会了", "2023-06-09"),
        ("我打算十月去云南", "2023-10-01"),
        ("十月去了云南", "2022-10-01"),
    ],
)
def test_the_clause_tells_where_a_bare_chinese_date_lies(text: str, start: str) -> None:
    assert read(text)[0][1] == start


@pytest.mark.parametrize(
    ("question", "start", "end"),
    [
        ("我上周五做了什么？", "2023-06-09", "2023-06-10"),
        ("去年夏天我们去了哪里？", "2022-06-01", "2022-09-01"),
        ("小李去年五月到七月住在哪儿？", "2022-05-01", "2022-08-01"),
        ("上個月我見了誰？", "2023-05-01", "2023-06-01"),
        ("前几天我去了哪儿？", "2023-06-09", "2023-06-13"),
        ("几年前我住在哪儿？", "2018-01-01", "2022-01-01"),
    ],
)
def test_the_window_of_a_chinese_question(question: str, start: str, end: str) -> None:
    asked = window(question, ANCHOR)
    assert asked is not None
    assert (stamp(asked.start), stamp(asked.end)) == (start, end)


@pytest.mark.parametrize(
    "question",
    [
        "小李现在住在哪儿？",
        "他每天几点起床？",
        "你叫什么名字？",
        "住了三年的房子在哪？",
        "他几年前搬的家？",
        "出院之后过了几天她回去上班？",
    ],
)
def test_questions_without_a_window_in_chinese(question: str) -> None:
    assert window(question, ANCHOR) is None


@pytest.mark.parametrize(
    "text",
    ["毕业三年后我去了上海", "三年后他辞职了", "一个月后，她收到了录取通知", "过了三天他才回来", "搬家一个月前我病了"],
)
def test_what_is_told_counts_from_another_time_than_now(text: str) -> None:
    assert read(text) == []


@pytest.mark.parametrize(
    ("text", "surface", "start"),
    [
        ("三天后我就出发", "三天后", "2023-06-17"),
        ("两周后就毕业了", "两周后", "2023-06-26"),
        ("三年前毕业了", "三年前", "2020-01-01"),
    ],
)
def test_what_is_planned_counts_from_now(text: str, surface: str, start: str) -> None:
    assert read(text)[0][:2] == (surface, start)


@pytest.mark.parametrize(
    ("text", "surface", "every"),
    [
        ("我周末都在家", "周末", "P1W"),
        ("他周三总是很忙", "周三", "P1W"),
        ("我晚上一般不吃饭", "晚上", "P1D"),
        ("我一般周六去看爷爷", "周六", "P1W"),
        ("夏天经常去海边", "夏天", "P1Y"),
    ],
)
def test_what_is_usual_recurs(text: str, surface: str, every: str) -> None:
    timex = only(text)
    assert (timex.surface, timex.kind, timex.every) == (surface, "recurring", every)


def test_what_was_done_once_does_not_recur() -> None:
    assert only("周末都过完了").kind == "date"


def test_what_is_left_of_a_time_lies_ahead() -> None:
    assert [(each.surface, each.kind) for each in find("再有半个月就放假了", ANCHOR)] == [("半个月", "duration")]
    assert read("离春节还有二十天")[0] == ("春节", "2024-02-10", "2024-02-11")


def test_a_bare_year_is_read_behind_its_label() -> None:
    assert read('{"目的地": "苏州", "到达日期": "2025"}') == [("2025", "2025-01-01", "2026-01-01")]
    assert read("编号2025") == []


def test_spans_lie_in_the_text_as_it_was_given() -> None:
    assert read("比 较 一 下 2009 年 5 月") == [("2009 年 5 月", "2009-05-01", "2009-06-01")]
