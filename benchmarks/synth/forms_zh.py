"""How Chinese speakers tell, plan, doubt, deny and ask for what happens in the synthetic world. Data only.

The tables are those of `forms_en.py`.
"""

from __future__ import annotations

HAPPENED: dict[str, str] = {
    "move": """
        {who}{when}搬到{to}了
        {who}{when}搬到了{to}
        {who}{when}从{from}搬到了{to}
        {who}{when}搬家了，搬到了{to}
        {when}{who}搬去{to}<住|生活>了
        {who}{when}离开{from}去{to}<住|定居>了
        {who}{when}在{to}<安了家|定居了|落脚了>
        {who}{when}把家搬到了{to}
        {who}{when}在{to}租了房子，搬过去了
        {who}{when}退了{from}的房子，搬到{to}去了
        {who}{when}拿到了{to}新房的钥匙，搬进去了
        {who}{when}总算搬到{to}了
        recent:: {who}刚搬到{to}
        recent:: {who}现在住{to}，刚搬的
        recent:: {who}刚搬来{to}，箱子还没拆完呢
        {who}{when}举家搬到了{to}
        {who}{when}收拾东西搬去了{to}
        {who}的新家在{to}，{when+}搬的
        {who}搬家了，{when+}搬的，现在住在{to}
    """,
    "start_job": """
        {who}{when}开始在{firm}上班
        {who}{when}去{firm}上班了
        {who}{when}<加入了|进了|入职了>{firm}
        {who}{when}在{firm}找到了工作
        {who}{when}到{firm}当{job}了
        {who}{when}进{firm}做了{job}
        {who}{when}被{firm}录用了
        {who}{when}被{firm}录用为{job}
        {who}{when}拿到{firm}的工作，当{job}
        {firm}{when}招了{who}当{job}
        {who}{when}开始在{firm}做{job}
        {who}{when}第一天去{firm}上班
        {who}{when}换了工作，去了{firm}
        {who}{when}换了新工作，在{firm}当{job}
        recent:: {who}刚入职{firm}
        recent:: {who}刚去{firm}上班，当{job}
        recent:: {who}找到新工作了，在{firm}做{job}
        {who}{when}正式成了{firm}的{job}
    """,
    "leave_job": """
        reason=quit:: {who}{when}从{firm}<辞职|离职>了
        reason=quit:: {who}{when}辞掉了{firm}的工作
        reason=quit:: {who}{when}辞了{firm}那份{job}的工作
        reason=quit:: {who}{when}离开了{firm}
        reason=quit:: {who}{when}不干了，从{firm}走人了
        reason=quit:: {who}{when}向{firm}交了辞呈，走了
        reason=quit:: {who}受够了{firm}，{when}辞职了
        reason=quit:: {who}{when}把{firm}的工作给辞了
        reason=laid_off:: {who}{when}被{firm}裁了
        reason=laid_off:: {who}{when}被{firm}裁员了
        reason=laid_off:: {firm}{when}裁员，{who}被裁了
        reason=laid_off:: {who}{when}丢了{firm}的工作
        reason=laid_off:: {who}{when}被{firm}辞退了
        reason=closed:: {firm}{when}关门，{who}的工作也没了
        reason=closed:: {who}{when}失业了，因为{firm}倒闭了
        reason=closed:: {who}在{firm}的工作{when}没了
        {who}{when}不在{firm}当{job}了
        {who}在{firm}的最后一天是{when+}
        {who}在{firm}做到{when+}就不做了
        recent:: {who}已经不在{firm}上班了
        recent:: {who}不在{firm}干了
        recent:: {who}已经不是{firm}的人了
    """,
    "promotion": """
        {who}{when}升职了，当上了{job}
        {who}{when}升为{job}了
        {who}{when}被提拔为{job}
        {who}{when}在{firm}升了{job}
        {firm}{when}提拔{who}当{job}
        {who}{when}从{old_job}升到了{job}
        {who}{when}当上{job}了
        {who}{when}升了，现在是{job}
        recent:: {who}刚升{job}
        recent:: {who}现在是{job}了，刚升的职
    """,
    "start_dating": """
        {who}{when}开始和{with}<交往|谈恋爱>
        {who}{when}跟{with}在一起了
        {both}{when}在一起了
        {both}{when}<开始交往|谈恋爱了|好上了>
        {who}{when}和{with}好上了
        {both}{when}确定了恋爱关系
        {both}{when}成了一对
        {who}{when}跟{with}确定了关系
        {who}{since!}就和{with}在一起
        {both}{since!}就在谈恋爱
        recent:: {who}在跟{with}谈恋爱
        recent:: {who}有对象了，是{with}
        recent:: {both}在交往
    """,
    "engage": """
        {both}{when}订婚了
        {who}{when}和{with}订婚了
        {who}{when}跟{with}订了婚
        {both}{when}订了婚
        {who}{when}答应了{with}，两个人订婚了
        {both}{when}办了订婚宴
        {both}{when}定下了婚事
        recent:: {both}已经订婚了
        recent:: {who}刚和{with}订婚
    """,
    "marry": """
        {both}{when}结婚了
        {who}{when}和{with}结婚了
        {who}{when}跟{with}<结了婚|领了证>
        {both}{when}<领了证|领证了>
        {both}{when}<办了婚礼|办了喜酒>，结婚了
        {both}{when}把婚结了
        {both}{when}正式结为夫妻
        {who}{when}和{with}成了家
        {both}{when}成了夫妻
        {both}{when}登记结婚了
        {who}的婚礼是{when+}办的，和{with}
        {who}{when}和{with}走进了婚姻
        {both}终于{when}结婚了
        {who}{when}和{with}去民政局领了结婚证
        recent:: {who}刚和{with}结婚
        recent:: {both}刚领了证
        recent:: {both}现在是夫妻了
        {both}{since!}就是夫妻
    """,
    "break_up": """
        {both}{when}分手了
        {who}{when}和{with}分手了
        {who}{when}跟{with}<分了|掰了|断了>
        {both}{when}分了
        {both}{when}结束了恋爱
        {who}和{with}{when}散了
        {who}{when}和{with}结束了关系
        {who}和{with}的感情{when}走到头了
        {who}{when}跟{with}和平分手
        {both}{when}就不在一起了
        {who}{when}恢复单身，跟{with}分手了
        recent:: {both}已经不在一起了
        recent:: {who}刚和{with}分手
        recent:: {who}跟{with}已经断了
        {who}的恋情{when}结束了，跟{with}分手了
    """,
    "divorce": """
        {both}{when}离婚了
        {who}{when}和{with}离婚了
        {who}{when}跟{with}离了
        {who}{when}和{with}办了离婚
        {both}{when}办完了离婚手续
        {who}和{with}的婚姻{when}结束了，离了
        {both}{when}去领了离婚证
        recent:: {both}已经离了
        recent:: {who}刚和{with}离婚
    """,
    "birth": """
        mother:: {who}{when}生了{baby}，叫{child}
        mother:: {who}{when}生下了{child}
        mother:: {who}{when}生孩子了，是{baby}，名叫{child}
        mother:: {who}{when}平安生下{baby}，取名{child}
        {who}的{son}{child}{when}出生了
        {who}{when}当{mother}了，孩子叫{child}
        {who}家{when}添了{baby}，叫{child}
        {both}{when}有了孩子，叫{child}
        {both}{when}有了{baby}，取名{child}
        {both}的{son}{child}是{when+}出生的
        {both}{when}当爸妈了，宝宝叫{child}
        {child}{when}出生，是{who}的{son}
        {who}{when}迎来了{son}{child}
        {who}的宝宝{when}出生了，取名{child}
        小{son}{child}{when}出生，{who}当{mother}了
        recent:: {who}刚当上{mother}，宝宝叫{child}
        recent:: {who}有{son}了，叫{child}
        recent:: {both}刚有了{baby}，叫{child}
    """,
    "adopt_pet": """
        {who}{when}领养了{一:pet.sort}，叫{pet}
        {who}{when}收养了{一:pet.sort}，取名{pet}
        {who}{when}养了{一:pet.sort}，名字叫{pet}
        {who}{when}抱回来{一:pet.sort}，叫{pet}
        {who}{when}从救助站接回{一:pet.sort}，起名{pet}
        {who}家{when}来了{一:pet.sort}，叫{pet}
        {who}{when}开始养{pet.sort}了，叫{pet}
        {who}{when}救了{一:pet.sort}，养在家里，叫{pet}
        {who}{when}领养了{pet}
        {who}{when}把{pet.sort}{pet}带回了家
        {who}{when}给{一:pet.sort}安了家，它叫{pet}
        {who}{when}去领养中心挑中了{一:pet.sort}，叫{pet}
        recent:: {who}刚领养了{一:pet.sort}，叫{pet}
        recent:: {who}家有{pet.sort}了，叫{pet}
        recent:: {who}刚开始养{pet.sort}，名叫{pet}
        {who}那{只:pet.sort}{pet}是{when+}领养的
        {who}{when}多了个小伙伴，{一:pet.sort}，叫{pet}
    """,
    "pet_dies": """
        {who}的{pet.sort}{pet}{when}死了
        {who}的{pet.sort}{pet}{when}走了，再也不会回来了
        {who}家的{pet.sort}{pet}{when}去世了
        {pet}{when}死了，{who}养了它很久
        {who}{when}失去了{pet.sort}{pet}，它死了
        {who}家{pet}{when}离世了
        {who}{when}送走了{pet.sort}{pet}，它病死了
        recent:: {who}的{pet.sort}{pet}刚刚死了
        可怜的{pet}{when}死了，那是{who}的{pet.sort}
    """,
    "buy": """
        {who}{when}买了{一:thing}
        {who}{when}入手了{一:thing}
        {who}{when}给自己买了{一:thing}
        {who}{when}看中{一:thing}，买下来了
        {who}{when}下单买了{一:thing}，已经到货了
        {who}{when}买了{一:thing}，<挺喜欢的|早就想要了>
        {who}{when}买回来{一:thing}
        {who}{when}添置了{一:thing}
        {who}{when}淘到{一:thing}，买下了
        {who}{when}咬咬牙买了{一:thing}
        {who}{when}下决心买了{一:thing}
        {who}{when}终于买了{一:thing}
        {who}{when}没忍住，买了{一:thing}
        recent:: {who}刚买了{一:thing}
        recent:: {who}新买了{一:thing}
        recent:: {who}刚入手{一:thing}
        {who}的{thing}是{when+}买的
        {who}{when}奖励自己{一:thing}，买下来了
    """,
    "sell": """
        {who}{when}把{thing}卖了
        {who}{when}卖掉了{thing}
        {who}{when}把自己的{thing}转手了
        {who}的{thing}{when}卖出去了
        {who}{when}终于卖了{thing}
        {who}{when}把{thing}卖给了别人
        {who}{when}给{thing}找到了买家，卖了
        recent:: {who}刚把{thing}卖了
        recent:: {who}的{thing}已经卖掉了
    """,
    "lose": """
        how=lost:: {who}{when}把{thing}弄丢了
        how=lost:: {who}的{thing}{when}丢了
        how=lost:: {who}{when}丢了{thing}
        how=lost:: {who}{when}把{thing}落在外面，没找回来
        how=stolen:: {who}的{thing}{when}被偷了
        how=stolen:: 有人{when}把{who}的{thing}偷走了
        how=stolen:: {who}{when}被偷了，丢的是{thing}
        how=stolen:: 小偷{when}偷了{who}的{thing}
        how=broken:: {who}的{thing}{when}坏了，修不好了
        how=broken:: {who}{when}把{thing}弄坏了，只能扔掉
        how=broken:: {who}的{thing}{when}彻底报废了
        how=broken:: {who}{when}把{thing}摔坏了，没法用了
    """,
    "travel": """
        {who}{when}去了{to}
        {who}{when}去{to}<玩|旅游|旅行>了
        {who}{when}去了一趟{to}
        {who}{when}去{to}玩了几天
        {who}{when}在{to}待了几天
        {who}{when}跑去{to}玩了一趟
        {who}{when}到{to}度了个假
        {who}{when}和{with}一起去了{to}
        {who}{when}跟{with}去{to}玩了
        {both}{when}一起去了{to}
        {both}{when}去{to}玩了几天
        {who}{when}到{to}转了转
        {who}{when}在{to}过的假期
        {who}{when}终于去了{to}
        {who}{when}逛了{to}
        recent:: {who}刚从{to}玩回来
        recent:: {who}刚去过{to}
        recent:: {who}刚从{to}旅行回来
        {when}{who}去{to}散心了
    """,
    "accident": """
        {who}{when}在{place}出了事故
        {who}{when}在{place}出事了，是个意外事故
        {who}{when}在{place}碰上了事故，受了伤
        {who}{when}在{place}出了意外
        {who}{when}在{place}遭遇了事故
        {when}{place}出了个事故，{who}受伤了
        {who}{when}在{place}受了伤，是个意外
        {who}{when}在{place}不小心出了事故
        recent:: {who}刚在{place}出了事故
        recent:: {who}在{place}出了事故，还没缓过来
    """,
    "fall_ill": """
        illness:: {who}{when}得了{condition}
        illness:: {who}{when}病了，是{condition}
        not_injury:: {who}{when}被诊断出{condition}
        not_injury:: {who}{when}查出了{condition}
        illness:: {who}{when}生病了，得的是{condition}
        {who}{when}去看医生，说是{condition}
        {who}{when}去医院检查，结果是{condition}
        injury:: {who}{when}受伤了，{condition}
        injury:: {who}{when}摔了，结果{condition}
        injury:: {who}{when}进了医院，{condition}
        lasting:: {who}{when}开始有{condition}
        illness:: {who}{when}因为{condition}病倒了
        illness:: {who}{when}染上了{condition}
        not_injury:: {who}{since!}就有{condition}
        医生{when}说{who}是{condition}
        illness:: recent:: {who}得{condition}了
        illness:: recent:: {who}最近得了{condition}，在家休息
        illness:: recent:: {who}病了，{condition}
        recent:: {who}刚查出{condition}
        injury:: recent:: {who}{condition}了，在家养伤
        {who}{when}住院了，{condition}
        {who}{when}请了病假，因为{condition}
    """,
    "recover": """
        {who}的{condition}{when}好了
        {who}的{condition}{when}<痊愈了|彻底好了|治好了>
        {who}{when}康复了，{condition}好了
        illness:: {who}{when}病好了，不再有{condition}
        {who}{when}摆脱了{condition}
        {who}{when}去复查，{condition}已经好了
        医生{when}说{who}的{condition}好了
        {who}{when}恢复了，{condition}没事了
        {who}{when}治好了{condition}
        {who}{when}从{condition}中恢复过来了
        {who}{when}出院了，{condition}好了
        recent:: {who}的{condition}总算好了
        recent:: {who}已经好了，{condition}没了
        recent:: {who}的{condition}刚好
        {who}{when}缓过来了，{condition}好了
        {who}的{condition}是{when+}好的
    """,
    "start_project": """
        {who}{when}开始负责{project}
        {who}{when}启动了{project}
        {who}{when}在{firm}启动了{project}
        {who}{when}接手了{project}，当负责人
        {who}{when}成了{project}的负责人
        {firm}{when}让{who}负责{project}
        {who}{when}开始带{project}
        {who}{when}开始主持{project}
        {who}{when}牵头做{project}了
        {project}{when}启动了，{who}负责
        {project}是{when+}开始的，{who}牵头
        {who}{since!}就在负责{project}
        {who}{when}接了{project}
        {who}{when}被派去负责{project}
        recent:: {who}刚当上{project}的负责人，开始主持了
        recent:: {who}现在负责{project}
        recent:: {who}刚接手{project}
        {who}{when}把{project}搞起来了
    """,
    "finish_project": """
        {who}{when}做完了{project}
        {who}{when}完成了{project}
        {who}{when}把{project}做完了
        {who}的{project}{when}<结束了|收尾了|结项了>
        {who}{when}交付了{project}
        {who}{when}搞定了{project}
        {who}{when}给{project}收了尾
        {who}负责的{project}{when}完成了
        {project}{when}结束了，{who}不用再管了
        {who}{when}终于把{project}做完了
        {who}{when}把{project}交了
        recent:: {who}刚做完{project}
        recent:: {project}做完了，{who}可以歇歇了
        recent:: {who}总算忙完{project}了
        {project}是{when+}完成的，{who}做的
    """,
    "join": """
        {who}{when}加入了{club}
        {who}{when}成了{club}的成员
        {who}{when}报名参加了{club}
        {who}{when}进了{club}
        {club}{when}收了{who}当会员
        {who}{when}在{club}办了会员
        {who}{since!}就是{club}的成员
        recent:: {who}刚加入{club}
        recent:: {who}现在是{club}的人了
    """,
    "leave": """
        {who}{when}退出了{club}
        {who}{when}离开了{club}
        {who}{when}不去{club}了，退了会
        {who}{when}退了{club}的会员
        {who}{when}从{club}退出来了
        {who}{when}跟{club}说了再见，退出了
        recent:: {who}已经不是{club}的成员了
        recent:: {who}刚退出{club}
        recent:: {who}不在{club}了
    """,
    "start_studies": """
        {who}{when}开始在{school}读{field}
        {who}{when}<进了|考上了>{school}
        {who}{when}去{school}学{field}了
        {who}{when}在{school}入学，专业是{field}
        {who}{when}到{school}读书了
        {who}{when}报了{school}的{field}专业，开学了
        {who}{when}回学校念书了，在{school}读{field}
        {who}{since!}就在{school}读{field}
        recent:: {who}刚进{school}，学{field}
        recent:: {who}在{school}读{field}了
    """,
    "exam": """
        outcome=passed:: {who}{when}通过了{field}考试
        outcome=passed:: {who}的{field}考试{when}过了
        outcome=passed:: {who}{when}考{field}，过了
        outcome=passed:: {who}{when}考过了{field}
        outcome=passed:: {who}{when}的{field}考试及格了
        outcome=passed:: {who}{when}参加了{field}考试，顺利通过
        outcome=passed:: recent:: {who}刚考过{field}
        outcome=passed:: {who}{when}考完{field}，成绩不错，通过了
        outcome=failed:: {who}{when}没通过{field}考试
        outcome=failed:: {who}的{field}考试{when}没过
        outcome=failed:: {who}{when}考{field}，没考过
        outcome=failed:: {who}{when}挂了{field}
        outcome=failed:: {who}{when}的{field}考试不及格
        outcome=failed:: {who}{when}参加了{field}考试，可惜没过
        outcome=failed:: recent:: {who}{field}刚挂了
        outcome=failed:: {who}{when}{field}考砸了，没过
    """,
    "graduate": """
        {who}{when}从{school}毕业了
        {who}{when}在{school}毕业了，学的是{field}
        {who}{when}拿到了{school}的学位
        {who}{when}拿到了{school}的{field}学位
        {who}{when}读完了{school}
        {who}{when}读完了{school}的{field}专业
        {who}{when}完成了在{school}的学业
        recent:: {who}刚从{school}毕业
        recent:: {who}已经从{school}毕业了
    """,
    "meet": """
        {who}{when}认识了{with}，<成了朋友|挺投缘的，成了朋友>
        {who}{when}认识了{with}
        {both}{when}<认识了|成了朋友>
        {who}{when}跟{with}交上了朋友
        {who}{when}和{with}成了朋友
        {who}{when}跟{with}认识了
        {who}{when}碰到{with}，聊得来，成了朋友
        {both}是{when+}认识的
        {both}{when}一见如故，成了朋友
        {who}{when}结识了{with}
        {who}{since!}就和{with}是朋友
        {both}{since!}就是朋友
        recent:: {who}刚认识了{with}
        recent:: {who}交了个新朋友，{with}
        {who}{when}跟{with}混熟了，成了朋友
        {who}{when}第一次见到{with}
    """,
    "quarrel": """
        {who}{when}和{with}吵架了
        {who}{when}跟{with}吵了一架
        {both}{when}吵架了
        {both}{when}<闹翻了|闹掰了>
        {who}{when}和{with}闹了矛盾
        {who}{when}跟{with}吵翻了
        {both}{when}大吵了一架
        recent:: {who}刚和{with}吵了一架
        recent:: {who}跟{with}在闹别扭
        {both}{when}起了争执
        ends:: {who}{when}和{with}绝交了，不再是朋友
        ends:: {both}{when}闹掰了，已经不是朋友了
        ends:: {who}{when}跟{with}翻脸，不再是朋友了
    """,
    "make_up": """
        {who}{when}和{with}和好了
        {both}{when}和好了
        {who}{when}跟{with}<言归于好|和解了>
        {both}{when}把话说开了，又是朋友了
        {who}{when}给{with}道了歉，两个人和好了
        {both}{when}冰释前嫌了
        recent:: {who}跟{with}又和好了
        recent:: {both}又是朋友了
        {both}{when}不计前嫌，和好了
    """,
    "celebrate": """
        {who}{when}庆祝了{occasion}
        {who}{when}办了个聚会庆祝{occasion}
        {who}{when}为{occasion}开了个派对
        {who}{when}和{with}一起庆祝了{occasion}
        {both}{when}一起庆祝了{occasion}
        {who}{when}摆了一桌，庆祝{occasion}
        {who}{when}请客吃饭，庆祝{occasion}
        recent:: {who}刚庆祝完{occasion}
        {when}大家切了蛋糕，{who}庆祝{occasion}
    """,
    "start_liking": """
        {who}{when}喜欢上了{thing}
        {who}{when}迷上了{thing}
        {who}{when}爱上了{thing}
        {who}{when}开始喜欢{thing}
        {who}{when}发现了{thing}，喜欢得不得了
        {who}{since!}就特别喜欢{thing}
        recent:: {who}最近迷上了{thing}
        recent:: {who}最近特别喜欢{thing}
        {who}{when}对{thing}着了迷
    """,
    "go_off": """
        {who}{when}对{thing}腻了，不喜欢了
        {who}{when}厌了{thing}，受不了了
        {who}{when}对{thing}没兴趣了，甚至有点讨厌
        {who}{since!}就不喜欢{thing}了
        recent:: {who}现在不喜欢{thing}了
        recent:: {who}最近受不了{thing}了
        recent:: {who}已经烦透{thing}了
        {who}{when}对{thing}彻底失去了兴趣
    """,
    "start_learning": """
        {who}{when}开始学{language}
        {who}{when}报了{language}班
        {who}{when}学起{language}来了
        {who}{when}开始上{language}课
        {who}{when}上了第一节{language}课
        {who}{since!}就在学{language}
        recent:: {who}最近在学{language}
        recent:: {who}刚开始学{language}
    """,
    "start_diet": """
        {who}{when}改成{diet}了
        {who}{when}开始{diet}了
        {who}{when}开始坚持{diet}
        {who}{when}换成了{diet}
        {who}{when}下决心{diet}了
        {who}{since!}就坚持{diet}
        recent:: {who}现在{diet}了
        recent:: {who}最近改成{diet}了
        recent:: {who}刚开始{diet}
    """,
    "firm_moves": """
        {firm}{when}搬到了{to}
        {firm}{when}从{from}搬到了{to}
        {firm}{when}迁到{to}了
        {firm}{when}搬去{to}了
        {firm}{when}把总部搬到了{to}
        {firm}{when}离开{from}去了{to}
        {firm}{when}在{to}开了新址，{from}的关了
        recent:: {firm}现在在{to}
        recent:: {firm}刚搬到{to}
    """,
    "firm_closes": """
        {firm}{when}倒闭了
        {firm}{when}关门了
        {firm}{when}破产了
        {firm}{when}停业了
        {firm}{when}开不下去，关了
        {firm}{when}黄了
        recent:: {firm}已经倒闭了
        recent:: {firm}已经没了，关了
        recent:: {firm}刚刚关门
    """,
    "mood": """
        feeling=happy:: {who}{when}特别开心
        feeling=happy:: {who}{when}心情很好，很开心
        feeling=happy:: {who}{when}开心得不得了
        feeling=happy:: recent:: {who}最近很开心
        feeling=happy:: recent:: {who}这阵子特别开心
        feeling=sad:: {who}{when}很难过
        feeling=sad:: {who}{when}心情低落，挺难过的
        feeling=sad:: {who}{when}难过得吃不下饭
        feeling=sad:: recent:: {who}最近挺难过的
        feeling=sad:: recent:: {who}这阵子很难过
        feeling=stressed:: {who}{when}压力很大
        feeling=stressed:: {who}{when}压力大得睡不着
        feeling=stressed:: {who}{when}忙得压力特别大
        feeling=stressed:: recent:: {who}最近压力很大
        feeling=stressed:: recent:: {who}这阵子压力大
        feeling=tired:: {who}{when}特别累
        feeling=tired:: {who}{when}累得不行
        feeling=tired:: {who}{when}累坏了
        feeling=tired:: recent:: {who}最近好累
        feeling=tired:: recent:: {who}这阵子一直很累
    """,
}

TO_DO: dict[str, str] = {
    "move": """
        搬到{to}
        搬去{to}住
        在{to}安家
        离开{from}搬到{to}
    """,
    "start_job": """
        去{firm}上班
        进{firm}工作
        到{firm}当{job}
        加入{firm}
    """,
    "leave_job": """
        从{firm}辞职
        辞掉{firm}的工作
        离开{firm}
    """,
    "promotion": """
        升{job}
        当上{job}
        升到{job}
    """,
    "start_dating": """
        和{with}交往
        跟{with}谈恋爱
        跟{with}在一起
    """,
    "engage": """
        和{with}订婚
        跟{with}订婚
        与{with}订婚
    """,
    "marry": """
        和{with}结婚
        跟{with}结婚
        跟{with}领证
        和{with}成家
    """,
    "break_up": """
        和{with}分手
        跟{with}分手
        跟{with}断了
    """,
    "divorce": """
        和{with}离婚
        跟{with}离婚
        跟{with}办离婚
    """,
    "adopt_pet": """
        领养{一:pet.sort}
        养{一:pet.sort}
        收养{一:pet.sort}
        养只宠物
        领养个小动物
        从救助站领养动物
    """,
    "buy": """
        买{一:thing}
        入手{一:thing}
        给自己买{一:thing}
        添{一:thing}
    """,
    "sell": """
        卖掉{thing}
        把{thing}卖了
        把{thing}转手
    """,
    "travel": """
        去{to}
        去{to}玩
        去{to}旅行
        去{to}玩几天
        到{to}旅行
    """,
    "start_project": """
        启动{project}
        开始做{project}
        接手{project}
    """,
    "finish_project": """
        做完{project}
        完成{project}
        把{project}收尾
    """,
    "join": """
        加入{club}
        报名参加{club}
        进{club}
    """,
    "leave": """
        退出{club}
        离开{club}
        退掉{club}的会员
    """,
    "start_studies": """
        去{school}读{field}
        到{school}念书
        上{school}
    """,
    "exam": """
        参加{field}考试
        考{field}
        去考{field}
    """,
    "graduate": """
        从{school}毕业
        读完{school}
        拿{school}的学位
    """,
    "meet": """
        认识{with}
        跟{with}交朋友
        结识{with}
    """,
    "make_up": """
        和{with}和好
        跟{with}和解
        跟{with}把话说开
    """,
    "celebrate": """
        庆祝{occasion}
        为{occasion}开派对
        请客庆祝{occasion}
    """,
    "start_learning": """
        学{language}
        报{language}班
        上{language}课
    """,
    "start_diet": """
        改成{diet}
        开始{diet}
        换成{diet}
    """,
}

PLANNED = """
    {who}<打算|计划|准备>{when}{do}
    {who}{when}要{do}
    {who}想{when}{do}
    {who}决定{when}{do}
    {who}希望{when}能{do}
    顺利的话，{who}{when}就{do}
    {who}在考虑{when}{do}
    {who}已经定了，{when}{do}
    {who}盼着{when}{do}
    {who}说好了{when}{do}
    {who}正攒钱，想{when}{do}
    {who}下了决心，{when}{do}
    计划是{who}{when}{do}
"""

FAILED = """
    {who}{do}的计划{when}泡汤了
    {who}{do}的事{when}黄了
    {who}最后没能{do}
    {who}本来要{do}的，结果没成
    {who}不打算{do}了
    {who}{when}放弃了{do}的计划
    {who}原来想{do}，现在不行了
    {who}{do}的计划{when}取消了
    {who}到头来还是没有{do}
    {who}说要{do}，最后没成
"""

SUPPOSED = """
    也许{who}该{do}
    说不定哪天{who}会{do}
    要是{who}{do}，你觉得怎么样
    如果{who}有钱，就{do}
    假如{who}真的{do}，会怎么样呢
    {who}倒是可以{do}，随便说说
    {who}有时候幻想{do}
    要是可以选，{who}想{do}
    万一{who}哪天{do}呢
    {who}要是能{do}就好了
"""

DENIED = """
    {who}没有{do}
    {who}根本没有{do}
    说{who}要{do}，那不是真的，没有的事
    别听他们瞎说，{who}没有{do}
    {who}并没有{do}
    不是的，{who}没有{do}
    谁说的，{who}没有{do}
    先说清楚，{who}没有{do}
"""

HOLDS: dict[str, str] = {
    "livesIn": """
        {who}住在{it}
        {who}{since!}就住在{it}
        {who}家在{it}
        {who}现在住{it}
        {who}在{it}<生活|定居>
        {who}在{it}租了个房子住
        {who}目前住在{it}
        {who}的家在{it}
        {it}是{who}住的地方
        {who}一直住{it}那边
        {who}人在{it}，住那儿
        {who}{since!}就在{it}生活
        {who}常住{it}
        {who}在{it}安的家
        {who}的住处在{it}
        {who}平时都住{it}
    """,
    "worksFor": """
        {who}在{it}<上班|工作>
        {who}{since!}就在{it}上班
        {who}是{it}的员工
        {who}的公司是{it}
        {who}在{it}干活
        {who}现在在{it}上班
        {who}的单位是{it}
        {who}给{it}打工
        {it}是{who}上班的地方
        {who}{since!}就在{it}工作
        {who}任职于{it}
        {who}靠{it}的工资吃饭
    """,
    "worksAs": """
        {who}是{it}
        {who}的工作是{it}
        {who}的职业是{it}
        {who}是做{it}的
        {who}现在当{it}
        {who}{since!}就当{it}
        {who}{since!}就做{it}
        {who}是个{it}
        {who}的岗位是{it}
        {who}上班做{it}
    """,
    "spouseOf": """
        {who}的{husband}是{it:name}
        {it}是{who}的{husband}
        {bothit}是夫妻
        {who}和{it:name}是两口子
        {who}{since!}就和{it}是夫妻
        {bothit}结婚了，是夫妻
        {bothit}{since!}就是夫妻
        {who}的{husband}叫{it:name}
        {who}跟{it}是一家人，两口子
    """,
    "partnerOf": """
        {who}的{boyfriend}是{it:name}
        {it}是{who}的{boyfriend}
        {bothit}在谈恋爱
        {bothit}是一对
        {who}在跟{it}交往
        {who}和{it}在一起
        {who}{since!}就和{it}在一起
        {who}的{boyfriend}叫{it:name}
        {bothit}是情侣
    """,
    "parentOf": """
        {it}是{who}的{son}
        {who}的{son}叫{it:name}
        {who}的{son}是{it:name}
        {who}有个{son}，叫{it:name}
        {who}是{it}的{mother}
        {who}家{son}叫{it:name}
        {who}有{son}，就是{it:name}
        {it}的{mother}是{who:name}
    """,
    "siblingOf": """
        {who}的{brother}叫{it:name}
        {it}是{who}的{brother}
        {who}有个{brother}，叫{it:name}
        {who}的{brother}是{it:name}
        {bothit}是一家的孩子，亲{siblings}
        {bothit}是亲{siblings}
        {who}有{brother}，就是{it:name}
        {who}家{brother}叫{it:name}
    """,
    "friendOf": """
        {who}和{it}是朋友
        {bothit}是<朋友|好朋友|老朋友>
        {it}是{who}的朋友
        {who}跟{it}关系很好，是朋友
        {who}有个朋友叫{it:name}
        {who}{since!}就和{it}是朋友
        {bothit}{since!}就是朋友
        {it}是{who}的好朋友
        {who}的朋友{it:name}人很好
        {who}跟{it}很要好，是朋友
    """,
    "owns": """
        {who}有{一:it}
        {who}家里有{一:it}
        {who}{since!}就有{一:it}
        {who}自己有{一:it}
        那{只:it}{it}是{who}的
        {who}的{it}<很好用|还能用|用了好久了>
        {who}天天用自己的{it}
        {who}手上有{一:it}
        {who}很宝贝自己的{it}
    """,
    "likes": """
        {who}喜欢{it}
        {who}很喜欢{it}
        {who}特别喜欢{it}
        {who}爱{it}
        {who}超爱{it}
        {who}对{it}情有独钟
        {who}是{it}的忠实爱好者
        {who}迷{it}
        {it}是{who}喜欢的
        {who}挺喜欢{it}的
        {who}一说到{it}就高兴，可喜欢了
        {who}对{it}没有抵抗力
    """,
    "dislikes": """
        {who}不喜欢{it}
        {who}很讨厌{it}
        {who}讨厌{it}
        {who}受不了{it}
        {who}对{it}没好感
        {who}一点都不喜欢{it}
        {who}最烦{it}
        {it}不合{who}的口味，不喜欢
        {who}从来都不喜欢{it}
        {who}对{it}很反感
    """,
    "favorite": """
        {who}最喜欢吃{it}
        {who}最爱吃的是{it}
        {it}是{who}的最爱
        {who}最喜欢的食物是{it}
        要说吃的，{who}最喜欢{it}
        {who}的最爱是{it}
        对{who}来说，什么都比不上{it}
        {who}心里第一名的美食是{it}
    """,
    "prefers": """
        {who}更喜欢{it}
        {who}比较偏爱{it}
        有得选的话，{who}选{it}
        {who}宁可喝{it}
        {who}更愿意喝{it}
        {who}偏爱{it}
        比起别的，{who}更喜欢{it}
        {who}总是选{it}
    """,
    "drinks": """
        {who}喝{it}
        {who}天天喝{it}
        {who}每天早上喝{it}
        {who}平时喝{it}
        {who}常喝{it}
        {who}一般喝{it}
        {who}早上都要来一杯{it}
        {who}喝的都是{it}
    """,
    "hasPet": """
        {who}有{一:it.sort}，叫{it}
        {who}养了{一:it.sort}，叫{it}
        {who}家的{it.sort}叫{it}
        {who}的{it.sort}叫{it}
        {who}养的{it.sort}名叫{it}
        {who}{since!}就养着{it.sort}，叫{it}
        {who}家{it.sort}{it}<特别可爱|整天睡觉|特别黏人>
        {it}是{who}的{it.sort}
        {who}家里有{一:it.sort}，名字是{it}
    """,
    "allergicTo": """
        {who}对{it}过敏
        {who}有{it}过敏
        {who}碰到{it}会过敏
        {who}一碰{it}就过敏
        {who}不能碰{it}，过敏
        {who}得离{it}远点，过敏
        小心{it}，{who}过敏
        {who}过敏，过敏原是{it}
    """,
    "hasCondition": """
        {who}有{it}
        not_injury:: {who}{since!}就有{it}
        not_injury:: {who}患有{it}
        {who}正在治{it}
        {who}被{it}折磨着
        lasting:: {who}一直有{it}的老毛病
        lasting:: {who}要长期吃药，{it}
        {who}的{it}还没好
        {who}现在{it}，挺难受的
        injury:: {who}{it}，在养伤
    """,
    "speaks": """
        {who}会说{it}
        {who}会讲{it}
        {who}能说{it}
        {who}的{it}很流利
        {who}{it}说得不错
        {who}懂{it}
        {who}能用{it}聊天
        {who}的{it}很好
    """,
    "memberOf": """
        {who}是{it}的成员
        {who}在{it}
        {who}是{it}的会员
        {who}{since!}就在{it}
        {who}每周都去{it}，是会员
        {who}加入了{it}，是成员
        {who}属于{it}
        {who}{since!}就是{it}的成员
    """,
    "studiesAt": """
        {who}在{it}<读书|上学|念书>
        {who}是{it}的学生
        {who}{since!}就在{it}读书
        {who}在{it}读学位
        {who}现在在{it}上学
        {who}上的是{it}
        {who}就读于{it}
        {who}念的学校是{it}
    """,
    "studies": """
        {who}学{it}
        {who}的专业是{it}
        {who}读{it}专业
        {who}在学{it}
        {who}{since!}就在学{it}
        {who}是{it}专业的学生
        {who}念的是{it}
        {who}主修{it}
    """,
    "graduatedFrom": """
        {who}是{it}毕业的
        {who}毕业于{it}
        {who}从{it}毕业
        {who}是{it}的毕业生
        {who}有{it}的学位
        {who}的母校是{it}
        {who}的学位是{it}的
        {who}大学读的{it}，毕业了
    """,
    "visited": """
        {who}去过{it}
        {who}到过{it}
        {who}以前去过{it}
        {who}去{it}玩过
        {who}已经去过{it}了
        {who}在{it}待过几天
        {who}去过一次{it}
        {who}逛过{it}
    """,
    "manages": """
        {who}负责{it}
        {who}是{it}的负责人
        {who}在管{it}
        {who}带{it}
        {who}主持{it}
        {who}领导{it}
        {who}在负责{it}
        {it}归{who}管
    """,
    "learns": """
        {who}在学{it}
        {who}正在学{it}
        {who}在上{it}课
        {who}{since!}就在学{it}
        {who}每周上{it}课
        {who}在自学{it}
        {who}每天练{it}，还在学
        {who}忙着学{it}
    """,
    "hasDiet": """
        {who}坚持{it}
        {who}现在是{it}
        {who}一直{it}
        {who}{since!}就坚持{it}
        {who}的饮食方式是{it}
        {who}讲究{it}
        {who}目前{it}
        {who}平时{it}
    """,
    "locatedIn": """
        {who}在{it}
        {who}位于{it}
        {who}开在{it}
        {who}的地址在{it}
        {who}就在{it}
        {who}{since!}就在{it}
        {who}设在{it}
        {who}就在{it}那边
    """,
    "bornIn": """
        {who}是在{it}出生的
        {who}出生在{it}
        {who}生在{it}
        {who}的出生地是{it}
        {who}老家{it}，在那儿出生的
        {it}是{who}出生的地方
        {who}在{it}出生
        {who}身份证上写着出生地{it}
    """,
    "bornOn": """
        {who}是{it}出生的
        {who}的生日是{it}
        {who}出生于{it}
        {who}{it}出生
        {who}的出生日期是{it}
        {who}生于{it}
        {who}是{it}生的
        {who}身份证上的出生日期是{it}
    """,
    "hasAge": """
        {who}{it}岁
        {who}今年{it}岁
        {who}{it}岁了
        {who}已经{it}岁了
        {who}现在{it}岁
        {who}满{it}岁了
        {who}的年龄是{it}岁
        {who}都{it}岁了
    """,
    "plays": """
        ball:: {who}打{it}
        ball:: {who}每周打{it}
        ball:: {who}会打{it}
        ball:: {who}下班后打{it}
        ball:: {who}周末都去打{it}
        ball:: {who}常打{it}
        ball:: {who}打{it}打得不错
        ball:: {who}有空就打{it}
        tune:: {who}练{it}
        tune:: {who}会{it}这门乐器
        tune:: {who}每周练{it}
        tune:: {who}演奏{it}
        tune:: {who}下班后练{it}
        tune:: {who}有空就练{it}
        board:: {who}下{it}
        board:: {who}会下{it}
        board:: {who}每周下{it}
        board:: {who}有空就下{it}
        board:: {who}下班后下{it}
        board:: {who}{it}下得不错
    """,
    "practices": """
        {who}的爱好是{it}
        {it}是{who}的爱好
        {who}业余爱好是{it}
        {who}业余时间搞{it}
        {who}周末都在搞{it}
        {who}坚持{it}
        {who}空闲时间都花在{it}上
        {who}有个爱好，{it}
    """,
}

USED_TO: dict[str, str] = {
    "livesIn": """
        {who}以前住在{it}
        {who}曾经住在{it}
        {who}原来家在{it}
    """,
    "worksFor": """
        {who}以前在{it}上班
        {who}曾经在{it}工作
        {who}原来的公司是{it}
    """,
    "worksAs": """
        {who}以前是{it}
        {who}曾经当过{it}
        {who}原来做{it}
    """,
    "owns": """
        {who}以前有{一:it}
        {who}曾经有{一:it}
        {who}原来有{一:it}
    """,
    "memberOf": """
        {who}以前是{it}的成员
        {who}曾经在{it}
        {who}原来是{it}的会员
    """,
    "partnerOf": """
        {who}以前和{it}谈过恋爱
        {who}曾经跟{it}交往过
        {bothit}以前是一对
    """,
    "spouseOf": """
        {who}以前和{it}是夫妻
        {bothit}曾经是夫妻
        {it:name}是{who}以前的{husband}
    """,
    "hasPet": """
        {who}以前养过{一:it.sort}，叫{it}
        {who}曾经有{一:it.sort}，叫{it}
        {who}以前的{it.sort}叫{it}
    """,
    "studiesAt": """
        {who}以前在{it}读书
        {who}曾经在{it}上学
        {who}原来是{it}的学生
    """,
    "hasCondition": """
        {who}以前有{it}
        {who}曾经有过{it}
        {who}以前受过{it}的苦
    """,
    "likes": """
        {who}以前喜欢{it}
        {who}曾经很喜欢{it}
        {who}原来挺爱{it}
    """,
    "manages": """
        {who}以前负责{it}
        {who}曾经是{it}的负责人
        {who}原来带{it}
    """,
    "locatedIn": """
        {who}以前在{it}
        {who}曾经开在{it}
        {who}原来的地址在{it}
    """,
}

NOT_SO: dict[str, str] = {
    "livesIn": """
        {who}不住在{it}
        {who}家不在{it}
        {who}没住在{it}
    """,
    "worksFor": """
        {who}不在{it}上班
        {who}不是{it}的员工
        {who}没在{it}工作
    """,
    "worksAs": """
        {who}不是{it}
        {who}的工作不是{it}
        {who}不做{it}
    """,
    "owns": """
        {who}没有{it}
        {who}没有什么{it}
        那{只:it}{it}不是{who}的
    """,
    "likes": """
        {who}不喜欢{it}
        {who}对{it}没什么兴趣，不喜欢
        {who}不爱{it}
    """,
    "speaks": """
        {who}不会说{it}
        {who}不会{it}
        {who}一句{it}都不会说
    """,
    "plays": """
        {who}不会{it}
        {who}从来没学过{it}，不会
        {who}对{it}一窍不通，不会
    """,
    "visited": """
        {who}没去过{it}
        {who}从来没去过{it}
        {who}还没到过{it}
    """,
    "allergicTo": """
        {who}对{it}不过敏
        {who}没有{it}过敏
        {who}碰{it}没事，不过敏
    """,
    "memberOf": """
        {who}不是{it}的成员
        {who}不在{it}
        {who}没加入{it}
    """,
    "hasCondition": """
        {who}没有{it}
        {who}并没有{it}
        医生说{who}不是{it}
    """,
    "hasPet": """
        {who}没养{it}，弄错人了
        {it}不是{who}的{it.sort}
        那{只:it.sort}{it}不是{who}家的
    """,
    "friendOf": """
        {who}和{it}不是朋友
        {bothit}不是朋友
        {it}不是{who}的朋友
    """,
    "spouseOf": """
        {who}和{it}不是夫妻
        {bothit}不是夫妻
        {it}不是{who}的{husband}
    """,
    "studies": """
        {who}学的不是{it}
        {who}的专业不是{it}
        {who}不学{it}
    """,
}

ASKED: dict[str, str] = {
    "move": """
        {who}搬到哪儿去了？ => {to} | 搬到{to}了 | {to}，{when+}搬的
        {who}新家在哪个城市？ => {to} | 在{to}
    """,
    "start_job": """
        {who}去哪家公司上班了？ => {firm} | 去了{firm} | {firm}，{when+}去的
        {who}新公司叫什么？ => {firm} | 叫{firm}
    """,
    "leave_job": """
        {who}从哪家公司离开了？ => {firm} | 从{firm} | {firm}，{when+}走的
        {who}不在哪儿干了？ => {firm} | {firm}那边不干了
    """,
    "promotion": """
        {who}升了什么职？ => {job} | 升了{job} | {job}，{when+}升的
        {who}升职以后是什么职位？ => {job} | 现在是{job}
    """,
    "start_dating": """
        {who}跟谁谈恋爱了？ => {with} | 跟{with} | {with}，{when+}开始的
        {who}的对象是谁？ => {with} | 是{with}
    """,
    "engage": """
        {who}跟谁订婚了？ => {with} | 跟{with} | {with}，{when+}订的
        {who}的未婚对象是谁？ => {with} | 是{with}
    """,
    "marry": """
        {who}跟谁结婚了？ => {with} | 跟{with} | {with}，{when+}结的
        {who}的结婚对象是谁？ => {with} | 是{with}
    """,
    "break_up": """
        {who}跟谁分手了？ => {with} | 跟{with} | {with}，{when+}分的
        {who}是和谁分的手？ => {with} | 和{with}
    """,
    "divorce": """
        {who}跟谁离婚了？ => {with} | 跟{with} | {with}，{when+}离的
        {who}是和谁离的婚？ => {with} | 和{with}
    """,
    "birth": """
        {who}的宝宝叫什么？ => {child} | 叫{child} | {child}，{when+}生的
        {who}给孩子取了什么名字？ => {child} | 取名{child}
    """,
    "adopt_pet": """
        {who}新养的{pet.sort}叫什么？ => {pet} | 叫{pet} | {pet}，{when+}养的
        {who}领养了什么？ => {一:pet.sort}，叫{pet} | {pet}，{一:pet.sort}
    """,
    "pet_dies": """
        {who}的哪只宠物死了？ => {pet} | {pet}，{when+}死的
        是{who}的{pet.sort}死了吗？ => 是的，{pet} | 嗯，{pet}
    """,
    "buy": """
        {who}买了什么？ => {一:thing} | 买了{一:thing} | {一:thing}，{when+}买的
        {who}把钱花哪儿了？ => 买了{一:thing} | {一:thing}
    """,
    "sell": """
        {who}卖了什么？ => {thing} | 卖了{thing} | {thing}，{when+}卖的
        {who}把什么转手了？ => {thing} | 就是{thing}
    """,
    "lose": """
        how=lost:: {who}丢了什么？ => {thing} | 丢了{thing} | {thing}，{when+}丢的
        how=stolen:: {who}什么东西被偷了？ => {thing} | {thing}，{when+}被偷的
        how=broken:: {who}什么东西坏了？ => {thing} | {thing}，{when+}坏的
        how=lost:: {who}把什么弄丢了？ => {thing} | 是{thing}
        how=stolen:: 小偷偷了{who}的什么？ => {thing} | 是{thing}
        how=broken:: {who}把什么弄坏了？ => {thing} | 是{thing}
    """,
    "travel": """
        {who}去哪儿玩了？ => {to} | 去了{to} | {to}，{when+}去的
        {who}去哪里旅行了？ => {to} | 是{to}
    """,
    "accident": """
        {who}在哪儿出的事故？ => {place} | 在{place} | 在{place}，{when+}出的
        {who}在什么地方受的伤？ => {place} | 在{place}
    """,
    "fall_ill": """
        {who}怎么了？ => {condition} | 是{condition}
        医生说{who}是什么问题？ => {condition} | {condition}，{when+}查出来的
    """,
    "recover": """
        {who}什么病好了？ => {condition} | {condition}，{when+}好的
        {who}养好的是什么病？ => {condition} | 是{condition}
    """,
    "start_project": """
        {who}开始负责哪个项目？ => {project} | 是{project} | {project}，{when+}开始的
        {who}接手了什么项目？ => {project} | 接了{project}
    """,
    "finish_project": """
        {who}做完了哪个项目？ => {project} | 是{project} | {project}，{when+}做完的
        {who}哪个项目收尾了？ => {project} | 就是{project}
    """,
    "join": """
        {who}加入了哪里？ => {club} | 加入了{club} | {club}，{when+}加入的
        {who}报了什么俱乐部？ => {club} | 是{club}
    """,
    "leave": """
        {who}退出了哪里？ => {club} | 退了{club} | {club}，{when+}退的
        {who}不参加哪个团体了？ => {club} | 是{club}
    """,
    "start_studies": """
        {who}去哪儿读书了？ => {school} | 去了{school} | {school}，{when+}入学的
        {who}开始学什么专业了？ => {field} | {field}，在{school}
    """,
    "exam": """
        outcome=passed:: {who}哪门考试过了？ => {field} | 是{field}
        outcome=failed:: {who}哪门考试没过？ => {field} | 是{field}
        outcome=passed:: {who}的{field}考试怎么样？ => 过了 | 通过了，{when+}考的
        outcome=failed:: {who}的{field}考试怎么样？ => 没过 | 挂了，{when+}考的
    """,
    "graduate": """
        {who}从哪儿毕业的？ => {school} | 从{school} | {school}，{when+}毕业的
        {who}拿到了哪个学校的学位？ => {school} | 是{school}
    """,
    "meet": """
        {who}认识了谁？ => {with} | 认识了{with} | {with}，{when+}认识的
        {who}的新朋友是谁？ => {with} | 是{with}
    """,
    "quarrel": """
        {who}跟谁吵架了？ => {with} | 跟{with} | {with}，{when+}吵的
        {who}和谁闹矛盾了？ => {with} | 和{with}
    """,
    "make_up": """
        {who}跟谁和好了？ => {with} | 跟{with} | {with}，{when+}和好的
        {who}和谁又是朋友了？ => {with} | 和{with}
    """,
    "celebrate": """
        {who}庆祝什么？ => {occasion} | {occasion}，{when+}庆祝的
        {who}办聚会是为了什么？ => {occasion} | 为了{occasion}
    """,
    "start_liking": """
        {who}喜欢上什么了？ => {thing} | 喜欢上{thing}了
        {who}迷上什么了？ => {thing} | 是{thing}
    """,
    "go_off": """
        {who}不喜欢什么了？ => {thing} | 不喜欢{thing}了
        {who}受不了什么了？ => {thing} | 是{thing}
    """,
    "start_learning": """
        {who}开始学什么语言？ => {language} | 学{language} | {language}，{when+}开始的
        {who}报了什么语言班？ => {language} | 是{language}
    """,
    "start_diet": """
        {who}改成什么饮食了？ => {diet} | 改成{diet}了
        {who}的饮食有什么变化？ => 改成{diet}了 | {diet}，{when+}开始的
    """,
    "firm_moves": """
        {firm}搬哪儿去了？ => {to} | 搬到{to}了 | {to}，{when+}搬的
        {firm}的新地址在哪儿？ => {to} | 在{to}
    """,
    "firm_closes": """
        哪家公司倒闭了？ => {firm} | {firm}，{when+}倒闭的
        关门的是哪家？ => {firm} | 是{firm}
    """,
    "mood": """
        {who}{when+}心情怎么样？ => 挺{feeling}的 | 很{feeling}
        {who}{when+}感觉怎么样？ => {feeling} | 特别{feeling}
    """,
    "livesIn": """
        {who}住哪儿？ => {it} | 住{it} | {it}，{since!}就住那儿
        {who}家在哪个城市？ => {it} | 在{it}
    """,
    "worksFor": """
        {who}在哪儿上班？ => {it} | 在{it} | 在{it}，{since!}就在那儿
        {who}的公司是哪家？ => {it} | 是{it}
    """,
    "worksAs": """
        {who}是做什么工作的？ => {it} | 做{it}的
        {who}的职业是什么？ => {it} | 是{it}
    """,
    "spouseOf": """
        {who}的{husband}是谁？ => {it} | 是{it}
        {who}的{husband}叫什么？ => {it} | 叫{it}
    """,
    "partnerOf": """
        {who}的{boyfriend}是谁？ => {it} | 是{it}
        {who}在跟谁谈恋爱？ => {it} | 跟{it}
    """,
    "parentOf": """
        {who}的{son}叫什么？ => {it} | 叫{it}
        {who}有{son}吗？ => 有，叫{it} | 有啊，{it}
    """,
    "siblingOf": """
        {who}的{brother}叫什么？ => {it} | 叫{it}
        {who}有{brother}吗？ => 有，叫{it} | 有啊，{it}
    """,
    "friendOf": """
        {who}跟谁是朋友？ => {it} | 跟{it}
        {who}的朋友是谁？ => {it} | 比如{it}
    """,
    "owns": """
        {who}有什么好东西？ => {一:it} | 有{一:it}
        {who}平时用什么？ => 自己的{it} | 有{一:it}
    """,
    "likes": """
        {who}喜欢什么？ => {it} | 喜欢{it}
        {who}有什么特别喜欢的？ => {it} | 比如{it}
    """,
    "dislikes": """
        {who}不喜欢什么？ => {it} | 不喜欢{it}
        {who}受不了什么？ => {it} | 比如{it}
    """,
    "favorite": """
        {who}最喜欢吃什么？ => {it} | 最喜欢{it}
        {who}最爱的食物是什么？ => {it} | 是{it}
    """,
    "prefers": """
        {who}更喜欢喝什么？ => {it} | 更喜欢{it}
        {who}喝东西偏爱什么？ => {it} | 偏爱{it}
    """,
    "drinks": """
        {who}平时喝什么？ => {it} | 喝{it}
        {who}早上喝什么？ => {it} | 一般是{it}
    """,
    "hasPet": """
        {who}的{it.sort}叫什么？ => {it} | 叫{it}
        {who}养宠物吗？ => 养，{一:it.sort}，叫{it} | 有{一:it.sort}，叫{it}
    """,
    "allergicTo": """
        {who}对什么过敏？ => {it} | 对{it}
        {who}有什么过敏的吗？ => {it} | 有，{it}
    """,
    "hasCondition": """
        {who}身体怎么样？ => 有{it} | {it}，还没好
        {who}有什么病吗？ => {it} | 有，{it}
    """,
    "speaks": """
        {who}会说什么语言？ => {it} | 会{it}
        {who}懂哪门语言？ => {it} | 懂{it}
    """,
    "memberOf": """
        {who}是哪个团体的成员？ => {it} | 是{it}的
        {who}参加了什么俱乐部？ => {it} | 在{it}
    """,
    "studiesAt": """
        {who}在哪儿读书？ => {it} | 在{it} | 在{it}，{since!}就在那儿
        {who}上哪个学校？ => {it} | 上{it}
    """,
    "studies": """
        {who}学什么专业？ => {it} | 学{it}
        {who}的专业是什么？ => {it} | 是{it}
    """,
    "graduatedFrom": """
        {who}是哪儿毕业的？ => {it} | {it}毕业的
        {who}的母校是哪儿？ => {it} | 是{it}
    """,
    "locatedIn": """
        {who}在哪个城市？ => {it} | 在{it}
        {who}开在哪儿？ => {it} | 就在{it}
    """,
    "bornIn": """
        {who}是在哪儿出生的？ => {it} | 在{it}
        {who}的出生地是哪里？ => {it} | 是{it}
    """,
    "bornOn": """
        {who}是什么时候出生的？ => {it} | 是{it}
        {who}的生日是哪天？ => {it} | {it}
    """,
    "hasAge": """
        {who}多大了？ => {it}岁 | {it}岁了
        {who}今年几岁？ => {it}岁 | 今年{it}岁
    """,
    "plays": """
        ball:: {who}打什么球？ => {it} | 打{it}
        tune:: {who}会什么乐器？ => {it} | 会{it}
        board:: {who}下什么棋？ => {it} | 下{it}
    """,
    "practices": """
        {who}有什么爱好？ => {it} | 爱好{it}
        {who}业余时间做什么？ => {it} | 搞{it}
    """,
    "visited": """
        {who}去过哪儿？ => {it} | 去过{it}
        {who}到过哪些地方？ => {it} | 比如{it}
    """,
    "manages": """
        {who}负责什么项目？ => {it} | 负责{it}
        {who}在带哪个项目？ => {it} | 是{it}
    """,
    "learns": """
        {who}在学什么语言？ => {it} | 学{it}
        {who}在上什么语言课？ => {it} | {it}课
    """,
    "hasDiet": """
        {who}是什么饮食习惯？ => {it} | 是{it}
        {who}饮食上有什么讲究？ => {it} | 坚持{it}
    """,
}

TOOLS: dict[str, str] = {
    "move": """
        【地址变更】姓名：{who:full}；新城市：{to}；生效日期：{when:iso}
        {"服务": "邮局", "客户": "{who:full}", "新城市": "{to}", "生效": "{when:iso}"}
    """,
    "start_job": """
        【人事】新员工：{who:full}；公司：{firm}；入职日期：{when:iso}
        {"事件": "入职", "公司": "{firm}", "员工": "{who:full}", "日期": "{when:iso}"}
    """,
    "buy": """
        【订单】买家：{who:full}；商品：{thing}；状态：已送达；日期：{when:iso}
        {"订单": {"商品": "{thing}", "买家": "{who:full}", "付款日期": "{when:iso}"}}
    """,
    "travel": """
        【预订】旅客：{who:full}；目的地：{to}；到达：{when:iso}；状态：已出行
        {"行程": {"旅客": "{who:full}", "目的地": "{to}", "到达日期": "{when:iso}"}}
    """,
    "exam": """
        【成绩】考生：{who:full}；科目：{field}；日期：{when:iso}；结果：{outcome}
        {"考试": "{field}", "考生": "{who:full}", "结果": "{outcome}", "日期": "{when:iso}"}
    """,
    "start_project": """
        【项目】新建：{project}；负责人：{who:full}；日期：{when:iso}
        {"项目": "{project}", "负责人": "{who:full}", "开始日期": "{when:iso}"}
    """,
    "finish_project": """
        【项目】关闭：{project}；负责人：{who:full}；日期：{when:iso}
        {"项目": "{project}", "负责人": "{who:full}", "结束日期": "{when:iso}"}
    """,
    "fall_ill": """
        【门诊】患者：{who:full}；诊断：{condition}；日期：{when:iso}
        {"患者": "{who:full}", "诊断": "{condition}", "日期": "{when:iso}"}
    """,
    "graduate": """
        【学籍】授予学位：{who:full}；学校：{school}；日期：{when:iso}
        {"学位": {"学校": "{school}", "毕业生": "{who:full}", "日期": "{when:iso}"}}
    """,
    "marry": """
        【民政】结婚登记：{who:full}、{with:full}；日期：{when:iso}
        {"登记": "结婚", "夫妻": ["{who:full}", "{with:full}"], "日期": "{when:iso}"}
    """,
    "join": """
        【会员】{club}：新会员{who:full}；加入日期：{when:iso}
        {"俱乐部": "{club}", "会员": "{who:full}", "加入日期": "{when:iso}"}
    """,
}

TOOL_CALLS = """
    我查一下
    稍等，我看看记录
    好的，我帮您查
    我去查一下记录
    请稍等，正在查询
    我找一下那条记录
    我来查查
    马上帮您看
"""

HEARSAY = """
    {source}说{what}
    {source}告诉我，{what}
    我听{source}说，{what}
    听{source}讲，{what}
    据{source}说，{what}
    {source}跟我讲，{what}
    {source}提到过，{what}
    按{source}的说法，{what}
    我是从{source}那儿听来的，{what}
"""

BECAUSE: dict[str, str] = {
    "cause": """
        因为{cause}，所以{effect}
        {cause}，所以{effect}
        {cause}，结果{effect}
        {effect}，因为{cause}
        {effect}，都是因为{cause}
        {effect}。原因是{cause}
        {cause}，就因为这个，{effect}
        之所以{effect}，是因为{cause}
    """,
    "enable": """
        {cause}，这样一来，{effect}
        {effect}，多亏{cause}
        也正因为{cause}，{effect}
        {cause}，有了这个机会，{effect}
        {effect}。这多亏了{cause}
        {cause}，这才有了后来的事，{effect}
    """,
    "motivate": """
        {cause}，所以{effect}
        因为{cause}，{effect}
        {effect}，因为{cause}
        {effect}。为什么呢？因为{cause}
        {cause}，为了这个，{effect}
        {cause}，于是{effect}
    """,
    "prevent": """
        {effect}，因为{cause}
        {cause}，所以{effect}
        因为{cause}，{effect}
        {effect}。原因是{cause}
        {cause}，耽误了，{effect}
        {effect}，都怪{cause}
    """,
}

SLIP = """
    {wrong}，不对，{right}
    {wrong}，啊不，{right}
    {wrong}，说错了，{right}
    {wrong}，哦不是，是{right}
    {wrong}，我是说{right}
    {wrong}，记错了，{right}
"""

CORRECTION = """
    不好意思，我前面说错了，{what}
    更正一下，{what}
    我之前说的不对，{what}
    等等，我搞混了，{what}
    我记错了，{what}
    纠正一下，{what}
    抱歉，刚才说的有误，{what}
    之前那句不算，{what}
"""

LEADS = """
    对了，
    跟你说，
    说起来，
    你知道吗，
    哎，
    那个，
    话说，
    告诉你个事，
    我跟你讲，
    哦对，
    差点忘了，
    有个消息，
    嗯，
    顺便说一句，
"""

TAILS = """
    你敢信吗
    哈哈
    就跟你说一声
    时间过得真快
    先这样吧
    生活就是这样
    没想到吧
    改天细聊
    就是这么回事
    真没想到
"""

OPENINGS = """
    在吗？
    嗨，最近怎么样？
    哈喽哈喽
    好久不见！
    忙不忙？
    嗨嗨
    哈喽
    嘿，在干嘛呢？
    你好呀
    有空聊两句吗？
"""

CLOSINGS = """
    先不说了，回头聊
    我去忙了，拜拜
    回头见
    好的，下次聊
    那先这样，再见
    我先下了
    回见！
    改天再聊
"""

SMALL_TALK = """
    这两天天气真差
    好想喝杯奶茶
    昨晚的球赛你看了吗？
    雨下个没完
    手机又快没电了
    这一周过得真快
    今天路上又堵死了
    好困啊
    今天真够呛
    最近在学着做饭
    昨晚没睡好
    楼上又在装修
    别的也没什么新鲜事
    现在什么都涨价
    那部剧我看了，还行
    公交又晚点了
    今天好安静
    还有一堆衣服没洗
    今天的晚霞真好看
    你这周过得怎么样？
    不知道晚上吃啥
    暖气好像坏了
    什么时候一起吃个饭
    我老忘带伞
    邮局排队排了好久
    一首歌在脑子里转了一天
    停车位又被人占了
    天黑得真早
    上午网断了半天
    早饭又糊了
    腰酸背痛
    昨晚电视没啥好看的
    电梯又坏了
    屋里该收拾收拾了
"""

REPLIES = """
    哇
    真的吗？
    好，知道了
    这样啊
    我都不知道
    谢谢告诉我
    有意思
    不会吧
    哦哦
    嗯嗯
    没想到啊
    可以啊
    原来如此
    行
    好嘞
    第一次听说
    还有这事
    明白
    怪不得
    挺好
    哎呀
    是这样啊
    懂了
    好吧
"""

ASSISTANT = """
    好的，我记下了。
    谢谢您告诉我。
    明白了，还有什么需要帮忙的吗？
    收到，还有别的吗？
    好的，已经记录。
    知道了，有需要随时找我。
    了解了，谢谢。
    嗯，我记住了。
    好的，有变化请告诉我。
    明白，需要我做点什么吗？
    好的，谢谢分享。
    嗯，已经记下来了。
    好的，您还想聊点什么？
    收到，我会留意的。
    明白了，我更新一下记录。
    谢谢，我知道了。
"""

RECAPS = """
    我确认一下：{what}。
    也就是说，{what}，我记下了。
    我复述一遍：{what}。
    我这边记的是：{what}。
    总结一下，{what}。
    如果没理解错，{what}。
"""

ASKING_ABOUT = """
    问一下，{question}
    {question}
    对了，{question}
    想问问，{question}
    我忘了，{question}
    那个，{question}
    哎，{question}
    随口问问，{question}
"""

OCCASIONS = {
    "birthday": "{their}生日",
    "promotion": "{their}升职",
    "engage": "{their}订婚",
    "marry": "{their}婚礼",
    "graduate": "{their}毕业",
    "start_job": "{their}新工作",
    "finish_project": "{their}项目完成",
    "birth": "{their}孩子出生",
}

FEELINGS = {"happy": "开心", "sad": "难过", "stressed": "压力大", "tired": "累"}
OUTCOMES = {"passed": "通过", "failed": "未通过"}
