//! Ids of a request's texts, made by a thread while its blocks are located.

use std::io;

use bstr::ByteSlice as _;
use gix::{ObjectId, hash::Kind};

use super::ApplyRequest;
use crate::{
    core::{plan::Source, reply::Operation},
    repo::{beside, checksum::text_id},
    request::RunMode,
};

/// From so many bytes of replies on: for less, a thread costs more.
const LARGE: usize = 1 << 18;

/// Ids of a request's texts.
pub(super) struct TextIds {
    /// That of the request: of the bytes of its replies, and of where its options lead their paths.
    pub(super) request: ObjectId,
    /// Those of the blocks' texts, none of a block that is no edit; empty where they were not made beforehand.
    pub(super) blocks: Vec<Option<ObjectId>>,
}

/// Does something while the ids of a request's texts are made.
pub(super) fn beside<T>(
    hash: Kind,
    request: &ApplyRequest,
    sources: &[Source<'_>],
    something: impl FnOnce() -> T,
) -> (T, io::Result<TextIds>) {
    let size: usize = request.inputs.iter().map(|input| input.bytes.len()).sum();
    let identity = || identity(hash, request);
    if size < LARGE {
        let done = something();
        return (done, identity().map(|request| TextIds { request, blocks: Vec::new() }));
    }
    let make = || {
        let blocks = if request.mode == RunMode::Write { blocks(hash, sources)? } else { Vec::new() };
        Ok(TextIds { request: identity()?, blocks })
    };
    let (done, made) = beside::beside(make, something);
    (done, made.unwrap_or_else(make))
}

fn blocks(hash: Kind, sources: &[Source<'_>]) -> io::Result<Vec<Option<ObjectId>>> {
    let blocks = sources.iter().flat_map(|source| &source.reply.blocks);
    let of_block = |operation: &Operation<'_>| match operation {
        Operation::Edit(edit) => text_id(hash, &[&edit.body]).map(Some),
        _ => Ok(None),
    };
    blocks.map(|block| of_block(&block.operation)).collect()
}

/// Returns the identity of a request: the bytes of its replies, and where its options lead their paths.
fn identity(hash: Kind, request: &ApplyRequest) -> io::Result<ObjectId> {
    let mut asked: Vec<u8> = Vec::new();
    for (option, value) in [("--directory", &request.plan.directory), ("--path", &request.parse.path)] {
        if let Some(value) = value {
            asked.extend([b"\0", option.as_bytes(), b"\0", value.trim_end_with(|end| end == '/')].concat());
        }
    }
    for read_as in request.kept.iter().flatten().filter_map(|kept| kept.read_as.as_ref()) {
        asked.extend(format!("\0{} {:?}", read_as.format, read_as.blocks).into_bytes());
    }
    for place in request.kept.iter().flatten().flat_map(|kept| &kept.places) {
        let to = place.to.iter().flat_map(|to| [b"\0".as_slice(), to.0.as_bstr()]);
        asked.extend([b"\0", place.path.0.as_bstr().as_bytes()].into_iter().chain(to).flatten());
    }
    for (number, lines) in &request.edits {
        asked.extend([format!("\0edited {number}\0").as_bytes(), lines].concat());
    }
    let replies = request.inputs.iter().map(|input| input.bytes.as_slice());
    text_id(hash, &replies.chain([asked.as_slice()]).collect::<Vec<_>>())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{core::reply, repo::config::Settings, repo::testing::Sandbox, request::Input};

    #[test]
    fn ids_of_a_large_request_are_those_of_a_small_one() {
        let sandbox = Sandbox::new();
        let repo = sandbox.open();
        let settings = Settings::read(&repo).unwrap();
        let block = "a.txt\n<<<<<<< SEARCH\na\n=======\nb\n>>>>>>> REPLACE\n\n";
        let text = block.repeat(LARGE / block.len() + 1);
        let input = Input { name: "-".into(), bytes: text.into() };
        let request = ApplyRequest::configured(&settings, vec![input], 0, "".into()).unwrap();
        let reply = reply::parse(&request.inputs[0].bytes, &request.parse);
        let sources = [Source { name: "-".into(), reply }];
        let (done, ids) = beside(Kind::Sha1, &request, &sources, || "done");
        let ids = ids.unwrap();
        assert_eq!(done, "done");
        assert_eq!(ids.request, identity(Kind::Sha1, &request).unwrap());
        assert_eq!(ids.blocks.len(), sources[0].reply.blocks.len());
        let text = repo.text_id(&[b"a\n=======\nb\n"]).unwrap();
        assert!(ids.blocks.iter().all(|id| *id == Some(text)));
    }
}
