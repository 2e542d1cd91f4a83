"""What a Chinese text is found by: its words, its pairs of signs, and the topics that its words are about.

Words that say nothing of what a text is about, those of questions among them, are left out and break the pairs.
A topic is one term for all the words that people use for the same thing, so that 老家 finds 籍贯.
"""

from __future__ import annotations

import re
from functools import lru_cache

from kgmem.chinese_words import cut
from kgmem.text import pairs

DONE = "了"
WORD, TOPIC = "'", "="
"""What begins the term of a whole word, and that of a topic: a word of two signs counts beside its pair."""

EMPTY = frozenset(
    (
        # particles, measure words, what holds a sentence together
        "的 地 得 了 着 过 之 所 者 吗 呢 吧 啊 呀 嘛 哦 么 嗯 哎 唉 呗 啦 咧 哈 嘞 哇 喔 耶 啰 诶 欸 个 位 些 种 次 件 "
        "是 在 有 和 与 跟 同 及 或 或者 还是 就 都 也 还 又 再 才 只 只是 就是 可是 不是 是不是 有没有 没有 "
        "把 被 给 让 叫 对 对于 关于 到 以 以及 从 向 往 由 为 为了 于 因为 由于 所以 因此 但 但是 不过 而 而且 并 并且 "
        "然后 接着 后来 如果 要是 的话 虽然 尽管 即使 另外 还有 此外 除了 以外 之外 上 下 里 中 内 时 时候 时 后 前 "
        # who speaks and what is pointed at
        "我 你 您 他 她 它 咱 我们 你们 他们 她们 它们 咱们 自己 自个儿 人家 大家 其 这 那 这个 那个 这些 那些 这位 那位 "
        "这种 那种 这样 那样 这么 那么 这里 那里 这儿 那儿 此 该 某 某个 "
        # questions
        "什么 啥 啥子 甚么 哪 哪个 哪位 哪些 哪里 哪儿 哪种 哪一个 谁 多少 几 几个 怎么 怎样 怎么样 如何 咋 咋样 为什么 为啥 为何 何 "
        "何时 多大 多高 多长 多久 多远 多重 来着 请问 以下 到底 究竟 知道 告诉 记得 记不记得 还记得 想知道 帮 帮我 "
        # degrees, times and moods
        "很 挺 太 更 最 好 特别 非常 比较 十分 相当 真 真的 真心 确实 其实 有点 有点儿 一点 一点儿 一下 一些 一样 平时 一般 通常 "
        "经常 总是 常常 刚 刚才 刚刚 现在 目前 已经 正在 曾经 一直 具体 大概 可能 应该 也许 大约 好像 似乎 觉得 感觉 "
        "可 可以 能 能够 会 要 想 应 该 得 可真 嘞 而已 罢了 最近 "
    ).split()
)

TOPICS = {
    # people
    "father": "爸爸 父亲 老爸 我爸 他爸 她爸 爹",
    "mother": "妈妈 母亲 老妈 我妈 他妈 她妈 娘亲",
    "grandfather": "爷爷 祖父 阿公",
    "grandmother": "奶奶 祖母 阿嬷",
    "mother's father": "外公 姥爷 外祖父",
    "mother's mother": "外婆 姥姥 外祖母",
    "wife": "妻子 老婆 太太 媳妇 爱人",
    "husband": "丈夫 老公 先生",
    "partner": "对象 男朋友 女朋友 男友 女友 恋人 伴侣",
    "child": "孩子 小孩 娃 宝宝",
    "son": "儿子 犬子",
    "daughter": "女儿 闺女",
    "uncle": "叔叔 叔父 大叔",
    "uncle's wife": "婶婶 婶子 婶娘",
    "mother's brother": "舅舅 舅父",
    "his wife": "舅妈 舅母",
    "father's sister": "姑姑 姑妈 姑母",
    "mother's sister": "姨妈 姨母 小姨 大姨 二姨",
    "boss": "上司 老板 领导 上级 主管 老总 头儿",
    "subordinate": "下属 手下 部下 下级",
    "colleague": "同事 同僚",
    "schoolmate": "同学 校友 同窗 室友",
    "friend": "朋友 好友 闺蜜 哥们 死党",
    "teacher": "老师 教师 导师 教授",
    "neighbour": "邻居 隔壁 街坊",
    # what one is
    "name": "名字 姓名 名叫 全名 大名 本名 叫什么 叫啥 叫做 姓什么 姓啥 昵称 小名 外号",
    "age": "岁 年龄 年纪 多大 年长 年轻 年少 高龄 周岁 虚岁 大几岁 小几岁",
    "height": "身高 个子 个头 多高 厘米 公分",
    "weight": "体重 多重 公斤 千克 减肥 发胖",
    "birthday": "生日 出生 诞辰 生于 过寿",
    "hometown": "老家 家乡 籍贯 故乡 祖籍 哪里人 哪儿人 什么地方人 本地人",
    "schooling": "学历 文凭 学位 教育背景 教育程度 毕业 本科 大专 专科 硕士 博士 研究生 高中 初中 中专 大学 学校 念书 读书 母校",
    "field of study": "专业 主修 学科 什么系",
    "job": "职业 工作 上班 任职 就职 从事 干什么 干啥 做什么 干嘛的 干哪行 哪一行 行业 谋生",
    "post": "职位 职务 岗位 职称 头衔 首席 经理 总监 主任 队长 班长 行长 校长 院长 局长 处长 科长 部长 总裁 董事长 厂长 店长 组长",
    "employer": "公司 单位 企业 集团 东家 雇主",
    "pay": "工资 薪水 薪资 收入 月薪 年薪 奖金",
    "character": "性格 脾气 个性 为人 内向 外向",
    "religion": "信仰 信教 佛教 基督教 伊斯兰教 道教",
    "language": "语言 英语 法语 日语 德语 韩语 西班牙语 俄语 粤语 普通话 方言 外语",
    # how one is reached
    "telephone": "电话 手机号 号码 联系方式 座机 热线",
    "mail": "邮箱 邮件 电邮 邮址",
    "address": "地址 住址 住处 门牌",
    # likes and habits
    "hobby": "爱好 兴趣 喜欢 热爱 着迷 迷上 业余 闲暇 消遣 空闲",
    "liking": "喜欢 喜爱 中意 钟意 偏爱 青睐 最爱 爱吃 爱喝 爱看 爱听 好评",
    "dislike": "讨厌 不喜欢 厌恶 反感 受不了 害怕",
    "food": "食物 美食 口味 好吃 饭菜 菜 吃饭 餐厅 饭店 饭馆 馆子 火锅 烧烤",
    "drink": "饮料 咖啡 奶茶 茶 喝 酒 啤酒 果汁",
    "sport": "运动 健身 锻炼 跑步 游泳 打球 篮球 足球 羽毛球 乒乓球 网球 瑜伽 骑行 登山 爬山",
    "music": "音乐 歌 唱歌 乐器 钢琴 吉他 小提琴 演唱会 乐队",
    "film": "电影 影片 片子 观影 电视剧 追剧 影院",
    "book": "书 小说 阅读 看书 作家 读物",
    "game": "游戏 电竞 打游戏 手游 网游",
    # things
    "appliance": "家电 电器 冰箱 洗衣机 空调 电视机 电饭煲 电饭锅 微波炉 洗碗机 净化器 吸尘器 烤箱 热水器 扫地机 加湿器 "
    "电风扇 油烟机 豆浆机 空气炸锅 烘干机",
    "mobile": "手机 智能机 苹果机",
    "computer": "电脑 笔记本 平板 台式机",
    "car": "车 汽车 轿车 开车 座驾 电动车 车型",
    "skin care": "护肤品 化妆品 面霜 喷雾 精华 口红 面膜 洗面奶 防晒 爽肤水 乳液 眼霜",
    "shoes": "鞋 鞋子 运动鞋 跑鞋 球鞋 皮鞋 靴子",
    "clothes": "衣服 服装 外套 裙子 衬衫 穿搭 毛衣 裤子",
    "bag": "包 背包 书包 提包 钱包 行李箱",
    "pet": "宠物 猫 狗 猫咪 狗狗 小猫 小狗 仓鼠 兔子 鹦鹉 毛孩子",
    "gift": "礼物 礼品 送给 送了",
    # places
    "home": "小区 住在 居住 房子 公寓 家住 租房 楼盘 安家 住 搬家 搬到",
    "shop": "商场 超市 购物中心 商店 店铺 卖场 百货 便利店 逛街",
    "sight": "景区 景点 公园 风景区 名胜 游览 乐园",
    "hospital": "医院 诊所 看病 住院 门诊",
    "where": "在哪 去哪 到哪 地点 位于 位置 什么地方 地方 地儿 何地 何处",
    "travel": "旅行 旅游 出差 度假 出游 自驾 旅程 游玩",
    # what happens
    "event": "活动 会议 研讨会 论坛 峰会 聚会 典礼 比赛 展览 讲座 沙龙 派对",
    "when": "时间 什么时候 啥时候 何时 几点 哪天 几号 日期 日子 哪一年 哪年",
    "how long": "持续 多久 多长时间 时长 几天 几周 几个月 期限 历时",
    "how many": "规模 人数 多少人 几个人 参与人数 参加人数",
    "price": "价格 价钱 多少钱 售价 费用 花费 花了 块钱 贵 便宜 性价比",
    "illness": "生病 病 不舒服 身体 手术 过敏 感冒 发烧 症状 疾病 疼 痛",
    "marriage": "结婚 婚礼 领证 订婚 嫁 娶 离婚 成家",
    "reason": "为什么 为啥 为何 因为 由于 原因 缘故 怎么会",
    "plan": "打算 计划 准备 想要 将要 安排",
    "loss": "丢 丢失 遗失 弄丢 不见了 被偷",
    "exam": "考试 成绩 分数 考上 高考 考研 证书 考证",
    "feeling": "心情 情绪 开心 高兴 难过 伤心 生气 焦虑 压力 郁闷",
    "opinion": "评价 看法 描述 印象 感受 评论 觉得",
}  # fmt: skip
"""Topic -> words for it; a word may stand for several."""


@lru_cache(maxsize=1)
def _topics() -> tuple[re.Pattern[str], dict[str, list[str]]]:
    """A pattern of all words for topics, the longer ones first, and the topics of each word."""
    topics: dict[str, list[str]] = {}
    for topic, words in TOPICS.items():
        for word in words.split():
            topics.setdefault(word, []).append(f"{TOPIC}{topic}")
    return re.compile("|".join(sorted(topics, key=lambda word: (-len(word), word)))), topics


@lru_cache(maxsize=50_000)
def terms(run: str) -> tuple[str, ...]:
    """The terms of a run of simplified Chinese signs: pairs, whole words, topics."""
    found: list[str] = []
    whole: list[str] = []
    piece = ""
    for word in (word.text for word in cut(run)):
        if word.endswith(DONE) and len(word) > 1 and word not in EMPTY:  # 坏了 is one word here and two there
            word = word.removesuffix(DONE)
        if word in EMPTY:
            found += pairs(piece)
            piece = ""
            continue
        piece += word
        whole.append(f"{WORD}{word}")
    found += pairs(piece)
    pattern, topics = _topics()
    about = [topic for match in pattern.finditer(run) for topic in topics[match[0]]]
    return (*found, *whole, *dict.fromkeys(about))
