"""Libraries that read a project's settings."""

import os

import confuse
import dotenv
import dynaconf
import environs
import pydantic_settings
import toml
import tomlkit
import tomlkit.toml_file
import yaml
from dotenv import load_dotenv
from pydantic_settings import BaseSettings, SettingsConfigDict
from ruamel.yaml import YAML


def test_yaml_load(box):
    with open(box / "settings.yaml") as file:
        assert yaml.safe_load(file)


def test_yaml_dump(box):
    with open(box / "new.yaml", "w") as file:
        yaml.safe_dump({"a": 1}, file)


def test_ruamel_load(box):
    assert YAML().load(box / "settings.yaml")


def test_ruamel_dump(box):
    YAML().dump({"a": 1}, box / "new.yaml")


def test_toml_load(box):
    assert toml.load(str(box / "settings.toml"))


def test_toml_dump(box):
    with open(box / "new.toml", "w") as file:
        toml.dump({"a": 1}, file)


def test_tomlkit_file(box):
    assert tomlkit.toml_file.TOMLFile(str(box / "settings.toml")).read()


def test_tomlkit_load(box):
    with open(box / "settings.toml") as file:
        assert tomlkit.load(file)


def test_dotenv_values(box):
    assert dotenv.dotenv_values(box / ".env") == {"COLOUR": "red"}


def test_load_dotenv(box, monkeypatch):
    monkeypatch.setenv("COLOUR", "blue")
    load_dotenv(box / ".env")


def test_find_dotenv():
    assert dotenv.find_dotenv("there-is-no-such.env") == ""


def test_set_key(box):
    dotenv.set_key(box / ".env", "SIZE", "2")


def test_environs(box, monkeypatch):
    monkeypatch.setenv("COLOUR", "blue")
    environs.Env().read_env(str(box / ".env"), recurse=False)


def test_dynaconf(box):
    assert dynaconf.Dynaconf(settings_files=[str(box / "settings.toml")]).SERVER.port == 8080


def test_confuse(box):
    config = confuse.Configuration("escapes", read=False)
    config.set_file(str(box / "settings.yaml"))
    assert config["server"]["port"].get(int) == 8080


def test_pydantic_settings_of_a_dotenv_file(box):
    class Settings(BaseSettings):
        model_config = SettingsConfigDict(extra="ignore")
        colour: str = "none"

    assert Settings(_env_file=box / ".env").colour == "red"


def test_pydantic_settings_of_a_toml_file(box):
    source = pydantic_settings.TomlConfigSettingsSource(BaseSettings, toml_file=box / "settings.toml")
    assert source()


def test_pydantic_secrets_folder(box):
    class Settings(BaseSettings):
        token: str = "none"

    assert Settings(_secrets_dir=str(box / "empty")).token == "none"


def test_pydantic_file_path(box):
    import pydantic

    class Upload(pydantic.BaseModel):
        path: pydantic.FilePath

    assert Upload(path=box / "text.txt")


def test_attrs_validator(box):
    import attrs

    def there(instance, attribute, value):
        if not os.path.exists(value):
            raise ValueError(value)

    assert attrs.make_class("Upload", {"path": attrs.field(validator=there)})(box)
