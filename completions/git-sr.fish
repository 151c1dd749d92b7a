# Print an optspec for argparse to handle cmd's options that are independent of any subcommand.
function __fish_git_sr_global_optspecs
    string join \n C= h help V/version
end

function __fish_git_sr_needs_command
    # Figure out if the current invocation already has a command.
    set -l cmd (commandline -opc)
    set -e cmd[1]
    argparse -s (__fish_git_sr_global_optspecs) -- $cmd 2>/dev/null
    or return
    if set -q argv[1]
        # Also print the command, so this can be used to figure out what it is.
        echo $argv[1]
        return 1
    end
    return 0
end

function __fish_git_sr_using_subcommand
    set -l cmd (__fish_git_sr_needs_command)
    test -z "$cmd"
    and return 1
    contains -- $cmd[1] $argv
end

complete -c git-sr -n "__fish_git_sr_needs_command" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_needs_command" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_needs_command" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_needs_command" -s V -l version -d 'Print the version'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "apply" -d 'Apply the blocks of one or more replies to the work tree'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "diff" -d 'Print the diff that one or more replies would make'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "check" -d 'Examine staged changes, or check that replies would apply'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "undo" -d 'Take back the last batch, or another one'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "redo" -d 'Take back the last undo'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "log" -d 'List the batches of this work tree'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "show" -d 'Show what a batch did'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "forget" -d 'Drop the records of batches'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "stats" -d 'Show how many blocks apply, by which tier, and why others fail'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "parse" -d 'Show the blocks of one or more replies, and their errors'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "encode" -d 'Write changes as a reply that makes them'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "prompt" -d 'Print instructions for a model, so that its answer can be applied'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "policy" -d 'Check that a reply may write these paths, and show the rule that decides'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "config" -d 'Show the configuration: each key with its value, where that is set, and its meaning'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "recover" -d 'Recover the work tree after an interrupted run'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "hook" -d 'Install or remove a pre-commit hook that runs `git sr check`'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "install-man" -d 'Install the man pages, so that `git sr --help` shows them'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "completions" -d 'Print the completions for a shell'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "demo" -d 'Show apply and undo in a scratch repository'
complete -c git-sr -n "__fish_git_sr_needs_command" -f -a "help" -d 'Show the help of a command, with examples, configuration and exit codes'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -s m -l message -d 'The message of the commit; several make paragraphs (default: made from the reply and the paths)' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -s F -l file -d 'Take the message of the commit from this file; `-` is standard input' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l trailer -d 'Add this trailer to the message of the commit (default: `sr.trailer`)' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l author -d 'The author of the commit, as `Name <email>`' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -s S -l gpg-sign -d 'Sign the commit, with this key if one is named' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l exec -d 'Run this shell command after the batch is written and before it is committed; take the batch back if it fails (default: `sr.exec`; empty for none)' -r -f -a "(__fish_complete_command)"
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l retry -d 'If the batch is refused, run this shell command with the message for the model on its standard input, and finish the batch with the corrected blocks that it prints; nothing is locked meanwhile (default: `sr.retry`; empty for none)' -r -f -a "(__fish_complete_command)"
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l retries -d 'Ask for a correction at most so often (default: `sr.retries`, or 3)' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l retry-timeout -d 'Stop a command of `--retry` that takes longer than so many seconds' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l backup -d 'Keep the old version of each file next to it, as <file><suffix> (default: `.bak`)' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l partial -d 'If some blocks fail, apply the files whose blocks are all good, or all good blocks, and exit with 1' -r -f -a "file\t'Files whose blocks are all good'
block\t'All good blocks'
no\t'Nothing, whatever `sr.partial` says'"
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l include -d 'Apply only blocks for files that match this glob, as in `.gitignore`; skip the others' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l exclude -d 'Skip blocks for files that match this glob, as in `.gitignore`, even if `--include` names them' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l match -d 'The last tier of the matching ladder to try (default: all, or `sr.match`)' -r -f -a "exact\t'Equal but for line endings'
trailing\t'Also but for white space at the ends of lines'
indent\t'Also but for one mapping of leading white space'
unicode\t'Also but for compatible characters, quotes, dashes and special spaces'
blank\t'Also but for blank edges, and fences at the edges, that both sections have'
elided\t'Also with `...` in both sections for the lines in between'
history\t'Also where an older version has it, and the change made there merges with the file as it is'
context\t'Also with other white space and comments in lines that stay'
partial\t'Also one line that is a part of one line of the file'"
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l format -d 'The format of the reply (default: detected)' -r -f -a "auto\t'The format that the reply has; edits in two formats are refused'
diff\t'SEARCH/REPLACE blocks below a path line, and nothing else that the reply may have'
pathless\t'SEARCH/REPLACE blocks for the file of `--path`, whatever stands above them'
cline\t'Blocks between `------- SEARCH` and `+++++++ REPLACE`, and nothing else that the reply may have'
apply-patch\t'Patches between `*** Begin Patch` and `*** End Patch`, and nothing else that the reply may have'
anchored\t'Edits between `««« EDIT` and `»»»`, and nothing else that the reply may have'
lined\t'Edits of numbered lines below `[<path>#<id>]`, and nothing else that the reply may have'
json\t'Calls of editing tools, alone, in a list, or one a line, and nothing else that the reply may have'
xml\t'Calls of the tools of Cline and Roo, and files, in XML tags, and nothing else that the reply may have'
udiff\t'Unified diffs, as `git diff` makes them or without line numbers, and nothing else that the reply may have'
pairs\t'Pairs of fences below lines such as `Replace this:` and `with:`, and nothing else; never read without the option'
whole\t'Whole files: a path, alone on its line or in the one that opens the fence, and a fence with the text'
fenced-file\t'Whole files whose paths are in the line that opens the fence, as in ```` ```rust:src/a.rs ````'
file-marker\t'Whole files below a line `FILE: <path>`'"
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l fence -d 'Another fence around blocks, as `<open>..<close>`' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l path -d 'The file for blocks without a path line' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l directory -d 'Prepend this folder to every path of the reply' -r -f -a "(__fish_complete_directories)"
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l allow -d 'Allow writing files that match this glob, from the root on, and that the policy would refuse' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l block -d 'Refuse files that match this glob, as in `.gitignore`' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l source -d 'Name what wrote the reply, such as a model, for the figures of `git sr stats`' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -s n -l dry-run -d 'Print the diff, write nothing'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -s p -l patch -d 'Ask about each block: shows it in context, with its place and its tier, and applies what is chosen, as `git add -p`. Needs a terminal'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l confirm -d 'Show the diff, and ask once before it is written (default: `sr.confirm`). Needs a terminal'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l index -d 'Apply to the work tree and to the index (default: `sr.index`)'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l cached -d 'Apply to the index only, without touching the work tree'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l commit -d 'Commit the batch on HEAD: its changes only, whatever else is dirty or staged. The options below \'Commit\' imply this one'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -s e -l edit -d 'Edit the message of the commit'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l signoff -d 'Add a Signed-off-by trailer by the committer'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l no-verify -d 'Do not run the hooks pre-commit and commit-msg'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l feedback -d 'On failure, print the message to paste back to the model on standard output'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l clipboard -d 'Read the reply from the clipboard, unless one is named; with `--feedback`, put the message for the model there instead of printing it'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l continue -d 'Finish the batch that was refused last: its good blocks were kept, the reply has the corrected ones. Give `--cached`, `--index`, `--commit` and the other options again'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l abort -d 'Drop the kept blocks of the batch that was refused last'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l stash -d 'Put the state before the batch on git\'s stash, for `git stash pop`; files that hold secrets are left out'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -s 3 -l 3way -d 'If a block for an older version conflicts with the file, write both texts with conflict markers and exit with 1; nothing of it is staged, so that with `--index` and `--commit` such a block is refused'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l overwrite -d 'Let a block with a blank SEARCH section replace a file that has content'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l allow-placeholder -d 'Write lines such as `// ... existing code ...` as they are'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l force -d 'Allow a file to shrink or grow by more than `sr.maxShrink` and `sr.maxGrowth`'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l no-syntax -d 'Do not check the syntax of the files, nor their imports'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l strict -d 'Refuse files that run code, such as `Makefile`, and invisible, bidirectional or control characters in added lines'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l stream -d 'Report each block on standard error as soon as it is complete, while standard input is being written; apply all of them at its end. With `--json`, standard output has an object a line'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l check -d 'Report whether the batch would apply, write nothing'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l stat -d 'Print a diffstat instead of writing, as `git apply --stat`'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l numstat -d 'Print lines added, lines removed and the path of each file instead of writing, as `git apply --numstat`'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -s v -l verbose -d 'Report the place and the tier of every block'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l exit-code -d 'If the reply is refused, exit with a code of its reason, 2 to 9, in place of 1'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand apply" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l partial -d 'If some blocks fail, apply the files whose blocks are all good, or all good blocks, and exit with 1' -r -f -a "file\t'Files whose blocks are all good'
block\t'All good blocks'
no\t'Nothing, whatever `sr.partial` says'"
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l include -d 'Apply only blocks for files that match this glob, as in `.gitignore`; skip the others' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l exclude -d 'Skip blocks for files that match this glob, as in `.gitignore`, even if `--include` names them' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l match -d 'The last tier of the matching ladder to try (default: all, or `sr.match`)' -r -f -a "exact\t'Equal but for line endings'
trailing\t'Also but for white space at the ends of lines'
indent\t'Also but for one mapping of leading white space'
unicode\t'Also but for compatible characters, quotes, dashes and special spaces'
blank\t'Also but for blank edges, and fences at the edges, that both sections have'
elided\t'Also with `...` in both sections for the lines in between'
history\t'Also where an older version has it, and the change made there merges with the file as it is'
context\t'Also with other white space and comments in lines that stay'
partial\t'Also one line that is a part of one line of the file'"
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l format -d 'The format of the reply (default: detected)' -r -f -a "auto\t'The format that the reply has; edits in two formats are refused'
diff\t'SEARCH/REPLACE blocks below a path line, and nothing else that the reply may have'
pathless\t'SEARCH/REPLACE blocks for the file of `--path`, whatever stands above them'
cline\t'Blocks between `------- SEARCH` and `+++++++ REPLACE`, and nothing else that the reply may have'
apply-patch\t'Patches between `*** Begin Patch` and `*** End Patch`, and nothing else that the reply may have'
anchored\t'Edits between `««« EDIT` and `»»»`, and nothing else that the reply may have'
lined\t'Edits of numbered lines below `[<path>#<id>]`, and nothing else that the reply may have'
json\t'Calls of editing tools, alone, in a list, or one a line, and nothing else that the reply may have'
xml\t'Calls of the tools of Cline and Roo, and files, in XML tags, and nothing else that the reply may have'
udiff\t'Unified diffs, as `git diff` makes them or without line numbers, and nothing else that the reply may have'
pairs\t'Pairs of fences below lines such as `Replace this:` and `with:`, and nothing else; never read without the option'
whole\t'Whole files: a path, alone on its line or in the one that opens the fence, and a fence with the text'
fenced-file\t'Whole files whose paths are in the line that opens the fence, as in ```` ```rust:src/a.rs ````'
file-marker\t'Whole files below a line `FILE: <path>`'"
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l fence -d 'Another fence around blocks, as `<open>..<close>`' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l path -d 'The file for blocks without a path line' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l directory -d 'Prepend this folder to every path of the reply' -r -f -a "(__fish_complete_directories)"
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l allow -d 'Allow writing files that match this glob, from the root on, and that the policy would refuse' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l block -d 'Refuse files that match this glob, as in `.gitignore`' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l cached -d 'Diff against the index, as for `git sr apply --cached`'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -s 3 -l 3way -d 'If a block for an older version conflicts with the file, write both texts with conflict markers and exit with 1; nothing of it is staged, so that with `--index` and `--commit` such a block is refused'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l overwrite -d 'Let a block with a blank SEARCH section replace a file that has content'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l allow-placeholder -d 'Write lines such as `// ... existing code ...` as they are'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l force -d 'Allow a file to shrink or grow by more than `sr.maxShrink` and `sr.maxGrowth`'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l no-syntax -d 'Do not check the syntax of the files, nor their imports'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l strict -d 'Refuse files that run code, such as `Makefile`, and invisible, bidirectional or control characters in added lines'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -s v -l verbose -d 'Report the place and the tier of every block'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l exit-code -d 'If the reply is refused, exit with a code of its reason, 2 to 9, in place of 1'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand diff" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l rev -d 'Examine what each commit of this range, or this one commit, adds to its first parent' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l match -d 'The last tier of the matching ladder to try (default: all, or `sr.match`)' -r -f -a "exact\t'Equal but for line endings'
trailing\t'Also but for white space at the ends of lines'
indent\t'Also but for one mapping of leading white space'
unicode\t'Also but for compatible characters, quotes, dashes and special spaces'
blank\t'Also but for blank edges, and fences at the edges, that both sections have'
elided\t'Also with `...` in both sections for the lines in between'
history\t'Also where an older version has it, and the change made there merges with the file as it is'
context\t'Also with other white space and comments in lines that stay'
partial\t'Also one line that is a part of one line of the file'"
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l format -d 'The format of the reply (default: detected)' -r -f -a "auto\t'The format that the reply has; edits in two formats are refused'
diff\t'SEARCH/REPLACE blocks below a path line, and nothing else that the reply may have'
pathless\t'SEARCH/REPLACE blocks for the file of `--path`, whatever stands above them'
cline\t'Blocks between `------- SEARCH` and `+++++++ REPLACE`, and nothing else that the reply may have'
apply-patch\t'Patches between `*** Begin Patch` and `*** End Patch`, and nothing else that the reply may have'
anchored\t'Edits between `««« EDIT` and `»»»`, and nothing else that the reply may have'
lined\t'Edits of numbered lines below `[<path>#<id>]`, and nothing else that the reply may have'
json\t'Calls of editing tools, alone, in a list, or one a line, and nothing else that the reply may have'
xml\t'Calls of the tools of Cline and Roo, and files, in XML tags, and nothing else that the reply may have'
udiff\t'Unified diffs, as `git diff` makes them or without line numbers, and nothing else that the reply may have'
pairs\t'Pairs of fences below lines such as `Replace this:` and `with:`, and nothing else; never read without the option'
whole\t'Whole files: a path, alone on its line or in the one that opens the fence, and a fence with the text'
fenced-file\t'Whole files whose paths are in the line that opens the fence, as in ```` ```rust:src/a.rs ````'
file-marker\t'Whole files below a line `FILE: <path>`'"
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l fence -d 'Another fence around blocks, as `<open>..<close>`' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l path -d 'The file for blocks without a path line' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l directory -d 'Prepend this folder to every path of the reply' -r -f -a "(__fish_complete_directories)"
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l allow -d 'Allow writing files that match this glob, from the root on, and that the policy would refuse' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l block -d 'Refuse files that match this glob, as in `.gitignore`' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l all -d 'Examine every tracked file as it is, not only what is new in it'
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l sarif -d 'Print findings as SARIF 2.1.0, for code scanning'
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l github -d 'Print findings as annotations of GitHub Actions'
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l exit-code -d 'If the reply is refused, exit with a code of its reason, 2 to 9, in place of 1'
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand undo" -l count -d 'Take the last <n> batches back, all or none' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand undo" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand undo" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand undo" -l merge -d 'If edits made since conflict, write both texts with conflict markers'
complete -c git-sr -n "__fish_git_sr_using_subcommand undo" -l force -d 'If a file cannot be taken back cleanly, write the old one; the text that it replaces is recorded'
complete -c git-sr -n "__fish_git_sr_using_subcommand undo" -s n -l dry-run -d 'Print the diff, write nothing'
complete -c git-sr -n "__fish_git_sr_using_subcommand undo" -l check -d 'Report whether it would succeed, write nothing'
complete -c git-sr -n "__fish_git_sr_using_subcommand undo" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand undo" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand undo" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand undo" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand redo" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand redo" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand redo" -s n -l dry-run -d 'Print the diff, write nothing'
complete -c git-sr -n "__fish_git_sr_using_subcommand redo" -l check -d 'Report whether it would succeed, write nothing'
complete -c git-sr -n "__fish_git_sr_using_subcommand redo" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand redo" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand redo" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand redo" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand log" -s n -d 'List at most <count> batches' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand log" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand log" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand log" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand log" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand log" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand log" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand show" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand show" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand show" -l stat -d 'Print a line for each file in place of the diff'
complete -c git-sr -n "__fish_git_sr_using_subcommand show" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand show" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand show" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand show" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand forget" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand forget" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand forget" -l all -d 'Drop all records of this work tree, and the versions that `git sr prompt` showed'
complete -c git-sr -n "__fish_git_sr_using_subcommand forget" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand forget" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand forget" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand forget" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand stats" -l since -d 'Count runs since this date only, such as `2026-11-02` or `2 weeks ago`' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand stats" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand stats" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand stats" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand stats" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand stats" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand stats" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand parse" -l format -d 'The format of the reply (default: detected)' -r -f -a "auto\t'The format that the reply has; edits in two formats are refused'
diff\t'SEARCH/REPLACE blocks below a path line, and nothing else that the reply may have'
pathless\t'SEARCH/REPLACE blocks for the file of `--path`, whatever stands above them'
cline\t'Blocks between `------- SEARCH` and `+++++++ REPLACE`, and nothing else that the reply may have'
apply-patch\t'Patches between `*** Begin Patch` and `*** End Patch`, and nothing else that the reply may have'
anchored\t'Edits between `««« EDIT` and `»»»`, and nothing else that the reply may have'
lined\t'Edits of numbered lines below `[<path>#<id>]`, and nothing else that the reply may have'
json\t'Calls of editing tools, alone, in a list, or one a line, and nothing else that the reply may have'
xml\t'Calls of the tools of Cline and Roo, and files, in XML tags, and nothing else that the reply may have'
udiff\t'Unified diffs, as `git diff` makes them or without line numbers, and nothing else that the reply may have'
pairs\t'Pairs of fences below lines such as `Replace this:` and `with:`, and nothing else; never read without the option'
whole\t'Whole files: a path, alone on its line or in the one that opens the fence, and a fence with the text'
fenced-file\t'Whole files whose paths are in the line that opens the fence, as in ```` ```rust:src/a.rs ````'
file-marker\t'Whole files below a line `FILE: <path>`'"
complete -c git-sr -n "__fish_git_sr_using_subcommand parse" -l fence -d 'Another fence around blocks, as `<open>..<close>`' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand parse" -l path -d 'The file for blocks without a path line' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand parse" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand parse" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand parse" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand parse" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand parse" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand parse" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -l format -d 'The format of the reply' -r -f -a "diff\t'SEARCH/REPLACE blocks below a path line'
diff-fenced\t'SEARCH/REPLACE blocks below a path line that is in the fence'
roo\t'SEARCH/REPLACE blocks with `:start_line:`; no file is removed or renamed'
patchloom\t'SEARCH/REPLACE blocks with the path below the opening marker; no file is removed or renamed'
cline\t'Blocks between `------- SEARCH` and `+++++++ REPLACE`; no file is removed or renamed'
apply-patch\t'A patch between `*** Begin Patch` and `*** End Patch`'
anchored\t'Edits between `««« EDIT` and `»»»`; no file is removed or renamed'
lined\t'Edits of lines by their numbers, below `[<path>#<id>]`; no file is made'
json\t'A list of objects with `path`, `old_string` and `new_string`, or with `path` and `edits`'
udiff\t'A unified diff, which `git apply` reads too'
whole\t'Whole files, each below its path; no file is removed or renamed'
fenced-file\t'Whole files in fences with their paths, as in ```` ```rust:src/a.rs ````; no file is removed or renamed'
file-marker\t'Whole files below lines `FILE: <path>`; no file is removed or renamed'"
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -s U -l unified -d 'Quote at least so many lines around each change (default: as few as are at one place; 3 for `udiff`)' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -l allow -d 'Take from a diff or a reply also changes of files that match this glob, from the root on, and that the policy would refuse' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -l staged -l cached -d 'Write the staged changes'
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -s W -l function-context -d 'Quote whole functions'
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -l exit-code -d 'Exit with 1 if something was left out'
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -l format -d 'The format of the answer' -r -f -a "diff\t'SEARCH/REPLACE blocks below a path line'
diff-fenced\t'SEARCH/REPLACE blocks below a path line that is in the fence'
roo\t'SEARCH/REPLACE blocks with `:start_line:`; no file is removed or renamed'
patchloom\t'SEARCH/REPLACE blocks with the path below the opening marker; no file is removed or renamed'
cline\t'Blocks between `------- SEARCH` and `+++++++ REPLACE`; no file is removed or renamed'
apply-patch\t'A patch between `*** Begin Patch` and `*** End Patch`'
anchored\t'Edits between `««« EDIT` and `»»»`; no file is removed or renamed'
lined\t'Edits of lines by their numbers, below `[<path>#<id>]`; no file is made'
json\t'A list of objects with `path`, `old_string` and `new_string`, or with `path` and `edits`'
udiff\t'A unified diff, which `git apply` reads too'
whole\t'Whole files, each below its path; no file is removed or renamed'
fenced-file\t'Whole files in fences with their paths, as in ```` ```rust:src/a.rs ````; no file is removed or renamed'
file-marker\t'Whole files below lines `FILE: <path>`; no file is removed or renamed'"
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -l example -d 'Take the example from this commit of the repository (default: HEAD)' -r -f
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -l template -d 'Take the text from this file, in which the names in `{{example}}`, `{{rules}}`, `{{refused}}` and `{{files}}` are replaced by these parts (default: `sr.promptTemplate`)' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -l files -d 'Show these files, by their paths from the current folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -l commands -d 'Ask for the shell commands that the changes need, too; they are shown when the answer is applied, and never run'
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -l plain -d 'Show the files in fences, without version and line numbers'
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -l clipboard -d 'Put them on the clipboard instead of printing them'
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand policy" -l allow -d 'Judge as `git sr apply` would with this option' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand policy" -l block -d 'Judge as `git sr apply` would with this option' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand policy" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand policy" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand policy" -l strict -d 'Judge as `git sr apply` would with this option'
complete -c git-sr -n "__fish_git_sr_using_subcommand policy" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand policy" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand policy" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand policy" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand config" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand config" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand config" -l only-set -d 'List only keys that are set'
complete -c git-sr -n "__fish_git_sr_using_subcommand config" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand config" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand config" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand config" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand recover" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand recover" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand recover" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand recover" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand recover" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand recover" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand hook" -l color -d 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)' -r -f -a "always\t''
never\t''
auto\t''"
complete -c git-sr -n "__fish_git_sr_using_subcommand hook" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand hook" -l json -d 'Print one JSON object on standard output, prose on standard error'
complete -c git-sr -n "__fish_git_sr_using_subcommand hook" -s q -l quiet -d 'Print errors and hints only'
complete -c git-sr -n "__fish_git_sr_using_subcommand hook" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand hook" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand install-man" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand install-man" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand install-man" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand completions" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand completions" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand completions" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand demo" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand demo" -l keep -d 'Keep the scratch repository and say where it is'
complete -c git-sr -n "__fish_git_sr_using_subcommand demo" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand demo" -l help -d 'Show the help'
complete -c git-sr -n "__fish_git_sr_using_subcommand help" -s C -d 'Run as if started in this folder' -r -F
complete -c git-sr -n "__fish_git_sr_using_subcommand help" -s h -d 'List the options; `git sr help` shows more'
complete -c git-sr -n "__fish_git_sr_using_subcommand help" -l help -d 'Show the help'

function __fish_git_sr_batches
    command git sr log 2>/dev/null | string replace -r '^\s*(\d+)\s+' '$1\t'
end

function __fish_git_sr_revisions
    echo HEAD
    command git for-each-ref --format='%(refname:strip=2)' refs/heads refs/tags refs/remotes 2>/dev/null
end

function __fish_git_sr_keys
    string split ' ' -- 'sr.match sr.allow sr.block sr.flag sr.index sr.partial sr.exec sr.confirm sr.retry sr.retries sr.trailer sr.emptied sr.syntax sr.maxShrink sr.maxGrowth sr.fence sr.maxReplyBytes sr.maxBlocks sr.maxFileBytes sr.historyDepth sr.keepBatches sr.keepDays sr.keepPrompts sr.promptTemplate sr.lockTimeout sr.stats sr.stats.alertBelow color.sr core.fsync core.fsyncMethod core.whitespace pager.sr core.pager color.pager'
end

function __fish_git_sr_before_dashes
    not contains -- -- (commandline -opc)
end

# Not every version of fish offers for `git sr` what there is for `git-sr`.
function __fish_git_sr_of_git
    set -l typed (commandline -opc)[2..]
    set -l place
    while set -q typed[1]
        switch $typed[1]
            case sr
                string escape -- $place $typed[2..]
                return 0
            case -C
                set -a place $typed[1..2]
                set typed $typed[3..]
            case -c
                set typed $typed[3..]
            case '-*'
                set typed $typed[2..]
            case '*'
                return 1
        end
    end
    return 1
end
function __fish_git_sr_words_of_git
    set -l typed (__fish_git_sr_of_git)
    complete -C "git-sr $typed "(commandline -ct)
end
complete -c git -f -k -n "__fish_git_sr_of_git >/dev/null" -a "(__fish_git_sr_words_of_git)"

complete -c git-sr -n "__fish_git_sr_using_subcommand check" -l rev -r -f -k -a "(__fish_git_sr_revisions)"
complete -c git-sr -n "__fish_git_sr_using_subcommand undo; and __fish_git_sr_before_dashes" -f -k -a "(__fish_git_sr_batches)"
complete -c git-sr -n "__fish_git_sr_using_subcommand redo" -f
complete -c git-sr -n "__fish_git_sr_using_subcommand log" -f
complete -c git-sr -n "__fish_git_sr_using_subcommand show" -f -k -a "(__fish_git_sr_batches)"
complete -c git-sr -n "__fish_git_sr_using_subcommand forget" -f -k -a "(__fish_git_sr_batches)"
complete -c git-sr -n "__fish_git_sr_using_subcommand stats" -f
complete -c git-sr -n "__fish_git_sr_using_subcommand encode" -k -a "(__fish_git_sr_revisions)"
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -l example -r -f -k -a "(__fish_git_sr_revisions)"
complete -c git-sr -n "__fish_git_sr_using_subcommand prompt" -f
complete -c git-sr -n "__fish_git_sr_using_subcommand config" -f -a "(__fish_git_sr_keys)"
complete -c git-sr -n "__fish_git_sr_using_subcommand recover" -f
complete -c git-sr -n "__fish_git_sr_using_subcommand hook" -f -a "install uninstall"
complete -c git-sr -n "__fish_git_sr_using_subcommand install-man" -f -a "(__fish_complete_directories)"
complete -c git-sr -n "__fish_git_sr_using_subcommand completions" -f -a "bash zsh fish powershell elvish"
complete -c git-sr -n "__fish_git_sr_using_subcommand demo" -f
complete -c git-sr -n "__fish_git_sr_using_subcommand help" -f -a "apply diff check undo redo log show forget stats parse encode prompt policy config recover hook mcp install-man completions demo help"
