"""Places and organisations in a Chinese text: those that are listed, and those a word at the end tells."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from importlib.resources import files

from kgmem.chinese_name_signs import listed
from kgmem.chinese_words import Word

_PLACE_ENDS = re.compile(
    r"(?:自治区|特别行政区|自治州|火车站|高铁站|地铁站|汽车站|客运站|飞机场|国际机场|植物园|动物园|森林公园|湿地公园|主题公园|风景区|度假村|开发区|"
    r"步行街|商业街|大街|大道|胡同|广场|公园|小区|花园|大厦|机场|车站|古镇|古城|老街|夜市|海滩|沙滩|半岛|群岛|草原|沙漠|雪山|瀑布|温泉|水库|大桥|"
    r"街道|景区|寺庙|故居|陵园|码头|省|市|区|县|镇|乡|村|路|街|巷|弄|国|州|岛|山|湖|河|江|湾|港|寺|庙|塔|桥|站|屯|庄|营)"
)
_ORGANISATION_ENDS = (
    "有限责任公司 股份有限公司 有限公司 分公司 子公司 总公司 公司 集团 银行 医院 卫生院 诊所 大学 学院 商学院 中学 小学 高中 初中 附中 附小 学校 "
    "幼儿园 托儿所 俱乐部 协会 学会 基金会 研究所 研究院 设计院 事务所 律所 工作室 出版社 报社 杂志社 通讯社 旅行社 电视台 广播台 电台 合唱团 乐队 "
    "乐团 剧团 舞团 读书会 同好会 同学会 社团 委员会 联盟 联合会 商会 工会 教会 慈善会 合作社 商社 会社 酒店 饭店 餐厅 餐馆 酒楼 酒吧 咖啡馆 咖啡厅 "
    "咖啡店 茶馆 茶楼 面包坊 面包店 烘焙坊 蛋糕店 甜品店 书店 书屋 花店 药店 药房 超市 商场 百货 便利店 健身房 博物馆 图书馆 美术馆 体育馆 科技馆 "
    "展览馆 纪念馆 画廊 剧院 影院 电影院 歌剧院 琴行 车行 工厂 制造厂 汽修厂 农场 牧场 证券 保险 法院 检察院 派出所 公安局 教育局 税务局 邮局 救助站 "
    "培训班 训练营 志愿队 足球队 篮球队 排球队 羽毛球队 登山队 舞蹈队 龙舟队 跑团 棋社 茶社 诗社 文学社 摄影社 动漫社 戏剧社 小组 项目组 车友会 老乡会 校友会 学生会 兴趣班 合唱队 球队 战队 车队 互助会 志愿者协会 活动中心 社区中心 研究中心 培训中心"
).split()
_INDUSTRIES = (
    "传媒 科技 互动 物流 纺织 软件 汽车 能源 建筑 建设 建工 地产 置业 金融 投资 资本 食品 医药 制药 生物 电子 电器 电气 通信 通讯 网络 信息 数码 半导体 "
    "机械 重工 化工 钢铁 航空 航运 快递 速运 贸易 实业 控股 文化 影业 娱乐 游戏 教育 服饰 家居 家具 装饰 设计 咨询 广告 餐饮 农业 乳业 酒业 造纸 印刷 旅游 "
    "矿业 船务 海运 陶瓷 玩具 出版 动画 音乐 体育 健康 材料 环保 电力 水务 光电 仪器 精密 智能 互联 在线 图书 日化 珠宝 烘焙 影视 保险 证券 租赁 安防 照明"
).split()
_LONGEST_FIRST = tuple(sorted(_ORGANISATION_ENDS, key=len, reverse=True))
_ENDS = (*_ORGANISATION_ENDS, *_INDUSTRIES)
_PLAIN_BEFORE = frozenset(
    """大 小 新 老 旧 好 坏 私立 公立 民办 外贸 广告 互联网 网络 软件 建筑 装修 保险 房地产 外资 外企 国有 民营 创业 科技 上市 金融 物流 贸易 食品 医药
    会计 律师 设计 动物 宠物 社区 乡镇 农村 城市 本地 当地 国外 国内 国际 海外 高级 普通 重点 连锁 大型 小型 中型 知名 著名 私人 家族 跨国 招聘 培训 教育 文化 传媒
    快递 制药 汽车 电子 服装 化工 机械 生物 游戏 影视 旅游 餐饮 投资 证券 咨询 公关 人力 外卖 儿童 妇产 口腔 牙科 眼科 中医 西餐 中餐 火锅 快餐 自助 日本 韩国 美国
    英国 法国 德国 足球 篮球 羽毛球 游泳 舞蹈 音乐 美术 艺术 体育 师范 职业 技术 工业 农业 附近 隔壁 楼下 门口 对面 母 总 分 子 女子 男子 全日制 五星级 四星级 星级 二手
    校 院 业余 寄宿 双语 国立 省立 市立 青年 老年 员工 学生 家长 同 一家 每家 水果 鲜花 蔬菜 服务 物业 中介 家政 建材 电影 歌 流行 摇滚 爵士""".split()
)
_STOPS = ("v", "p", "r", "d", "c", "u", "m", "q", "y", "e", "o", "t", "f", "w")
_WORKS_AT = re.compile(
    r"(?:在|去|到|从|进|进了|加入|加入了|入职|入职了|跳槽到|跳槽去|离开|离开了|辞了|就职于|任职于|供职于|受雇于|来自)\Z"
)
_WORKS = re.compile(
    r"(?:上班|工作|干活|任职|实习|当|做|打工|就职|兼职|跑业务|搬砖|开会|面试|辞职|离职|离开|跳槽|退休|的(?:工资|薪水|老板|同事|员工|总部|地址|最后一天|办公室|offer|面试|工作|职员|经理)|"
    r"开在|位于|坐落|设在|总部|就在|成立|招|裁|倒闭|上市|给我|聘|录用|挖|启动)"
)
_CLUBS = frozenset("俱乐部 协会 小组 社团 学会 联盟 合唱团 同好会 乐队 训练营 培训班".split())
_GROUPS = (
    *sorted(_CLUBS),
    "读书会",
    "车友会",
    "老乡会",
    "校友会",
    "学生会",
    "互助会",
    "乐团",
    "舞团",
    "剧团",
    "棋社",
    "诗社",
    "跑团",
    "球队",
    "战队",
    "车队",
    "合唱队",
)
_DONE_IN_PLACES = frozenset(
    """参加 加入 工作 上班 生活 旅游 旅行 出差 开会 学习 认识 组织 成立 创办 举办 开店 离开 退出 报名 喜欢 开始 负责 管理 回到 来到 搬到 住在 去过 到过 见到 遇到 碰到 决定 打算 计划
    准备 找到 换到 就是 还是 属于 附近 隔壁 觉得 听说 需要 没有 可以 应该 可能 已经 一直 一起 特别 非常 真的""".split()
)
_DOING = frozenset(
    "上下进出去来到开当做办读考念学教是有搬住离回想要会能买卖吃喝打玩看说叫找换带送接给和跟靠对向把被从于按据"
)
_NOT_INSIDE = frozenset(
    "我你他她它您咱俺这那哪每某个家所座条的了着过在去到从和跟与把被给对是有没不很也都就又还才一两几各本该"
)


@cache
def listed_places() -> frozenset[str]:
    found: set[str] = set()
    for line in (files("kgmem") / "data" / "chinese_places.txt").read_text(encoding="utf-8").splitlines():
        if not line.startswith("#"):
            found.update(line.partition(": ")[2].split())
    return frozenset(found)


def places(plain: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Spans of places, listed ones with what is joined to them: "杭州西湖区", "南京路"."""
    known = listed_places()
    at = 0
    while at < len(words):
        word = words[at]
        size = next((n for n in range(6, 1, -1) if plain[word.start : word.start + n] in known), 0)
        is_place = (
            word.tag == "ns" and len(word.text) > 1 and word.text not in _NO_PLACES and word.text not in listed("none")
        ) or size
        if not is_place:
            if (run := _ended_place(plain, words, at)) is not None:
                yield word.start, run[1]
                at = run[0]
                continue
            at += 1
            continue
        end = max(word.start + size, word.end if word.tag == "ns" else 0)
        while at < len(words) and words[at].start < end:
            at += 1
        if found := _PLACE_ENDS.match(plain, end):
            inside = at < len(words) and words[at].start == end and words[at].end > found.end()
            if not inside:
                end = found.end()
                while at < len(words) and words[at].start < end:
                    at += 1
        if plain[end : end + 1] not in ("人", "话", "菜", "语", "味", "式") or not plain[end : end + 1]:
            yield word.start, end


_NO_PLACES = frozenset("中国人 江湖 天下 海洋 田园 东西 南北 太平 长江 花园 大街 海滩".split())


def _ended_place(plain: str, words: Sequence[Word], at: int) -> tuple[int, int] | None:
    """ "枫林路", "青山镇", "翠湖公园": one or two words of a name and what ends it. (next word, end)."""
    for last in (at, at + 1, at + 2):
        if last >= len(words) or (last > at and words[last].start != words[last - 1].end):
            return None
        text = plain[words[at].start : words[last].end]
        if any(sign in _NOT_INSIDE for sign in text) or not re.fullmatch(r"[㐀-鿿]+", text) or len(text) > 8:
            return None
        if words[last].tag.startswith(_STOPS) and last == at:
            return None
        found = re.search(rf"{_PLACE_ENDS.pattern}\Z", text)
        if found is None or found.start() < 2 or text in _PLAIN_PLACES:
            continue
        stem = words[at:last] if last > at else []
        if last == at and words[at].tag not in ("ns", "nr", "nz", "x", "nt"):
            continue
        if stem and not any(w.tag[:2] in ("ns", "nr", "nz") or w.tag == "x" for w in stem):
            continue
        if found[0] in ("国", "州", "山", "江", "河", "站", "营", "庄", "区", "港", "路", "村", "市") and last > at + 1:
            continue
        return last + 1, words[last].end
    return None


_PLAIN_PLACES = frozenset(
    "火车站 地铁站 飞机场 动物园 植物园 步行街 商业街 风景区 开发区 度假村 加油站 服务站 出国 回国 爬山 登山 全国 外国 祖国 王国 帝国".split()
)


def kind_of(name: str) -> str:
    """The class of a named organisation: Group for people who do something together, else Organization."""
    return "Group" if name.endswith(_GROUPS) else "Organization"


def organisations(plain: str, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
    """Spans of organisations that have a name of their own: "合肥社区合唱团", "在毛地黄传媒上班"."""
    at = 0
    while at < len(words):
        run = _run(words, at)
        found = _organisation(plain, words, at, run) if run > at else None
        if found is not None:
            yield words[at].start, found[1]
            at = found[0]
        else:
            at += 1


def _run(words: Sequence[Word], at: int) -> int:
    """The word behind the run of words that a name may be made of."""
    end = at
    while end < len(words) and end < at + 7:
        word = words[end]
        joined = end == at or word.start == words[end - 1].end
        if end == at and word.text in listed_places():
            end += 1
            continue
        letters = re.fullmatch(r"[㐀-鿿A-Za-z0-9&]+", word.text)
        ended = word.text.endswith(_ENDS)
        activity = len(word.text) > 1 and word.tag in ("v", "d", "a", "vn") and (end > at or _ends_next(words, end))
        stops = (
            word.tag.startswith(_STOPS) and not activity and not ended and not (word.tag in ("vn", "t") and end > at)
        )
        if not joined or not letters or (stops and len(word.text) != 1 and not ended) or word.text in _NOT_INSIDE:
            break
        if len(word.text) == 1 and stops and word.text in _DOING:
            break
        if len(word.text) > 1 and word.text in _DONE_IN_PLACES:
            break
        if word.tag.startswith(("u", "r", "p", "c", "y")) or (
            word.tag in ("v", "d") and not ended and end == at and not activity
        ):
            break
        end += 1
    return end


def _ends_next(words: Sequence[Word], at: int) -> bool:
    """True when the next word is what a club or a team ends with: "划船俱乐部"."""
    return at + 1 < len(words) and words[at + 1].start == words[at].end and words[at + 1].text in _CLUBS


def _organisation(plain: str, words: Sequence[Word], at: int, run: int) -> tuple[int, int] | None:
    start = words[at].start
    best: tuple[int, int] | None = None
    for last in range(at, run):
        text = plain[start : words[last].end]
        if not text.endswith(_ENDS):
            continue
        strong = next((e for e in _LONGEST_FIRST if text.endswith(e) and text != e), "")
        weak = "" if strong else next((e for e in _INDUSTRIES if text.endswith(e) and len(text) > len(e) + 1), "")
        if strong:
            stem = text[: -len(strong)]
            if _is_telling(stem, words, at, start):
                best = last + 1, words[last].end
        elif weak and best is None:
            before, after = plain[:start], plain[words[last].end :]
            there = (
                _WORKS_AT.search(before)
                and (not before.endswith("在") or _WORKS.match(after.lstrip("那的"), 0) or _WORKS.search(after[:12]))
            ) or _WORKS.match(after)
            if there and _is_telling(text[: -len(weak)], words, at, start):
                best = last + 1, words[last].end
    return best


def _is_telling(stem: str, words: Sequence[Word], at: int, start: int) -> bool:
    """False for what only tells the kind: "广告公司", "私立医院"."""
    if len(stem) < 2 or stem in _PLAIN_BEFORE:
        return False
    parts = [w for w in words[at:] if w.start < start + len(stem)]
    if all(w.text in _PLAIN_BEFORE for w in parts):
        return False
    first = parts[0]
    return not (first.tag.startswith(("m", "q")) and not re.match(r"第", first.text))
