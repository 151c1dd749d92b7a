//! The server: one work tree, served on standard input and output.

use std::path::{Path, PathBuf};

use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt as _,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, Implementation, ListToolsResult,
        PaginatedRequestParams, ServerCapabilities, ServerConfig, Tool,
    },
    service::RequestContext,
};

use super::{run, tools};
use crate::{
    cli::{exit::Exit, fatal::Fatal, style::Streams},
    repo::open::Repo,
};

/// Words for the model about all tools together.
const INSTRUCTIONS: &str = "Edits the files of one Git work tree by SEARCH/REPLACE blocks. A batch of blocks is \
    applied whole or not at all, each block at the one place where its SEARCH text is. If 'apply' refuses a \
    batch, its text says what to correct; send the corrected blocks alone with 'continue'. 'undo' takes a batch back.";

/// Serves standard input and output until the client closes them.
pub(in crate::cli) fn serve(start: &Path, streams: &mut Streams) -> Result<Exit, Fatal> {
    Repo::open(start)?;
    let program = std::env::current_exe().map_err(|error| Fatal::io("this program", &error))?;
    let server = Server { start: start.to_owned(), program };
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| Fatal::io("cannot serve", &error))?;
    let served = runtime.block_on(async {
        let service =
            server.serve(rmcp::transport::stdio()).await.map_err(|error| Fatal::io("MCP", &error))?;
        service.waiting().await.map_err(|error| Fatal::io("MCP", &error))
    });
    // A thread that still waits for input must not keep the program.
    runtime.shutdown_background();
    served?;
    streams.say("the client has closed the connection");
    Ok(Exit::Done)
}

/// The tools of one work tree.
struct Server {
    /// The folder in which commands are run.
    start: PathBuf,
    program: PathBuf,
}

impl ServerHandler for Server {
    fn get_info(&self) -> ServerConfig {
        ServerConfig::new(ServerCapabilities::builder().enable_tools().build())
            .with_server_info(Implementation::new("git-sr", env!("CARGO_PKG_VERSION")))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        Ok(ListToolsResult::with_all_items(tools::all()))
    }

    fn get_tool(&self, name: &str) -> Option<Tool> {
        tools::all().into_iter().find(|tool| tool.name == name)
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let client = context.client_info().map(|client| client.name);
        let arguments = request.arguments.unwrap_or_default();
        let call = tools::call(&request.name, arguments, client)?;
        let (start, program) = (self.start.clone(), self.program.clone());
        let ran = tokio::task::spawn_blocking(move || run::run(&program, &start, &call)).await;
        let result = match ran {
            Ok(Ok(output)) => run::result(&output),
            Ok(Err(error)) => CallToolResult::error(vec![rmcp::model::ContentBlock::text(error.to_string())]),
            Err(error) => return Err(ErrorData::internal_error(error.to_string(), None)),
        };
        Ok(result.into())
    }
}
