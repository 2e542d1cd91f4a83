"""What things and people are called, in English and Chinese. People are made-up mixtures; firms and clubs do not exist."""

from __future__ import annotations

Row = tuple[str, str]

GIVEN: dict[tuple[str, str], str] = {
    # given name, nickname, in the other language
    (
        "en",
        "f",
    ): """Anna Annie 安娜;Elizabeth Liz 伊丽莎白;Margaret Maggie 玛格丽特;Katherine Kate 凯瑟琳;Susan Sue 苏珊;
        Jennifer Jen 珍妮弗;Victoria Vicky 维多利亚;Samantha Sam 萨曼莎;Rebecca Becky 丽贝卡;Christine Chris 克里斯汀;
        Patricia Trish 帕特里夏;Deborah Debbie 黛博拉;Josephine Josie 约瑟芬;Isabel Izzy 伊莎贝尔;Madeline Maddie 玛德琳;
        Theresa Tess 特蕾莎;Philippa Pippa 菲莉帕;Gabriela Gabby 加布里埃拉;Natalie Nat 娜塔莉;Charlotte Lottie 夏洛特;
        Amelia Millie 阿米莉亚;Eleanor Ellie 埃莉诺;Frances Frankie 弗朗西丝;Harriet Hattie 哈丽雅特;Judith Judy 朱迪思;
        Rosalind Roz 罗莎琳德;Stephanie Steph 斯蒂芬妮;Valerie Val 瓦莱丽;Winifred Winnie 温妮弗雷德;Beatrice Bea 比阿特丽斯;
        Dorothy Dot 多萝西;Georgina Georgie 乔治娜;Imogen Immy 伊莫金;Jacqueline Jackie 杰奎琳;Lucinda Lucy 露辛达;
        Matilda Tilly 玛蒂尔达;Penelope Penny 佩内洛普;Arabella Bella 阿拉贝拉;Cordelia Delia 科迪莉亚;Henrietta Etta 亨丽埃塔""",
    ("en", "m"): """Daniel Danny 丹尼尔;Michael Mike 迈克尔;Thomas Tom 托马斯;Robert Rob 罗伯特;William Will 威廉;
        Edward Ed 爱德华;Benjamin Ben 本杰明;Nicholas Nick 尼古拉斯;Andrew Andy 安德鲁;Matthew Matt 马修;
        Joseph Joe 约瑟夫;David Dave 大卫;Anthony Tony 安东尼;Gregory Greg 格雷戈里;Jonathan Jon 乔纳森;
        Timothy Tim 蒂莫西;Frederick Fred 弗雷德里克;Leonard Len 伦纳德;Patrick Pat 帕特里克;Raymond Ray 雷蒙德;
        Samuel Sammy 塞缪尔;Theodore Ted 西奥多;Vincent Vince 文森特;Zachary Zach 扎卡里;Alexander Alex 亚历山大;
        Christopher Kit 克里斯托弗;Dominic Dom 多米尼克;Francis Frank 弗朗西斯;Gerald Gerry 杰拉尔德;Harold Harry 哈罗德;
        Jeremy Jez 杰里米;Kenneth Ken 肯尼思;Lawrence Larry 劳伦斯;Maximilian Max 马克西米利安;Nathaniel Nate 纳撒尼尔;
        Oliver Ollie 奥利弗;Reginald Reg 雷金纳德;Sebastian Seb 塞巴斯蒂安;Stanley Stan 斯坦利;Walter Wally 沃尔特""",
    # given name, in the other language
    ("zh", "f"): """晓燕 Xiaoyan;丽娜 Lina;雅婷 Yating;秀英 Xiuying;佳怡 Jiayi;雨桐 Yutong;思琪 Siqi;梦洁 Mengjie;
        静怡 Jingyi;海霞 Haixia;春梅 Chunmei;玉兰 Yulan;红云 Hongyun;美玲 Meiling;诗涵 Shihan;若曦 Ruoxi;慧敏 Huimin;
        丹妮 Danni;彩凤 Caifeng;翠萍 Cuiping;婉清 Wanqing;冬雪 Dongxue;亚男 Yanan;文静 Wenjing;淑芬 Shufen;可欣 Kexin;
        欣妍 Xinyan;晓蕾 Xiaolei;巧珍 Qiaozhen;素琴 Suqin;芷柔 Zhirou;心悦 Xinyue;月娥 Yuee;银花 Yinhua;凤仪 Fengyi;紫薇 Ziwei""",
    ("zh", "m"): """伟明 Weiming;建国 Jianguo;志强 Zhiqiang;浩然 Haoran;宇航 Yuhang;俊杰 Junjie;子涵 Zihan;国栋 Guodong;
        文博 Wenbo;海涛 Haitao;永康 Yongkang;晓峰 Xiaofeng;天佑 Tianyou;鹏飞 Pengfei;明哲 Mingzhe;家豪 Jiahao;立群 Liqun;
        振华 Zhenhua;嘉诚 Jiacheng;一鸣 Yiming;少龙 Shaolong;德胜 Desheng;金磊 Jinlei;学军 Xuejun;泽宇 Zeyu;思源 Siyuan;
        景行 Jingxing;启铭 Qiming;凯文 Kaiwen;庆生 Qingsheng;世杰 Shijie;春林 Chunlin;承志 Chengzhi;向东 Xiangdong;新宇 Xinyu""",
}

FAMILY: dict[str, str] = {
    "en": """Ashby 阿什比;Barlow 巴洛;Calder 考尔德;Denham 德纳姆;Ellery 埃勒里;Fenwick 芬威克;Garrick 加里克;Hollis 霍利斯;
        Ingram 英格拉姆;Jarvis 贾维斯;Kendal 肯德尔;Lomax 洛马克斯;Mercer 默瑟;Norris 诺里斯;Oakley 奥克利;Pryce 普赖斯;
        Quigley 奎格利;Rowan 罗恩;Selby 塞尔比;Thorne 索恩;Upton 厄普顿;Vickers 维克斯;Weston 韦斯顿;Yardley 亚德利""",
    "zh": """李 Li;王 Wang;张 Zhang;刘 Liu;陈 Chen;杨 Yang;赵 Zhao;黄 Huang;周 Zhou;吴 Wu;徐 Xu;孙 Sun;胡 Hu;朱 Zhu;
        高 Gao;林 Lin;何 He;郭 Guo;罗 Luo;梁 Liang;宋 Song;郑 Zheng;谢 Xie;韩 Han""",
}

PLACES: dict[str, str] = {
    "en": """Porto 波尔图;Ghent 根特;Turku 图尔库;Lyon 里昂;Brno 布尔诺;Cork 科克;Graz 格拉茨;Riga 里加;Utrecht 乌得勒支;
        Basel 巴塞尔;Odense 欧登塞;Bristol 布里斯托尔;Leeds 利兹;Seville 塞维利亚;Bergen 卑尔根;Dresden 德累斯顿;Lisbon 里斯本;
        Verona 维罗纳;Tampere 坦佩雷;Galway 戈尔韦;Denver 丹佛;Boston 波士顿;Halifax 哈利法克斯;Dunedin 达尼丁""",
    "zh": """Hangzhou 杭州;Chengdu 成都;Suzhou 苏州;Nanjing 南京;Wuhan 武汉;Xiamen 厦门;Qingdao 青岛;Dalian 大连;Kunming 昆明;
        Changsha 长沙;Xi'an 西安;Tianjin 天津;Ningbo 宁波;Guiyang 贵阳;Harbin 哈尔滨;Fuzhou 福州;Hefei 合肥;Nanchang 南昌;
        Lanzhou 兰州;Zhuhai 珠海;Wuxi 无锡;Shenyang 沈阳;Jinan 济南;Luoyang 洛阳""",
}

STEMS = """Kestrel 红隼;Alder 桤木;Brightloom 明织;Nordwind 北风;Helio 日曜;Marlin 枪鱼;Lumen 流明;Cobalt 钴蓝;Juniper 杜松;
    Quarry 石场;Tidewater 潮汐;Granite 花岗岩;Saffron 藏红花;Beacon 灯塔;Larkspur 飞燕草;Meridian 子午线;Foxglove 毛地黄;
    Ironbark 铁皮树;Silverline 银线;Windrose 风玫瑰;Northgate 北门;Bluefin 蓝鳍;Copperhill 铜山;Maplewood 枫林"""
# name, sort in English, in Chinese, sort in Chinese
SECTORS = """Foods,food company,食品,食品公司;Logistics,logistics company,物流,物流公司;Software,software company,软件,软件公司;
    Design,design studio,设计,设计公司;Books,bookshop,书店,书店;Bakery,bakery,面包坊,面包店;Architects,architecture firm,建筑,建筑公司;
    Clinic,clinic,诊所,诊所;Energy,energy company,能源,能源公司;Textiles,textile company,纺织,纺织公司;
    Motors,car company,汽车,汽车公司;Media,media company,传媒,传媒公司"""
SCHOOLS = """Technical College 理工学院;University of Arts 艺术大学;Business School 商学院;Open University 开放大学"""
CLUBS = """rowing club 划船俱乐部;chess club 象棋俱乐部;hiking group 徒步小组;community choir 社区合唱团;book club 读书会;
    photography society 摄影协会;badminton club 羽毛球俱乐部;gardening club 园艺俱乐部;running club 跑步俱乐部;film club 电影俱乐部"""
PROJECTS = """Project Heron 苍鹭项目;Project Lantern 灯笼项目;Project Osprey 鱼鹰项目;Project Tundra 冻土项目;Project Willow 柳树项目;
    Project Comet 彗星项目;Project Delta 三角洲项目;Project Ember 余烬项目;Project Falcon 猎鹰项目;Project Glacier 冰川项目;
    Project Harbor 港湾项目;Project Iris 鸢尾项目;Project Jasmine 茉莉项目;Project Keystone 拱石项目;Project Lotus 莲花项目;
    Project Monsoon 季风项目;Project Nimbus 雨云项目;Project Orchid 兰花项目;Project Pinecone 松果项目;Project Quartz 石英项目"""
PETS = """Mochi 麻薯;Biscuit 饼干;Pepper 胡椒;Waffles 华夫;Pickle 泡菜;Noodle 面条;Truffle 松露;Clover 三叶草;Domino 多米诺;
    Ginger 姜姜;Hazel 榛子;Jasper 碧玉;Kiwi 奇异果;Marble 弹珠;Nutmeg 豆蔻;Olive 橄榄;Pumpkin 南瓜;Rusty 锈锈;Snowball 雪球;
    Toffee 太妃;Whiskers 胡须;Ziggy 吉吉;Bubbles 泡泡;Cinnamon 肉桂;Dumpling 饺子;Muffin 松饼;Pretzel 椒盐;Sesame 芝麻"""
SPECIES = "cat 猫;dog 狗;rabbit 兔子;parrot 鹦鹉;hamster 仓鼠;tortoise 乌龟"
COLOURS = "red 红色;blue 蓝色;green 绿色;black 黑色;white 白色;grey 灰色;yellow 黄色;silver 银色"
POSSESSIONS = """bicycle 自行车;tent 帐篷;camera 相机;kayak 皮划艇;sofa 沙发;laptop 笔记本电脑;suitcase 行李箱;backpack 背包;
    bookshelf 书架;armchair 扶手椅;tablet 平板电脑;watch 手表;desk 书桌;lamp 台灯;scooter 滑板车;telescope 望远镜;
    coffee machine 咖啡机;sewing machine 缝纫机;guitar 吉他;raincoat 雨衣"""
VEHICLES = "car 轿车;van 面包车;motorbike 摩托车;pickup 皮卡"
FOODS = """lentil soup 扁豆汤;rye bread 黑麦面包;plum cake 李子蛋糕;mushroom risotto 蘑菇烩饭;tomato salad 番茄沙拉;
    mango 芒果;blue cheese 蓝纹奶酪;dark chocolate 黑巧克力;tofu 豆腐;hotpot 火锅;fried rice 炒饭;spring rolls 春卷;
    pickled cabbage 酸菜;sweet potato 红薯;apple pie 苹果派;garlic bread 蒜香面包;coconut curry 椰香咖喱;oatmeal 燕麦粥"""
DRINKS = """green tea 绿茶;black coffee 黑咖啡;oat milk 燕麦奶;orange juice 橙汁;jasmine tea 茉莉花茶;soy milk 豆浆;
    lemonade 柠檬水;hot chocolate 热巧克力;mineral water 矿泉水;ginger tea 姜茶"""
ACTIVITIES = """swimming 游泳;yoga 瑜伽;hiking 徒步;rock climbing 攀岩;pottery 陶艺;gardening 园艺;photography 摄影;
    baking 烘焙;jogging 慢跑;calligraphy 书法;birdwatching 观鸟;fencing 击剑"""
GAMES = "chess 国际象棋;badminton 羽毛球;tennis 网球;table tennis 乒乓球;basketball 篮球;the violin 小提琴;the piano 钢琴;the flute 长笛"
CONDITIONS = """flu 流感;pneumonia 肺炎;bronchitis 支气管炎;shingles 带状疱疹;tonsillitis 扁桃体炎;sinusitis 鼻窦炎;
    gastritis 胃炎;vertigo 眩晕症"""
LASTING = "asthma 哮喘;diabetes 糖尿病;migraine 偏头痛;high blood pressure 高血压;insomnia 失眠症"
INJURIES = "concussion 脑震荡;broken wrist 手腕骨折;broken ankle 脚踝骨折;whiplash 颈部扭伤"
ALLERGENS = (
    "peanuts 花生;shellfish 贝类;pollen 花粉;penicillin 青霉素;cat hair 猫毛;dust 灰尘;latex 乳胶;sesame oil 芝麻油"
)
OCCUPATIONS = """accountant 会计;nurse 护士;editor 编辑;translator 翻译;baker 面包师;electrician 电工;graphic designer 平面设计师;
    software developer 软件工程师;warehouse manager 仓库经理;sales representative 销售代表;receptionist 前台;lawyer 律师;
    architect 建筑师;driver 司机;data analyst 数据分析师;mechanic 机械师"""
SENIOR = """head of sales 销售总监;team lead 团队主管;operations director 运营总监;chief editor 主编;finance director 财务总监;
    head of design 设计总监;regional manager 区域经理;quality manager 质量经理"""
FIELDS = """economics 经济学;biology 生物学;law 法学;computer science 计算机科学;history 历史学;chemistry 化学;
    psychology 心理学;architecture 建筑学;statistics 统计学;music theory 乐理"""
TONGUES = """English 英语;Mandarin 普通话;Spanish 西班牙语;Portuguese 葡萄牙语;Japanese 日语;Korean 韩语;German 德语;
    French 法语;Italian 意大利语;Arabic 阿拉伯语"""
DIETS = "vegetarian 素食;vegan 纯素;gluten-free 无麸质饮食;low-salt 低盐饮食;keto 生酮饮食"

CATALOG: dict[str, str] = {
    "club": CLUBS,
    "project": PROJECTS,
    "food": FOODS,
    "drink": DRINKS,
    "activity": ACTIVITIES,
    "game": GAMES,
    "illness": CONDITIONS,
    "lasting": LASTING,
    "injury": INJURIES,
    "allergen": ALLERGENS,
    "occupation": OCCUPATIONS,
    "senior": SENIOR,
    "field": FIELDS,
    "language": TONGUES,
    "diet": DIETS,
}


def rows(text: str) -> list[Row]:
    """Pairs (English, Chinese), split at the last blank of each entry."""
    return [(en.strip(), zh) for en, _, zh in (entry.strip().rpartition(" ") for entry in text.split(";"))]


def given(lang: str, gender: str) -> list[tuple[str, str, str]]:
    """(given name, nickname or "", in the other language)."""
    entries = [entry.split() for entry in GIVEN[lang, gender].split(";")]
    return [(entry[0], entry[1] if len(entry) == 3 else "", entry[-1]) for entry in entries]
