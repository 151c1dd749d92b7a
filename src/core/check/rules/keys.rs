//! Keys in added text, recognised by the forms that their makers gave them for this purpose.

use bstr::ByteSlice as _;

use crate::core::check::{Change, Found, Key, What};

/// Beginnings of tokens, how many letters, digits, `_` and `-` follow at least, and whose they are. Those of
/// SendGrid are of two parts, with a dot between them.
const TOKENS: &[(&str, usize, &str)] = &[
    ("AKIA", 16, "AWS"),
    ("ASIA", 16, "AWS"),
    ("ghp_", 36, "GitHub"),
    ("gho_", 36, "GitHub"),
    ("ghs_", 36, "GitHub"),
    ("ghu_", 36, "GitHub"),
    ("ghr_", 36, "GitHub"),
    ("github_pat_", 60, "GitHub"),
    ("glpat-", 20, "GitLab"),
    ("xoxb-", 24, "Slack"),
    ("xoxp-", 24, "Slack"),
    ("xoxa-", 24, "Slack"),
    ("sk-ant-", 40, "Anthropic"),
    ("sk-proj-", 40, "OpenAI"),
    ("sk_live_", 24, "Stripe"),
    ("rk_live_", 24, "Stripe"),
    ("AIza", 35, "Google"),
    ("npm_", 36, "npm"),
    ("SG.", 66, "SendGrid"),
    ("dckr_pat_", 27, "Docker"),
    ("glsa_", 40, "Grafana"),
    ("hvs.", 90, "Vault"),
    ("lin_api_", 40, "Linear"),
    ("rubygems_", 48, "RubyGems"),
    ("sk-svcacct-", 40, "OpenAI"),
    ("shpat_", 32, "Shopify"),
    ("xapp-", 40, "Slack"),
    ("xoxe-", 24, "Slack"),
    ("xoxr-", 24, "Slack"),
    ("xoxs-", 24, "Slack"),
    ("hf_", 34, "Hugging Face"),
    ("pypi-AgEIcHlwaS5vcmc", 50, "PyPI"),
    ("dop_v1_", 64, "DigitalOcean"),
];

pub(super) fn run(change: &Change<'_>, found: &mut dyn FnMut(Found)) {
    let Some(lines) = &change.lines else { return };
    for (line, body) in lines.added() {
        if let Some(key) = key(body).filter(|_| !lines.had(body)) {
            found(Found::at(line, What::Key(key)));
        }
    }
}

fn key(line: &[u8]) -> Option<Key> {
    // PGP says `PRIVATE KEY BLOCK`.
    if let Some(at) = line.find("PRIVATE KEY")
        && line[..at].contains_str("-----BEGIN ")
        && [&b"-----"[..], b" BLOCK-----"].iter().any(|end| line[at + "PRIVATE KEY".len()..].starts_with(end))
    {
        return Some(Key::Private);
    }
    let is_token = |(start, least, of): &(&str, usize, &'static str)| {
        let mut places = line.find_iter(start);
        places.any(|at| is_at(line, at, start, *least)).then_some(Key::Token { of })
    };
    TOKENS.iter().find_map(is_token)
}

/// Returns whether there is a token here: not inside a longer word, long enough, and not one that
/// documentation uses.
fn is_at(line: &[u8], at: usize, start: &str, least: usize) -> bool {
    let is_word = |byte: &u8| byte.is_ascii_alphanumeric() || matches!(byte, b'_' | b'-');
    let rest = &line[at + start.len()..];
    let rest = match (start, rest.get(22)) {
        ("SG.", Some(b'.')) if rest[..22].iter().all(is_word) => {
            &rest[..23 + rest[23..].iter().take_while(|byte| is_word(byte)).count()]
        }
        ("SG.", _) => return false,
        _ => &rest[..rest.iter().take_while(|byte| is_word(byte)).count()],
    };
    let is_long_enough = match start {
        "AKIA" | "ASIA" => {
            rest.len() == least && rest.iter().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
        }
        // They are of one length, and their four letters occur in longer texts by chance.
        "AIza" | "SG." => rest.len() == least,
        _ => rest.len() >= least,
    };
    let is_apart = at == 0 || !is_word(&line[at - 1]);
    let is_example = rest.to_ascii_uppercase().contains_str("EXAMPLE")
        || rest.iter().all(|byte| Some(byte) == rest.first());
    is_long_enough && is_apart && !is_example
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_told_by_their_form() {
        let private = "-----BEGIN RSA PRIVATE KEY-----";
        let github = format!("token = \"ghp_{}\"", "a1B2".repeat(9));
        assert_eq!(key(private.as_bytes()), Some(Key::Private));
        assert_eq!(key(b"id: AKIAQ3EGRIB7Z5KL2M4N"), Some(Key::Token { of: "AWS" }));
        assert_eq!(key(b"-----BEGIN PGP PRIVATE KEY BLOCK-----"), Some(Key::Private));
        for (start, length, of) in [
            ("ghu_", 36, "GitHub"),
            ("ghr_", 36, "GitHub"),
            ("xoxa-", 24, "Slack"),
            ("rk_live_", 24, "Stripe"),
            ("hf_", 34, "Hugging Face"),
            ("pypi-AgEIcHlwaS5vcmc", 50, "PyPI"),
            ("dop_v1_", 64, "DigitalOcean"),
            ("AIza", 35, "Google"),
            ("npm_", 36, "npm"),
            ("github_pat_", 60, "GitHub"),
            ("sk_live_", 24, "Stripe"),
            ("dckr_pat_", 27, "Docker"),
            ("shpat_", 32, "Shopify"),
        ] {
            let token = format!("{start}{}", &"a1B2".repeat(20)[..length]);
            assert_eq!(key(token.as_bytes()), Some(Key::Token { of }), "{token}");
            assert_eq!(key(&token.as_bytes()[..token.len() - 1]), None, "{token}");
        }
        assert_eq!(key(github.as_bytes()), Some(Key::Token { of: "GitHub" }));
        let sendgrid = format!("key = 'SG.{}.{}'", &"a1B2-".repeat(5)[..22], &"c3D4_".repeat(9)[..43]);
        assert_eq!(key(sendgrid.as_bytes()), Some(Key::Token { of: "SendGrid" }));
    }

    #[test]
    fn examples_parts_of_words_and_short_ones_are_none() {
        for line in [
            "AKIAIOSFODNN7EXAMPLE",
            "XAKIAQ3EGRIB7Z5KL2M4N",
            "AKIAQ3EGRIB7Z5KL2M4NX",
            "AKIAQ3EGRIB7",
            "ghp_short",
            "MSG.a1B2a1B2a1B2a1B2a1B2a1.a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B",
            "SG.a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2",
            "AIzaA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8S9t0",
            "-----BEGIN PUBLIC KEY-----",
            "-----BEGIN CERTIFICATE-----",
            "ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
        ] {
            assert_eq!(key(line.as_bytes()), None, "{line}");
        }
    }
}
