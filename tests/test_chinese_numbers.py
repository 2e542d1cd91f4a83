"""Numbers and amounts in Chinese."""

import pytest

from kgmem.chinese_numbers import amounts, count_at, number_at, value_of


@pytest.mark.parametrize(
    ("said", "value"),
    [
        ("三万五", 35_000),
        ("三万五千", 35_000),
        ("两万三千亿", 2_300_000_000_000),
        ("一亿三千万", 130_000_000),
        ("一百零五", 105),
        ("一百五", 150),
        ("两千三", 2_300),
        ("一万零五十", 10_050),
        ("二十五", 25),
        ("十五", 15),
        ("十", 10),
        ("一九九八", 1998),
        ("二〇一九", 2019),
        ("三点五", 3.5),
        ("三点五万", 35_000),
        ("3.5万", 35_000),
        ("3万5", 35_000),
        ("1亿2000万", 120_000_000),
        ("12,500", 12_500),
        ("廿三", 23),
        ("壹佰贰拾", 120),
    ],
)
def test_the_value_of_a_number(said: str, value: float) -> None:
    found = value_of(said)
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize("said", ["万", "十十", "人", "", "三人"])
def test_what_is_no_number(said: str) -> None:
    assert value_of(said) is None


@pytest.mark.parametrize(
    ("said", "low", "high", "usual"),
    [
        ("几", 2, 5, 3),
        ("两三", 2, 3, 2),
        ("三四百", 300, 400, 300),
        ("十七八", 17, 18, 17),
        ("二三十", 20, 30, 20),
        ("十几", 11, 19, 15),
        ("几十", 20, 90, 30),
        ("二十多", 20, 30, 20),
        ("三十来", 30, 32, 30),
        ("一百多万", 1_000_000, 2_000_000, 1_000_000),
        ("半", 0.5, 0.5, 0.5),
    ],
)
def test_a_vague_number_has_bounds(said: str, low: float, high: float, usual: float) -> None:
    assert count_at(said, 0) == (len(said), low, high, usual)


@pytest.mark.parametrize(
    ("text", "surface", "value", "unit", "measure"),
    [
        ("买了两斤苹果", "两斤", 2, "斤", "weight"),
        ("一斤二两肉", "一斤二两", 1.2, "斤", "weight"),
        ("两斤半虾", "两斤半", 2.5, "斤", "weight"),
        ("花了三百块", "三百块", 300, "块", "money"),
        ("三块五的饼", "三块五", 3.5, "块", "money"),
        ("月薪三万五千块钱", "三万五千块钱", 35_000, "块钱", "money"),
        ("月薪3.5万元", "3.5万元", 35_000, "元", "money"),
        ("才¥35.5", "¥35.5", 35.5, "元", "money"),
        ("五十平米的房子", "五十平米", 50, "平米", "area"),
        ("身高一米八", "一米八", 1.8, "米", "length"),
        ("身高1米75", "1米75", 1.75, "米", "length"),
        ("跑了20多公里", "20多公里", 20, "公里", "length"),
        ("三岁半的孩子", "三岁半", 3.5, "岁", "age"),
        ("涨了百分之三十", "百分之三十", 30, "%", "share"),
        ("来了十几个人", "十几个", 15, "个", "count"),
        ("喝了半杯水", "半杯", 0.5, "杯", "volume"),
    ],
)
def test_an_amount_is_a_number_with_its_unit(text: str, surface: str, value: float, unit: str, measure: str) -> None:
    (amount,) = amounts(text)
    assert (text[amount.start : amount.end], amount.usual, amount.unit, amount.measure) == (
        surface,
        value,
        unit,
        measure,
    )


def test_an_ordinal_is_no_amount() -> None:
    assert amounts("第三个") == []


def test_a_number_is_read_where_it_stands() -> None:
    assert number_at("有35个", 1) == (3, 35)
    assert number_at("有人", 1) is None
