use super::*;
use crate::{core::plan::Partial, repo::testing::Sandbox};

fn settings(config: &str) -> Result<Settings, ConfigError> {
    let sandbox = Sandbox::new();
    sandbox.append(".git/config", config);
    Settings::read(&sandbox.open())
}

#[test]
fn what_is_not_configured_has_its_default() {
    let settings = settings("").unwrap();
    assert_eq!((settings.max_file_bytes, settings.max_reply_bytes), (1 << 30, 256 << 20));
    assert_eq!((settings.max_blocks, settings.partial, settings.stats), (None, Partial::No, true));
}

#[test]
fn every_value_of_a_list_is_kept_in_order_with_its_file() {
    let sandbox = Sandbox::new();
    sandbox.append(".git/config", "[sr]\n block = a/**\n[sr]\n block = !b\n");
    let block = Settings::read(&sandbox.open()).unwrap().block;
    assert_eq!(block.iter().map(|entry| entry.value.to_string()).collect::<Vec<_>>(), ["a/**", "!b"]);
    let origin = ConfigOrigin {
        scope: ConfigScope::Local,
        path: Some(sandbox.path().join(".git/config")),
        is_included: false,
    };
    assert!(block.iter().all(|entry| entry.origin == origin));
}

#[test]
fn sizes_take_git_s_suffixes() {
    assert_eq!(settings("[sr]\n maxFileBytes = 2k\n").unwrap().max_file_bytes, 2048);
}

#[test]
fn a_negative_size_is_refused_with_its_origin() {
    let error = settings("[sr]\n maxFileBytes = -1\n").unwrap_err();
    assert_eq!((error.key, error.value.to_string().as_str()), ("sr.maxFileBytes", "-1"));
    assert_eq!(error.origin.scope, ConfigScope::Local);
}

#[test]
fn an_unknown_word_is_refused() {
    assert_eq!(settings("[sr]\n syntax = sometimes\n").unwrap_err().key, "sr.syntax");
}

#[test]
fn partial_is_a_boolean_or_a_word() {
    for (value, partial) in
        [("= file", Partial::File), ("= block", Partial::Block), ("", Partial::File), ("= no", Partial::No)]
    {
        assert_eq!(settings(&format!("[sr]\n partial {value}\n")).unwrap().partial, partial, "{value}");
    }
    let words = ["no", "file", "block"].map(str::to_owned).to_vec();
    assert_eq!(settings("[sr]\n partial = x\n").unwrap_err().takes, Takes::Word(words));
}

#[test]
fn colors_are_words_or_booleans() {
    let settings = settings("[color]\n sr = always\n ui = false\n").unwrap();
    assert_eq!((settings.color_sr, settings.color_ui), (Some(Color::Always), Some(Color::Never)));
}

#[test]
fn markers_are_found_by_lower_case_name() {
    let markers = settings("[sr \"marker\"]\n Search = FIND\n").unwrap().markers;
    assert_eq!(markers.len(), 1);
    assert_eq!((markers[0].0.as_str(), markers[0].1.value.to_string().as_str()), ("search", "FIND"));
}

#[test]
fn autocrlf_has_three_values() {
    for (value, autocrlf) in
        [("input", AutoCrlf::Input), ("true", AutoCrlf::True), ("false", AutoCrlf::False)]
    {
        let sandbox = Sandbox::new();
        sandbox.append(".git/config", &format!("[core]\n autocrlf = {value}\n"));
        assert_eq!(Config::new(&sandbox.open()).autocrlf(), Ok(autocrlf), "{value}");
    }
}
