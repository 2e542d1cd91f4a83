"""Secrets are replaced, words around them stay. Every secret here is made up, and long ones are put
together from pieces so that no scanner takes them for real."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from kgmem.redact import RULES, redact, redact_value

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
