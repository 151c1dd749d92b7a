//! The MCP server, spoken to by the client of the official SDK over a child process.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod obey;
mod place;

use place::{Place, edit};
use rmcp::{
    RoleClient, ServiceError, ServiceExt as _,
    model::{CallToolRequestParams, CallToolResult},
    service::RunningService,
    transport::TokioChildProcess,
};
use serde_json::{Value, json};

type Client = RunningService<RoleClient, ()>;

/// Runs `test` with a client whose server serves a place.
fn with_client(place: &Place, test: impl AsyncFnOnce(&Client)) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut server = tokio::process::Command::new(env!("CARGO_BIN_EXE_git-sr"));
        server.env_clear().env("PATH", std::env::var_os("PATH").unwrap_or_default());
        server.env("HOME", place.outside()).env("GIT_CONFIG_NOSYSTEM", "1");
        server.arg("-C").arg(place.root()).arg("mcp");
        let client = ().serve(TokioChildProcess::new(server).expect("a server")).await.expect("a client");
        test(&client).await;
        client.cancel().await.expect("to end");
    });
}

async fn call(client: &Client, name: &'static str, arguments: Value) -> Result<CallToolResult, ServiceError> {
    let arguments = arguments.as_object().expect("an object").clone();
    client.call_tool(CallToolRequestParams::new(name).with_arguments(arguments)).await
}

/// The object that a tool gives, which obeys the tool's schema, with true if the call failed.
async fn object(client: &Client, name: &'static str, arguments: Value) -> (Value, bool) {
    let result = call(client, name, arguments).await.expect("a result");
    let object = result.structured_content.expect("an object");
    let tools = client.list_all_tools().await.expect("tools");
    let tool = tools.into_iter().find(|tool| tool.name == name).expect("the tool");
    let schema = Value::Object(tool.output_schema.expect("a schema").as_ref().clone());
    let errors: Vec<String> = jsonschema::validator_for(&schema)
        .expect("a schema")
        .iter_errors(&object)
        .map(|error| error.to_string())
        .collect();
    assert!(errors.is_empty(), "{name}: {errors:?}\n{object}");
    (object, result.is_error == Some(true))
}

#[test]
fn the_tools_are_listed_with_schemas() {
    let place = Place::new(&[("a.txt", "one\n")]);
    with_client(&place, async |client| {
        let tools = client.list_all_tools().await.expect("tools");
        let names: Vec<&str> = tools.iter().map(|tool| tool.name.as_ref()).collect();
        assert_eq!(names, ["apply", "check", "undo", "log", "show"]);
        for tool in &tools {
            let schemas = [Some(&tool.input_schema), tool.output_schema.as_ref()];
            for schema in schemas.map(|schema| schema.expect("a schema")) {
                assert_eq!(schema["type"], "object", "{}", tool.name);
                assert!(jsonschema::validator_for(&Value::Object(schema.as_ref().clone())).is_ok());
            }
        }
    });
}

#[test]
fn a_batch_is_previewed_applied_listed_shown_and_taken_back() {
    let place = Place::new(&[("a.txt", "one\n")]);
    let reply = edit("a.txt", "one", "1");
    with_client(&place, async |client| {
        let (preview, _) = object(client, "apply", json!({ "reply": reply, "dry_run": true })).await;
        assert_eq!((&preview["status"], place.read("a.txt").as_str()), (&json!("would-apply"), "one\n"));
        assert!(preview["diff"].as_str().is_some_and(|diff| diff.contains("+1")), "{preview}");
        assert_eq!(object(client, "check", json!({ "reply": reply })).await.0["status"], "would-apply");
        let (applied, failed) = object(client, "apply", json!({ "reply": reply })).await;
        assert_eq!((&applied["status"], failed), (&json!("applied"), false));
        assert_eq!(place.read("a.txt"), "1\n");
        assert_eq!(object(client, "log", json!({ "count": 5 })).await.0["batches"][0]["batch"], 1);
        let (shown, _) = object(client, "show", json!({})).await;
        assert!(shown.to_string().contains("-one"), "{shown}");
        assert_eq!(object(client, "undo", json!({ "batch": 1 })).await.0["status"], "undone");
        assert_eq!(place.read("a.txt"), "one\n");
        assert_eq!(object(client, "check", json!({})).await.0["status"], "clean");
    });
    let stats: Value = serde_json::from_slice(&place.run(&["stats", "--json"], "").stdout).expect("JSON");
    assert_eq!(stats["sources"][0]["source"], "rmcp", "the client is named");
}

#[test]
fn a_refused_batch_tells_the_model_what_to_correct_and_is_finished_with_that_alone() {
    let place = Place::new(&[("a.txt", "one\ntwo\n")]);
    with_client(&place, async |client| {
        let reply = edit("a.txt", "one", "1") + &edit("a.txt", "tow", "2");
        let result = call(client, "apply", json!({ "reply": reply })).await.expect("a result");
        assert_eq!(result.is_error, Some(true));
        let text = serde_json::to_string(&result.content).expect("JSON");
        assert!(text.contains("The SEARCH section is not in the file"), "{text}");
        assert_eq!(place.read("a.txt"), "one\ntwo\n");
        let fix = edit("a.txt", "two", "2");
        let (done, _) = object(client, "apply", json!({ "reply": fix, "continue": true })).await;
        assert_eq!((&done["status"], place.read("a.txt").as_str()), (&json!("applied"), "1\n2\n"));
    });
}

#[test]
fn the_policy_guards_tools_and_they_cannot_lift_it() {
    let place = Place::new(&[("a.txt", "one\n")]);
    let secret = ".env\n<<<<<<< SEARCH\n=======\nx\n>>>>>>> REPLACE\n";
    with_client(&place, async |client| {
        let (object, failed) = object(client, "apply", json!({ "reply": secret })).await;
        assert!(failed && object.to_string().contains("\"blocked\""), "{object}");
        for lifted in
            [json!({ "reply": secret, "allow": ".env" }), json!({ "reply": secret, "exec": "true" })]
        {
            assert!(call(client, "apply", lifted).await.is_err());
        }
        assert!(call(client, "forget", json!({})).await.is_err());
    });
    assert!(!place.root().join(".env").exists());
}

#[test]
fn outside_of_a_repository_nothing_is_served() {
    let place = Place::new(&[("a.txt", "one\n")]);
    assert_eq!(place.run_in(place.outside(), &["mcp"], "").status.code(), Some(128));
}
