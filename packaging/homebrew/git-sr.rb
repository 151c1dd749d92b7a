# Template of a Homebrew formula. The release workflow fills in @REPOSITORY@, @VERSION@ and @SHA256@, the checksum of the
# source archive, and adds the result to the release: copy it to a tap as Formula/git-sr.rb.
class GitSr < Formula
  desc "Put a language model's SEARCH/REPLACE reply into a Git work tree, safely"
  homepage "https://github.com/@REPOSITORY@"
  url "https://github.com/@REPOSITORY@/releases/download/v@VERSION@/git-sr-@VERSION@.crate"
  sha256 "@SHA256@"
  license any_of: ["Apache-2.0", "MIT"]

  depends_on "rust" => :build
  depends_on "git"

  def install
    system "cargo", "install", *std_cargo_args
    man1.install Dir["man/*.1"]
    bash_completion.install "completions/git-sr.bash" => "git-sr"
    zsh_completion.install "completions/_git-sr"
    fish_completion.install "completions/git-sr.fish"
  end

  test do
    system "git", "init", "--quiet"
    (testpath/"a.txt").write "one\n"
    (testpath/"reply.md").write "a.txt\n<<<<<<< SEARCH\none\n=======\n1\n>>>>>>> REPLACE\n"
    system "git", "sr", "apply", "reply.md"
    assert_equal "1\n", (testpath/"a.txt").read
  end
end
