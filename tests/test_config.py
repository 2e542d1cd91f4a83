"""Settings: file < environment < argument, and every slip is named."""

from __future__ import annotations

from pathlib import Path

import pytest

from kgmem.config import Config
from kgmem.errors import ConfigError


def written(folder: Path, text: str) -> Path:
    file = folder / "kgmem.toml"
    file.write_text(text, encoding="utf-8")
    return file


def test_defaults_need_no_file_and_no_environment() -> None:
    assert Config.load() == Config()
    assert Config().path == Path("memory.kgmem")
    assert Config().limit == 10


def test_an_argument_outranks_the_environment_and_that_the_file(tmp_path: Path) -> None:
    file = written(tmp_path, 'timezone = "Europe/Lisbon"\nlimit = 3\nretain = "facts"\n')
    env = {"KGMEM_LIMIT": "5", "KGMEM_RETAIN": "text"}
    config = Config.load(file, env, limit=7)
    assert (config.timezone, config.retain, config.limit) == ("Europe/Lisbon", "text", 7)


def test_an_unset_argument_and_an_empty_variable_change_nothing(tmp_path: Path) -> None:
    file = written(tmp_path, 'encoder = "minilm"\nprogress = false\n')
    config = Config.load(file, {"KGMEM_ENCODER": "", "KGMEM_PROGRESS": " "}, encoder=None, timezone="")
    assert (config.encoder, config.progress, config.timezone) == ("minilm", False, None)


def test_a_path_in_the_file_counts_from_the_file(tmp_path: Path) -> None:
    assert Config.load(written(tmp_path, 'path = "ana.kgmem"')).path == tmp_path / "ana.kgmem"
    assert Config.load(written(tmp_path, 'path = "/srv/ana.kgmem"')).path == Path("/srv/ana.kgmem")


def test_a_home_folder_is_expanded() -> None:
    assert Config.load(env={"KGMEM_PATH": "~/ana.kgmem"}).path == Path.home() / "ana.kgmem"


def test_the_key_is_never_shown() -> None:
    config = Config.load(env={"KGMEM_API_KEY": "secret-value"})
    assert config.api_key == "secret-value"
    assert "secret-value" not in repr(config)


def test_a_key_in_a_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="set KGMEM_API_KEY in the environment") as caught:
        Config.load(written(tmp_path, 'api_key = "secret-value"'))
    assert "secret-value" not in str(caught.value)


def test_a_language_model_is_named_by_file_and_its_key_by_the_environment(tmp_path: Path) -> None:
    file = written(tmp_path, 'llm_url = "http://127.0.0.1:9/v1"\nllm_model = "m"\nllm_price = [0.15, 0.6]')
    config = Config.load(file, {"KGMEM_LLM_API_KEY": "secret-value", "KGMEM_LLM_MODEL": "other"})
    assert (config.llm_url, config.llm_model, config.llm_price) == ("http://127.0.0.1:9/v1", "other", (0.15, 0.6))
    assert (config.llm_api_key, config.api_key) == ("secret-value", None)
    assert "secret-value" not in repr(config)
    assert Config.load(env={"KGMEM_LLM_PRICE": "1,2"}).llm_price == (1.0, 2.0)
    with pytest.raises(ConfigError, match="set KGMEM_LLM_API_KEY in the environment"):
        Config.load(written(tmp_path, 'llm_api_key = "secret-value"'))


def test_an_unknown_key_names_the_file_the_key_and_the_allowed_ones(tmp_path: Path) -> None:
    file = written(tmp_path, 'timezon = "UTC"')
    with pytest.raises(ConfigError) as caught:
        Config.load(file)
    assert str(caught.value) == (
        f"{file}: unknown setting 'timezon'. Did you mean 'timezone'? "
        "Allowed: path, timezone, encoder, retain, limit, log_level, progress, engine, redact, consolidate_every, "
        "llm_url, llm_model, llm_price"
    )
    assert caught.value.code == "config"


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ('llm_url = "localhost"', "llm_url: must be an address that begins with http:// or https://"),
        (
            "llm_price = 3",
            "llm_price: must be two prices of a million tokens, sent and received, such as 0.15,0.60 (it is '3')",
        ),
        ("limit = -1", "limit: must be a whole number, 0 or more (it is '-1')"),
        ("limit = true", "limit: must be a whole number, 0 or more (it is 'True')"),
        ("limit = 2.5", "limit: must be a whole number, 0 or more (it is '2.5')"),
        ("timezone = 3", "timezone: must be a text such as 'Europe/Lisbon' (it is '3')"),
        ('retain = "all"', "retain: must be one of text, facts (it is 'all')"),
        ('retain = ["text"]', "retain: must be one of text, facts (it is \"['text']\")"),
        ('log_level = "hm"', "log_level: must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL (it is 'hm')"),
        ('progress = "maybe"', "progress: must be true or false (it is 'maybe')"),
        ("path = 7", "path: must be the path of a folder (it is '7')"),
        ('encoder = ""', "encoder: must be a text (it is '')"),
    ],
)
def test_a_wrong_type_is_named_with_its_file(tmp_path: Path, line: str, message: str) -> None:
    file = written(tmp_path, line)
    with pytest.raises(ConfigError) as caught:
        Config.load(file)
    assert str(caught.value) == f"{file}: {message}"


def test_a_zone_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ConfigError, match="environment variable KGMEM_TIMEZONE: no time zone named 'Mars'"):
        Config.load(env={"KGMEM_TIMEZONE": "Mars"})


def test_a_misspelt_variable_is_refused_and_foreign_ones_are_not() -> None:
    with pytest.raises(ConfigError, match="KGMEM_TIMEZON is unknown; did you mean KGMEM_TIMEZONE"):
        Config.load(env={"KGMEM_TIMEZON": "UTC"})
    assert Config.load(env={"KGMEM_DEBUG": "1", "KGMEM_DASHBOARD_PORT": "1", "PATH": "/bin"}) == Config()


def test_an_unknown_argument_is_refused() -> None:
    with pytest.raises(ConfigError, match="arguments: unknown setting 'limitt'"):
        Config.load(limitt=3)


def test_broken_toml_a_missing_file_and_a_folder_say_which(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="is not valid TOML"):
        Config.load(written(tmp_path, "limit = = 3"))
    with pytest.raises(ConfigError, match="No such file"):
        Config.load(tmp_path / "gone.toml")
    with pytest.raises(ConfigError, match="Is a directory"):
        Config.load(tmp_path)


def test_a_file_that_is_no_utf8_says_so(tmp_path: Path) -> None:
    file = tmp_path / "kgmem.toml"
    file.write_bytes(b'timezone = "\xe9"')
    with pytest.raises(ConfigError, match="is not UTF-8 text"):
        Config.load(file)


def test_an_engine_and_a_policy_are_set_in_file_or_environment(tmp_path: Path) -> None:
    file = written(tmp_path, 'engine = "ladybug"\nredact = ["email=mask", "card=block"]\n')
    assert (Config.load(file).engine, Config.load(file).redact) == ("ladybug", ("email=mask", "card=block"))
    assert Config.load(file, {"KGMEM_REDACT": "email=redact, personal=mask"}).redact == (
        "email=redact",
        "personal=mask",
    )
    with pytest.raises(ConfigError, match="KIND=ACTION"):
        Config.load(env={"KGMEM_REDACT": "email"})
