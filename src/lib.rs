//! Put a language model's SEARCH/REPLACE reply into a Git work tree, safely.
//!
//! The program `git-sr` is a call of [`cli::main`]; everything it does can be had from here.
//!
//! - [`core`] is pure: bytes in, values out. [`core::reply::parse`] reads a reply into blocks and faults and
//!   never fails. [`core::plan::plan`] makes a batch of them: the place of each block's SEARCH section
//!   ([`core::locate`]), the verdict on its path ([`core::guard`]), the new content of each file, and the reason
//!   why a block cannot be applied ([`core::outcome`]). It reads the work tree through a [`core::plan::World`].
//! - [`repo`] is the wing with disk and git: [`repo::open`] finds the repository as git does,
//!   [`repo::worktree`] reads and replaces files, [`repo::record`] keeps what undo needs, and
//!   [`repo::transact`] puts the last two together.
//! - [`apply`](mod@apply), [`check`](mod@check) and [`undo`](mod@undo) are the verbs. They return reports and
//!   print nothing.
//! - [`edit_file`](mod@edit_file) makes edits in one file, without a repository.
//! - [`cli`] has the words, the colours and the exit codes.
//!
//! ```
//! use git_sr::core::reply::{Operation, Options, parse};
//!
//! let text = b"src/a.rs\n<<<<<<< SEARCH\nlet a = 1;\n=======\nlet a = 2;\n>>>>>>> REPLACE\n";
//! let reply = parse(text, &Options::default());
//!
//! assert!(reply.faults.is_empty());
//! let block = &reply.blocks[0];
//! assert_eq!((block.line, block.path[0].text.as_slice()), (2, &b"src/a.rs"[..]));
//! let Operation::Edit(edit) = &block.operation else { panic!("it is an edit") };
//! let sections = edit.readings().next().expect("one divider, one reading");
//! assert_eq!((sections.search, sections.replace), (&b"let a = 1;\n"[..], &b"let a = 2;\n"[..]));
//! ```

pub mod apply;
pub mod batches;
pub mod check;
pub mod cli;
pub mod core;
pub mod edit_file;
pub mod encode;
pub mod files;
pub mod hook;
pub mod parse;
pub mod policy;
pub mod prompt;
pub mod recover;
pub mod repo;
pub mod request;
pub mod stats;
pub mod undo;
