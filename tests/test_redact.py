"""Secrets are replaced, words around them stay. Every secret here is made up, and long ones are put
together from pieces so that no scanner takes them for real."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem import InvalidArgument
from kgmem.errors import ConfigError
from kgmem.records import Entity, Episode, Event, Fact, Participant
from kgmem.redact import PERSONAL_KINDS, RULES, SECRET_KINDS, Policy, redact, redact_value
from kgmem.redact_numbers import IBAN_LENGTH
from kgmem.scan import Leak, leaks

FAKE = "FAKE0" * 8  # 40 letters and digits
PEM = "-----BEGIN {}PRIVATE KEY-----"
PEM_END = "-----END {}PRIVATE KEY-----"
BODY = "\n".join(["FAKE/" * 12] * 3)

SHAPES = {
    "aws_key": "AKIA" + "FAKE" * 4,
    "github_token": "ghp_" + FAKE[:36],
    "gitlab_token": "glpat-" + FAKE[:20],
    "anthropic_key": "sk-ant-api03-" + FAKE,
    "api_key": "sk-live-" + FAKE,
    "stripe_key": "rk_test_" + FAKE[:24],
    "slack_token": "xoxb-" + "0" * 12 + "-" + FAKE[:24],
    "google_key": "AIza" + FAKE[:35],
    "huggingface_token": "hf_" + "FAKE" * 9,
    "npm_token": "npm_" + FAKE[:36],
    "pypi_token": "pypi-" + FAKE * 2,
    "sendgrid_key": "SG." + FAKE[:22] + "." + FAKE,
    "telegram_token": "1234567890:AA" + FAKE[:33],
    "jwt": "eyJ" + FAKE + ".eyJ" + FAKE + "." + FAKE,
}


@pytest.mark.parametrize(("kind", "secret"), SHAPES.items())
def test_a_key_of_known_shape_goes_and_the_sentence_stays(kind: str, secret: str) -> None:
    assert redact(f"Use {secret} for the studio.")[0] == f"Use [redacted:{kind}] for the studio."


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        (
            "The wifi password at the cabin is tulip-Harbor-93, the router is behind the bookshelf.",
            "The wifi password at the cabin is [redacted:password], the router is behind the bookshelf.",
        ),
        ("password: swordfish", "password: [redacted:password]"),
        ("pwd=hunter2x", "pwd=[redacted:password]"),
        ("Use hunter2x as the password.", "Use [redacted:password] as the password."),
        ("tulip93 is my wifi password", "[redacted:password] is my wifi password"),
        ("log in with password hunter2x first", "log in with password [redacted:password] first"),
        ('The password "tulip harbor" works.', 'The password "[redacted:password]" works.'),
        (
            "The passphrase is correct horse battery staple.",
            "The passphrase is [redacted:password].",
        ),
        (
            "I changed my password from old-111 to new-222 today.",
            "I changed my password from [redacted:password] to [redacted:password] today.",
        ),
        ("Das Passwort lautet Apfel99x.", "Das Passwort lautet [redacted:password]."),
        ("My PIN is 4821, remember it.", "My PIN is [redacted:pin], remember it."),
        ("The PIN for the bank card is 48 21.", "The PIN for the bank card is [redacted:pin]."),
        ("My passcode is 990011.", "My passcode is [redacted:password]."),
        ("The alarm code at the shop is now 0815.", "The alarm code at the shop is now [redacted:code]."),
        (
            "The codes for the gate are 4821 and 7702.",
            "The codes for the gate are [redacted:code] and [redacted:code].",
        ),
        ("123456 is your verification code", "[redacted:password] is your verification code"),
        ("Our API key = fake-key-0001 and", "Our API key = [redacted:key] and"),
        ("the secret key is ZZ99YY88XX77.", "the secret key is [redacted:key]."),
        ("The token is tok-1234567890abcd", "The token is [redacted:token]"),
        ("Authorization: Bearer abcdefGHIJ0123456789", "Authorization: Bearer [redacted:bearer]"),
        ("postgres://ada:fakePW1@db.example/x", "postgres://ada:[redacted:basic_auth]@db.example/x"),
        ("SHOP_API_KEY_TOKEN=q8w7e6r5t4y3u2i1", "SHOP_API_KEY_TOKEN=[redacted:token]"),
        ('{"access_token": "k3y-FAKE-000111"}', '{"access_token": "[redacted:token]"}'),
        ("GET /x?client_secret=fake12345&page=2", "GET /x?client_secret=[redacted:key]&page=2"),
    ],
)
def test_what_english_announces_as_a_secret_goes(text: str, redacted: str) -> None:
    assert redact(text)[0] == redacted


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        (
            "家里的保险柜密码是829-墨绿-17，说明书放在玄关。",
            "家里的保险柜密码是[redacted:password]，说明书放在玄关。",
        ),
        ("口令：芝麻开门。", "口令：[redacted:password]。"),
        ("密码：abc123请记住", "密码：[redacted:password]请记住"),
        ("WiFi密码 tulip-93", "WiFi密码 [redacted:password]"),
        ("验证码是123456，5分钟内有效", "验证码是[redacted:password]，5分钟内有效"),
        ("密钥为 QWE-778-RTY", "密钥为 [redacted:password]"),
        ("密码从abc123改成xyz789了", "密码从[redacted:password]改成[redacted:password]了"),
        ("保险箱密码是八二九一。", "保险箱密码是[redacted:password]。"),
    ],
)
def test_what_chinese_announces_as_a_secret_goes(text: str, redacted: str) -> None:
    assert redact(text)[0] == redacted


@pytest.mark.parametrize("card", ["4111 1111 1111 1111", "4111111111111111", "3782-822463-10005"])
def test_a_payment_card_number_goes(card: str) -> None:
    assert redact(f"My card {card} runs out in May.")[0] == "My card [redacted:card] runs out in May."


@pytest.mark.parametrize("kind", ["", "RSA ", "EC ", "OPENSSH ", "ENCRYPTED "])
def test_a_private_key_block_goes_whole(kind: str) -> None:
    block = f"{PEM.format(kind)}\n{BODY}\n{PEM_END.format(kind)}"
    assert redact(f"Here:\n{block}\nKeep it.")[0] == "Here:\n[redacted:private_key]\nKeep it."


def test_a_private_key_without_its_end_goes_up_to_the_next_words() -> None:
    text = f"Here:\n{PEM.format('RSA ')}\n{BODY}\nKeep it."
    assert redact(text)[0] == "Here:\n[redacted:private_key]\nKeep it."


def test_a_private_key_without_its_start_goes_too() -> None:
    text = f"{BODY}\n{PEM_END.format('')}\nKeep it."
    assert redact(text)[0] == "[redacted:private_key]\nKeep it."


@pytest.mark.parametrize(
    "text",
    [
        "I forgot my password",
        "A password is required.",
        "my password is too long",
        "my password is weak.",
        "My password is the same as yours.",
        "My password is 12 characters long.",
        "The password is on page 12.",
        "The password manager is Bitwarden.",
        "The password reset link is valid for 24 hours.",
        "The password for the site is stored in the vault.",
        "I forgot my password and my flight is LH1234 at noon.",
        "password = os.environ['X1']",
        "PASSWORD=${DB_PASS}",
        "password: ********",
        "password: str",
        "The pin is 12 mm thick.",
        "The gate code is with Hanne.",
        "The zip code for the house is 90210.",
        "error code 4004",
        "The combination of the bike lock is 007340 and the flat is number 0012.",
        "My locker is 4417.",
        "The key is under the mat.",
        "The secret ingredient is saffron.",
        "max_tokens=4096, tokens: 1523",
        "tokenizer: bert-base-uncased-v2",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "commit 0123456789abcdef0123456789abcdef01234567 broke it",
        "sha256 e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "ISBN 978-3-16-148410-0",
        "call +49 30 12345678 or 555-0123-4567",
        "order number 4111111111111111",
        "card 4111 1111 1111 1112",
        "My parcel number is 712349985512340987.",
        "the bearer of good news",
        "http://localhost:8080/@user",
        "密码是什么",
        "我的密码忘了",
        "密码是必填的，不能为空",
        "密码太长了",
        "登录模块的令牌老是过期，怀疑是时区没对上。",
        "何青有没有报警密码的权限？",
        "Das Passwort ist falsch.",
    ],
)
def test_ordinary_text_stays(text: str) -> None:
    assert redact(text) == (text, ())


def test_spans_cover_the_placeholders_of_the_returned_text() -> None:
    text, found = redact("My PIN is 4821 and the wifi password is tulip-93.")
    assert [(r.kind, text[r.start : r.end]) for r in found] == [
        ("pin", "[redacted:pin]"),
        ("password", "[redacted:password]"),
    ]


def test_a_text_redacted_before_reports_nothing_new() -> None:
    once, _ = redact("My PIN is 4821.")
    assert redact(once) == ("My PIN is [redacted:pin].", ())


def test_metadata_is_walked_and_named_values_go_whole() -> None:
    metadata = {
        "api_key": "swordfish",
        "pin": 4821,
        "tokens": 512,
        "sort_key": "a1",
        "notes": ["my PIN is 4821", None, True, 1.5, {"author": "Ada"}],
    }
    assert redact_value(metadata) == {
        "api_key": "[redacted:secret]",
        "pin": "[redacted:secret]",
        "tokens": 512,
        "sort_key": "a1",
        "notes": ["my PIN is [redacted:pin]", None, True, 1.5, {"author": "Ada"}],
    }


def test_every_rule_has_a_kind_that_a_placeholder_can_carry() -> None:
    assert [rule.kind for rule in RULES if not rule.kind.replace("_", "").isalpha()] == []


PIECES = [
    *SHAPES.values(),
    *("password ", "is ", "token", "=", "api_key", ":", "密码", "是", "4821", "hunter2x", " ", "\n", '"'),
    *("[redacted:password]", "PIN ", "code for the door ", "://", "@", "bearer ", "(", ")", ", and ", "改成"),
    *("4111111111111111", PEM.format(""), PEM_END.format(""), "FAKE" * 8, "墨绿-17"),
]


@given(st.lists(st.sampled_from(PIECES) | st.text(max_size=6), max_size=14).map("".join))
def test_redacting_twice_changes_nothing(text: str) -> None:
    once, found = redact(text)
    assert redact(once) == (once, ())
    assert [once[r.start : r.end] for r in found] == [f"[redacted:{r.kind}]" for r in found]


EVERYTHING = Policy(personal="redact")
MASKED = Policy(secrets="mask", personal="mask")


@pytest.mark.parametrize(
    "secret",
    [
        *(
            "gsk_" + FAKE,
            "dckr_pat_" + FAKE,
            "NRAK-" + FAKE[:27],
            "tskey-auth-" + FAKE,
            "hvs." + FAKE,
            "dapi" + FAKE[:32],
        ),
        *(
            "SK" + "0f" * 16,
            "0f" * 16 + "-us12",
            "dp.pt." + FAKE,
            "FAKEFAKEFAKE00.atlasv1." + FAKE,
            "abc8Q~" + FAKE[:34],
        ),
    ],
)
def test_keys_of_many_services_are_known_by_their_beginning(secret: str) -> None:
    assert redact(f"Use {secret} there.")[0] == "Use [redacted:api_key] there."


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("Server=db;User Id=ada;Password=fakePW1!;", "Server=db;User Id=ada;Password=[redacted:password];"),
        ("AccountName=a;AccountKey=" + FAKE * 2 + "==;", "AccountName=a;AccountKey=[redacted:api_key];"),
        ("mongodb+srv://ada:fake%40PW@db.example/x", "mongodb+srv://ada:[redacted:basic_auth]@db.example/x"),
        (
            "My seed phrase: abandon ability able about above absent absorb abstract absurd abuse access accident.",
            "My seed phrase: [redacted:seed_phrase].",
        ),
    ],
)
def test_connection_strings_and_seed_phrases_lose_their_secret_only(text: str, redacted: str) -> None:
    assert redact(text)[0] == redacted


@pytest.mark.parametrize(
    ("text", "redacted"),
    [
        ("Write to ana.b+x@mail.example.org, please.", "Write to [redacted:email], please."),
        ("Schreib an ana@müller.de!", "Schreib an [redacted:email]!"),
        ("我的邮箱地址是ana0421@example.com。", "我的邮箱地址是[redacted:email]。"),
        ("Call +49 30 12345678 or +1 (415) 555-2671.", "Call [redacted:phone] or [redacted:phone]."),
        ("我的手机13812345678，微信同号", "我的手机[redacted:phone]，微信同号"),
        ("Pay DE89 3704 0044 0532 0130 00 AND go.", "Pay [redacted:iban] AND go."),
        ("Pay GB29NWBK60161331926819.", "Pay [redacted:iban]."),
        ("身份证11010519491231002X号", "身份证[redacted:resident_id]号"),
        ("My passport number is C01X00T47.", "My passport number is [redacted:passport]."),
        ("护照号：E12345678", "护照号：[redacted:passport]"),
        ("from 203.0.113.7:53 and 2001:db8::17", "from [redacted:ip_address]:53 and [redacted:ip_address]"),
    ],
)
def test_personal_data_goes_where_the_policy_says_so_and_stays_otherwise(text: str, redacted: str) -> None:
    assert redact(text, EVERYTHING)[0] == redacted
    assert redact(text) == (text, ())


@pytest.mark.parametrize(
    "text",
    [
        "My parcel number is 712349985512340987.",
        "resident id 110105194912310021 and 11010519491331002X",
        "DE89370400440532013001 and XX89370400440532013000",
        "on 2026-06-03T09:00:00+01:00, 03.06.2026, 12:30:45, 2026-06-03",
        "order number 13812345678, 订单号13812345678",
        "call 555-0123-4567",
        "version 10.0.0.1, v1.2.3.4, 127.0.0.1, 0.0.0.0, ::1, 300.1.1.1",
        "a[1::2], std::vector, aa:bb:cc:dd:ee:ff",
        "git@github.com:owner/name.git and @ana, ana@, @example.com",
        "commit 0123456789abcdef0123456789abcdef01234567",
        "id 123e4567-e89b-12d3-a456-426614174000",
        "ISBN 978-3-16-148410-0, EAN 4006381333931",
        "my passport is in the drawer, the passport number is wrong",
        "+100 points, 3+4912345678, C++ 20230101",
        "at 1719823456, 1719823456789 and 1719823456789012",
        "Invoice AB12 3456 7890 1234",
    ],
)
def test_other_numbers_stay_under_the_strictest_policy(text: str) -> None:
    assert redact(text, EVERYTHING) == (text, ())


@pytest.mark.parametrize("country", sorted(IBAN_LENGTH))
def test_an_account_number_with_its_countrys_length_and_checksum_goes(country: str) -> None:
    rest = "1" * (IBAN_LENGTH[country] - 4)
    check = 98 - int("".join(str(int(sign, 36)) for sign in f"{rest}{country}00")) % 97
    assert redact(f"To {country}{check:02}{rest}.", EVERYTHING)[0] == "To [redacted:iban]."
    assert redact(f"To {country}{check:02}{rest}1.", EVERYTHING)[1] == ()


def test_a_resident_id_is_no_card_though_its_digits_would_pass_for_one() -> None:
    assert redact("身份证620102198001010754")[1] == ()


@pytest.mark.parametrize(
    ("text", "masked"),
    [
        ("ana@example.org", "[redacted:email*@example.org]"),
        ("+49 30 1234567", "[redacted:phone*4567]"),
        ("4111 1111 1111 1111", "[redacted:card*1111]"),
        ("My PIN is 4821.", "My PIN is [redacted:pin*]."),
        ("password: tulip-93", "password: [redacted:password*]"),
    ],
)
def test_a_mask_keeps_the_domain_or_the_last_four_of_what_is_long(text: str, masked: str) -> None:
    assert redact(text, MASKED)[0] == masked


def test_a_block_names_kind_and_place_and_never_the_value() -> None:
    with pytest.raises(
        InvalidArgument, match=r"^text holds what the policy blocks \(email\) at character 9;"
    ) as refused:
        redact("Write to ana@example.org", Policy(email="block"))
    assert "ana" not in str(refused.value)
    with pytest.raises(InvalidArgument, match=r"^metadata holds what the policy blocks \(secret\)"):
        redact_value({"password": "swordfish"}, Policy(secrets="block"))
    with pytest.raises(InvalidArgument, match=r"^a key of metadata holds what the policy blocks \(email\)"):
        redact_value({"x": {"ana@example.org": 1}}, Policy(email="block"))


@pytest.mark.parametrize("kind", ["secrets", *SECRET_KINDS])
def test_no_policy_allows_secrets(kind: str) -> None:
    with pytest.raises(ConfigError, match=f"^{kind} cannot be 'allow': secrets are never stored"):
        Policy(**{kind: "allow"})


def test_a_policy_says_what_it_does_not_know() -> None:
    with pytest.raises(ConfigError, match=r"no kind of redaction is called 'mail'; there are .* email, "):
        Policy.parse(["mail=mask"])
    with pytest.raises(ConfigError, match="email cannot be 'hide'; use one of redact, mask, block, allow"):
        Policy(email="hide")  # type: ignore[arg-type]
    with pytest.raises(ConfigError, match="KIND=ACTION"):
        Policy.parse(["email"])


def test_a_policy_goes_through_json_and_the_command_line() -> None:
    policy = Policy(personal="redact", email="mask", ip_address="allow")
    assert Policy.from_dict(json.loads(json.dumps(policy.to_dict()))) == policy
    assert Policy.parse(["personal=redact", "email=mask", "ip-address=allow"]) == policy
    assert [policy.action(kind) for kind in ("email", "phone", "ip_address", "card")] == [
        *("mask", "redact", "allow", "redact"),
    ]


def test_a_secret_wins_over_personal_data_it_looks_like() -> None:
    assert redact("postgres://ada:fakePW1@db.example.org/x", EVERYTHING)[0] == (
        "postgres://ada:[redacted:basic_auth]@db.example.org/x"
    )


def test_metadata_keeps_apart_keys_that_become_one_and_reads_numbers_and_lists() -> None:
    metadata = {
        "ghp_" + "FAKE0" * 8: 1,
        "ghp_" + "FAKE1" * 8: 2,
        "card": 4111111111111111,
        "order_id": 4111111111111111,
        "password": ["swordfish", "hunter2x"],
    }
    assert redact_value(metadata) == {
        "[redacted:github_token]": 1,
        "[redacted:github_token] 2": 2,
        "card": "[redacted:card]",
        "order_id": 4111111111111111,
        "password": ["[redacted:secret]", "[redacted:secret]"],
    }


def test_metadata_that_nests_too_deeply_is_refused() -> None:
    deep: object = "x"
    for _ in range(10_000):
        deep = [deep]
    with pytest.raises(InvalidArgument, match="nests deeper than 64"):
        redact_value({"deep": deep})


def test_a_scan_names_places_and_no_values() -> None:
    episode = Episode(
        text="My PIN is 4821.",
        speaker="ana@example.org",
        metadata={"notes": ["x", "password: swordfish"], "token": "tok-12345678", "ghp_" + FAKE[:36]: 1},
        id="e1",
    )
    fact = Fact("f1", "s1", "n1", "Ana", "hasPin", value="sk-live-" + FAKE)
    event = Event("v1", "Call", "Ana called +49 30 1234567", participants=(Participant("agent", "n1", "Ana"),))
    policy = Policy(email="mask", phone="block")
    assert leaks([episode, fact, event, Entity("n1", "Ana")], policy) == [
        Leak("episode", "e1", "text", "pin", 10, 14),
        Leak("episode", "e1", "speaker", "email", 0, 15),
        Leak("episode", "e1", "metadata.notes[1]", "password", 10, 19),
        Leak("episode", "e1", "metadata.token", "secret", 0, 12),
        Leak("episode", "e1", "metadata (a key)", "github_token", 0, 40),
        Leak("fact", "f1", "value", "api_key", 0, 48),
        Leak("event", "v1", "description", "phone", 11, 25),
    ]
    assert [leak.kind for leak in leaks([event])] == []


def test_a_scan_after_redaction_finds_nothing() -> None:
    metadata = redact_value({"password": "swordfish", "notes": ["my PIN is 4821"]})
    assert leaks([Episode(text=redact("My PIN is 4821.")[0], metadata=metadata, id="e1")]) == []


@given(
    st.lists(
        st.sampled_from([*PIECES, "ana@example.org", "+4930123456", "203.0.113.7"]) | st.text(max_size=6), max_size=12
    ).map("".join),
    st.sampled_from([EVERYTHING, MASKED, Policy(email="mask", phone="redact")]),
)
def test_redacting_twice_changes_nothing_under_any_policy(text: str, policy: Policy) -> None:
    once, found = redact(text, policy)
    assert redact(once, policy) == (once, ())
    assert all(once[r.start : r.end].startswith(f"[redacted:{r.kind}") for r in found)


LONG = [
    *("password", "password for ", "password is ", "_key=", "token ", "codes are 1111, ", "enter the code "),
    *("密码", "密码是a墨-", "seed phrase abandon ", "eyJ-", "-eyJ", "sk-", "bearer ", "://a:", "[redacted:", "@a."),
    *("a.", "1", "1 ", "+1 ", "1:", "f:", "1.2.3.", "DE89 ", "4111 1111 ", PEM.format(""), PEM.format("") + " a\n"),
    *(PEM_END.format(""), "passport ", 'password "', "authorization: basic ", "FAKEFAKEFAKEFA.atlasv1.", " "),
]


@pytest.mark.parametrize("unit", LONG)
def test_a_long_text_made_to_confuse_a_pattern_is_read_through(unit: str) -> None:
    """A pattern that goes back and forth would need hours here."""
    text = unit * (60_000 // len(unit))
    assert isinstance(redact(text, EVERYTHING)[0], str)


def test_a_megabyte_of_blanks_after_a_password_is_read_through() -> None:
    text = "My password" + " " * (1 << 20) + "is tulip-Harbor-93"
    assert redact(text, EVERYTHING) == (text, ())


def test_the_groups_share_no_kind() -> None:
    assert set(SECRET_KINDS) & set(PERSONAL_KINDS) == set()
