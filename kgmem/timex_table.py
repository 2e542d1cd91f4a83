"""Words of time, as ontology/time.ttl has them; written by scripts/time_tables.py."""

# fmt: off
# ruff: noqa: E501
TABLE: dict[str, dict[str, dict[str, str | int]]] = {
    "Weekday": {
        "en": {
            'fri': 4, 'friday': 4, 'mon': 0, 'monday': 0, 'sat': 5, 'saturday': 5, 'sun': 6, 'sunday': 6, 'thu': 3,
            'thur': 3, 'thurs': 3, 'thursday': 3, 'tue': 1, 'tues': 1, 'tuesday': 1, 'wed': 2, 'wednesday': 2,
        },
        "zh": {
            '一': 0, '三': 2, '二': 1, '五': 4, '六': 5, '四': 3, '天': 6, '日': 6,
        },
    },
    "Month": {
        "en": {
            'apr': 4, 'april': 4, 'aug': 8, 'august': 8, 'dec': 12, 'december': 12, 'feb': 2, 'february': 2, 'jan': 1,
            'january': 1, 'jul': 7, 'july': 7, 'jun': 6, 'june': 6, 'mar': 3, 'march': 3, 'may': 5, 'nov': 11,
            'november': 11, 'oct': 10, 'october': 10, 'sep': 9, 'sept': 9, 'september': 9,
        },
    },
    "Season": {
        "en": {
            'autumn': 9, 'fall': 9, 'spring': 3, 'springtime': 3, 'summer': 6, 'summertime': 6, 'winter': 12,
        },
        "zh": {
            '冬': 12, '夏': 6, '春': 3, '秋': 9,
        },
    },
    "DayPart": {
        "en": {
            'afternoon': '12-18', 'daytime': '8-18', 'evening': '17-23', 'lunchtime': '11-14', 'midafternoon': '14-16',
            'midmorning': '8-11', 'morning': '5-12', 'night': '18-28', 'nighttime': '18-28', 'noontime': '11-14',
        },
        "zh": {
            '上午': '5-12', '下午': '12-18', '中午': '11-14', '傍晚': '17-23', '凌晨': '5-12', '午后': '12-18', '夜里': '18-28',
            '夜间': '18-28', '早': '5-12', '早上': '5-12', '早晨': '5-12', '早间': '5-12', '晚': '17-23', '晚上': '17-23',
            '晚间': '17-23', '深夜': '18-28', '清晨': '5-12', '白天': '8-18',
        },
    },
    "TimeUnit": {
        "en": {
            'centuries': 'century', 'century': 'century', 'day': 'day', 'days': 'day', 'decade': 'decade',
            'decades': 'decade', 'fortnight': 'fortnight', 'fortnights': 'fortnight', 'h': 'hour', 'hour': 'hour',
            'hours': 'hour', 'hr': 'hour', 'hrs': 'hour', 'min': 'minute', 'mins': 'minute', 'minute': 'minute',
            'minutes': 'minute', 'month': 'month', 'months': 'month', 'mos': 'month', 'mths': 'month', 'night': 'day',
            'nights': 'day', 'quarter': 'quarter', 'quarters': 'quarter', 'sec': 'second', 'second': 'second',
            'seconds': 'second', 'secs': 'second', 'week': 'week', 'weekend': 'weekend', 'weekends': 'weekend',
            'weeks': 'week', 'wk': 'week', 'wks': 'week', 'year': 'year', 'years': 'year', 'yr': 'year', 'yrs': 'year',
        },
        "zh": {
            '世纪': 'century', '分': 'minute', '分钟': 'minute', '周': 'week', '周末': 'weekend', '天': 'day', '季度': 'quarter',
            '小时': 'hour', '年': 'year', '年代': 'decade', '日': 'day', '星期': 'week', '月': 'month', '礼拜': 'week',
            '秒': 'second', '秒钟': 'second', '钟头': 'hour',
        },
    },
    "Cardinal": {
        "en": {
            'eight': 8, 'eighteen': 18, 'eleven': 11, 'fifteen': 15, 'five': 5, 'four': 4, 'fourteen': 14, 'nine': 9,
            'nineteen': 19, 'one': 1, 'seven': 7, 'seventeen': 17, 'six': 6, 'sixteen': 16, 'ten': 10, 'thirteen': 13,
            'three': 3, 'twelve': 12, 'two': 2, 'zero': 0,
        },
        "zh": {
            '〇': 0, '一': 1, '七': 7, '三': 3, '两': 2, '九': 9, '二': 2, '五': 5, '八': 8, '六': 6, '四': 4, '零': 0,
        },
    },
    "Tens": {
        "en": {
            'eighty': 80, 'fifty': 50, 'forty': 40, 'ninety': 90, 'seventy': 70, 'sixty': 60, 'thirty': 30,
            'twenty': 20,
        },
    },
    "Ordinal": {
        "en": {
            'eighteenth': 18, 'eighth': 8, 'eleventh': 11, 'fifteenth': 15, 'fifth': 5, 'first': 1, 'fourteenth': 14,
            'fourth': 4, 'nineteenth': 19, 'ninth': 9, 'second': 2, 'seventeenth': 17, 'seventh': 7, 'sixteenth': 16,
            'sixth': 6, 'tenth': 10, 'third': 3, 'thirteenth': 13, 'thirtieth': 30, 'twelfth': 12, 'twentieth': 20,
        },
    },
    "Holiday": {
        "en": {
            '4th of july': '07-04', "all hallows' eve": '10-31', 'all saints day': '11-01', "all saints' day": '11-01',
            "all souls' day": '11-02', 'anzac day': '04-25', "april fool's day": '04-01', "april fools' day": '04-01',
            'arabic new year': 'islamic 1-1', 'armistice day': '11-11', 'ascension day': 'easter +39',
            'ash wednesday': 'easter -46', 'assumption day': '08-15', 'australia day': '01-26', 'bastille day': '07-14',
            'beginning of ramadan': 'islamic 9-1', 'black friday': '11 thursday 4 +1', 'bonfire night': '11-05',
            'boxing day': '12-26', 'canada day': '07-01', 'canadian thanksgiving': '10 monday 2', 'candlemas': '02-02',
            "children's day": '06-01', 'chinese national day': '10-01',
            'chinese new year': '2000-02-05 2001-01-24 2002-02-12 2003-02-01 2004-01-22 2005-02-09 2006-01-29 2007-02-18 2008-02-07 2009-01-26 2010-02-14 2011-02-03 2012-01-23 2013-02-10 2014-01-31 2015-02-19 2016-02-08 2017-01-28 2018-02-16 2019-02-05 2020-01-25 2021-02-12 2022-02-01 2023-01-22 2024-02-10 2025-01-29 2026-02-17 2027-02-06 2028-01-26 2029-02-13 2030-02-03',
            'christmas': '12-25', 'christmas day': '12-25', 'christmas eve': '12-24', 'cinco de mayo': '05-05',
            'columbus day': '10 monday 2', 'cyber monday': '11 thursday 4 +4', 'day of the dead': '11-02',
            'early may bank holiday': '5 monday 1', 'earth day': '04-22', 'easter': 'easter',
            'easter monday': 'easter +1', 'easter saturday': 'easter -1', 'easter sunday': 'easter',
            'eid al adha': 'islamic 12-10', 'eid al azha': 'islamic 12-10', 'eid al fitr': 'islamic 10-1',
            'eid al-adha': 'islamic 12-10', 'eid al-azha': 'islamic 12-10', 'eid al-fitr': 'islamic 10-1',
            'eid ul adha': 'islamic 12-10', 'eid ul fitr': 'islamic 10-1', 'eid ul-adha': 'islamic 12-10',
            'eid ul-fitr': 'islamic 10-1', 'eid-al-adha': 'islamic 12-10', 'eid-al-fitr': 'islamic 10-1',
            "father's day": '6 sunday 3', "fathers' day": '6 sunday 3', 'fourth of july': '07-04',
            'giving tuesday': '11 thursday 4 +5', 'good friday': 'easter -2', 'groundhog day': '02-02',
            'guy fawkes night': '11-05', "hallowe'en": '10-31', 'halloween': '10-31', 'hijri new year': 'islamic 1-1',
            'hogmanay': '12-31', 'holy saturday': 'easter -1', 'human rights day': '12-10',
            'immaculate conception': '12-08', 'independence day': '07-04', "indigenous peoples' day": '10 monday 2',
            "international children's day": '06-01', 'international labour day': '05-01',
            "international women's day": '03-08', "international workers' day": '05-01',
            'islamic new year': 'islamic 1-1', 'july fourth': '07-04', 'juneteenth': '06-19', 'labor day': '9 monday 1',
            'labour day': '9 monday 1', 'late summer bank holiday': '8 monday -1',
            'lunar new year': '2000-02-05 2001-01-24 2002-02-12 2003-02-01 2004-01-22 2005-02-09 2006-01-29 2007-02-18 2008-02-07 2009-01-26 2010-02-14 2011-02-03 2012-01-23 2013-02-10 2014-01-31 2015-02-19 2016-02-08 2017-01-28 2018-02-16 2019-02-05 2020-01-25 2021-02-12 2022-02-01 2023-01-22 2024-02-10 2025-01-29 2026-02-17 2027-02-06 2028-01-26 2029-02-13 2030-02-03',
            'mardi gras': 'easter -47', 'martin luther king day': '1 monday 3',
            'martin luther king jr day': '1 monday 3', 'martin luther king jr. day': '1 monday 3',
            'maundy thursday': 'easter -3', 'mawlid': 'islamic 3-12', 'may day': '05-01', 'memorial day': '5 monday -1',
            'midsummer day': '06-24', 'mlk day': '1 monday 3', 'mlk jr day': '1 monday 3', "mother's day": '5 sunday 2',
            "mothers' day": '5 sunday 2', 'new year': '01-01', 'new year day': '01-01', "new year's": '01-01',
            "new year's day": '01-01', "new year's eve": '12-31', 'new years': '01-01', 'nochebuena': '12-24',
            'palm sunday': 'easter -7', 'pancake day': 'easter -47', 'patriot day': '09-11', 'pentecost': 'easter +49',
            'pentecost monday': 'easter +50', 'pi day': '03-14', "president's day": '2 monday 3',
            'presidents day': '2 monday 3', "presidents' day": '2 monday 3', 'remembrance day': '11-11',
            "saint patrick's day": '03-17', "saint valentine's day": '02-14', 'second day of christmas': '12-26',
            'shrove tuesday': 'easter -47', "singles' day": '11-11', 'spring bank holiday': '5 monday -1',
            "st andrew's day": '11-30', "st george's day": '04-23', "st john's day": '06-24',
            'st nicholas day': '12-06', "st patrick's day": '03-17', "st stephen's day": '12-26',
            "st. patrick's day": '03-17', 'star wars day': '05-04', 'start of ramadan': 'islamic 9-1',
            'summer bank holiday': '8 monday -1', 'thanks giving': '11 thursday 4',
            'thanks giving day': '11 thursday 4', 'thanksgiving': '11 thursday 4', 'thanksgiving day': '11 thursday 4',
            'thanksgiving eve': '11 thursday 4 -1', 'three kings day': '01-06', 'united nations day': '10-24',
            'valentine day': '02-14', "valentine's": '02-14', "valentine's day": '02-14', 'veterans day': '11-11',
            "veterans' day": '11-11', "washington's birthday": '2 monday 3', 'whit monday': 'easter +50',
            "women's day": '03-08', "workers' day": '05-01', 'xmas': '12-25', 'xmas day': '12-25', 'xmas eve': '12-24',
        },
        "zh": {
            '万圣节': '10-31', '三八节': '03-08', '五一': '05-01', '五一劳动节': '05-01', '儿童节': '06-01', '元旦': '01-01',
            '农历新年': '2000-02-05 2001-01-24 2002-02-12 2003-02-01 2004-01-22 2005-02-09 2006-01-29 2007-02-18 2008-02-07 2009-01-26 2010-02-14 2011-02-03 2012-01-23 2013-02-10 2014-01-31 2015-02-19 2016-02-08 2017-01-28 2018-02-16 2019-02-05 2020-01-25 2021-02-12 2022-02-01 2023-01-22 2024-02-10 2025-01-29 2026-02-17 2027-02-06 2028-01-26 2029-02-13 2030-02-03',
            '劳动节': '05-01', '国庆': '10-01', '国庆节': '10-01', '圣诞': '12-25', '圣诞节': '12-25', '复活节': 'easter',
            '妇女节': '03-08', '平安夜': '12-24', '情人节': '02-14', '愚人节': '04-01', '感恩节': '11 thursday 4', '教师节': '09-10',
            '新年': '01-01',
            '春节': '2000-02-05 2001-01-24 2002-02-12 2003-02-01 2004-01-22 2005-02-09 2006-01-29 2007-02-18 2008-02-07 2009-01-26 2010-02-14 2011-02-03 2012-01-23 2013-02-10 2014-01-31 2015-02-19 2016-02-08 2017-01-28 2018-02-16 2019-02-05 2020-01-25 2021-02-12 2022-02-01 2023-01-22 2024-02-10 2025-01-29 2026-02-17 2027-02-06 2028-01-26 2029-02-13 2030-02-03',
            '母亲节': '5 sunday 2', '父亲节': '6 sunday 3',
        },
    },
    "ZoneLetters": {
        "en": {
            'acst': '+09:30', 'aedt': '+11:00', 'aest': '+10:00', 'akdt': '-08:00', 'akst': '-09:00', 'bst': '+01:00',
            'cdt': '-05:00', 'cest': '+02:00', 'cet': '+01:00', 'cst': '-06:00', 'ct': 'America/Chicago',
            'edt': '-04:00', 'eest': '+03:00', 'eet': '+02:00', 'est': '-05:00', 'et': 'America/New_York',
            'gmt': '+00:00', 'gst': '+04:00', 'hkt': '+08:00', 'hst': '-10:00', 'jst': '+09:00', 'kst': '+09:00',
            'mdt': '-06:00', 'msk': '+03:00', 'mst': '-07:00', 'mt': 'America/Denver', 'nzdt': '+13:00',
            'nzst': '+12:00', 'pdt': '-07:00', 'pst': '-08:00', 'pt': 'America/Los_Angeles', 'sgt': '+08:00',
            'utc': '+00:00', 'west': '+01:00', 'wet': '+00:00', 'z': '+00:00',
        },
    },
    "ZonePlace": {
        "en": {
            'amsterdam': 'Europe/Amsterdam', 'athens': 'Europe/Athens', 'auckland': 'Pacific/Auckland',
            'bangkok': 'Asia/Bangkok', 'beijing': 'Asia/Shanghai', 'berlin': 'Europe/Berlin',
            'brasilia': 'America/Sao_Paulo', 'british': 'Europe/London', 'brussels': 'Europe/Brussels',
            'cairo': 'Africa/Cairo', 'central': 'America/Chicago', 'chicago': 'America/Chicago',
            'china': 'Asia/Shanghai', 'copenhagen': 'Europe/Copenhagen', 'delhi': 'Asia/Kolkata',
            'denver': 'America/Denver', 'dubai': 'Asia/Dubai', 'dublin': 'Europe/Dublin', 'eastern': 'America/New_York',
            'greenwich': 'Etc/UTC', 'helsinki': 'Europe/Helsinki', 'hong kong': 'Asia/Hong_Kong',
            'indian': 'Asia/Kolkata', 'irish': 'Europe/Dublin', 'istanbul': 'Europe/Istanbul',
            'jakarta': 'Asia/Jakarta', 'japan': 'Asia/Tokyo', 'karachi': 'Asia/Karachi', 'korean': 'Asia/Seoul',
            'kyiv': 'Europe/Kyiv', 'lagos': 'Africa/Lagos', 'lisbon': 'Europe/Lisbon', 'london': 'Europe/London',
            'los angeles': 'America/Los_Angeles', 'madrid': 'Europe/Madrid', 'melbourne': 'Australia/Melbourne',
            'moscow': 'Europe/Moscow', 'mountain': 'America/Denver', 'mumbai': 'Asia/Kolkata',
            'nairobi': 'Africa/Nairobi', 'new york': 'America/New_York', 'oslo': 'Europe/Oslo',
            'pacific': 'America/Los_Angeles', 'paris': 'Europe/Paris', 'perth': 'Australia/Perth',
            'rome': 'Europe/Rome', 'sao paulo': 'America/Sao_Paulo', 'seoul': 'Asia/Seoul', 'shanghai': 'Asia/Shanghai',
            'singapore': 'Asia/Singapore', 'stockholm': 'Europe/Stockholm', 'sydney': 'Australia/Sydney',
            'taipei': 'Asia/Taipei', 'tokyo': 'Asia/Tokyo', 'toronto': 'America/Toronto', 'uk': 'Europe/London',
            'vancouver': 'America/Vancouver', 'vienna': 'Europe/Vienna', 'warsaw': 'Europe/Warsaw',
            'zurich': 'Europe/Zurich',
        },
    },
    "LifeEvent": {
        "en": {
            'anniversary': 1, 'appointment': 1, 'arrival': 1, 'baptism': 1, 'birth': 1, 'birthday': 1, 'christening': 1,
            'concert': 1, 'conference': 1, 'deadline': 1, 'death': 1, 'departure': 1, 'diagnosis': 1, 'divorce': 1,
            'engagement': 1, 'exam': 1, 'exams': 1, 'finals': 1, 'funeral': 1, 'graduation': 1, 'holiday': 1,
            'holidays': 1, 'honeymoon': 1, 'housewarming': 1, 'interview': 1, 'marathon': 1, 'move': 1, 'operation': 1,
            'party': 1, 'prom': 1, 'recital': 1, 'retirement': 1, 'reunion': 1, 'surgery': 1, 'trip': 1, 'vacation': 1,
            'wedding': 1,
        },
    },
}
