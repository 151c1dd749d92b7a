//! `git-sr`, which git runs as `git sr`.

fn main() -> std::process::ExitCode {
    git_sr::cli::main()
}
