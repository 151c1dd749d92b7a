
use builtin;
use str;

set edit:completion:arg-completer[git-sr] = {|@words|
    fn spaces {|n|
        builtin:repeat $n ' ' | str:join ''
    }
    fn cand {|text desc|
        edit:complex-candidate $text &display=$text' '(spaces (- 14 (wcswidth $text)))$desc
    }
    var command = 'git-sr'
    for word $words[1..-1] {
        if (str:has-prefix $word '-') {
            break
        }
        set command = $command';'$word
    }
    var completions = [
        &'git-sr'= {
            cand -C 'Run as if started in this folder'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
            cand -V 'Print the version'
            cand --version 'Print the version'
            cand apply 'Apply the blocks of one or more replies to the work tree'
            cand check 'Examine staged changes, or check that replies would apply'
            cand undo 'Take back the last batch, or another one'
            cand redo 'Take back the last undo'
            cand log 'List the batches of this work tree'
            cand show 'Show what a batch did'
            cand forget 'Drop the records of batches'
            cand parse 'Show the blocks of one or more replies, and their errors'
            cand policy 'Check that a reply may write these paths, and show the rule that decides'
            cand recover 'Recover the work tree after an interrupted run'
            cand hook 'Install or remove a pre-commit hook that runs `git sr check`'
            cand demo 'Show apply and undo in a scratch repository'
            cand help 'Show the help of a command, with examples, configuration and exit codes'
        }
        &'git-sr;apply'= {
            cand -m 'The message of the commit; several make paragraphs (default: made from the reply and the paths)'
            cand --message 'The message of the commit; several make paragraphs (default: made from the reply and the paths)'
            cand -F 'Take the message of the commit from this file; `-` is standard input'
            cand --file 'Take the message of the commit from this file; `-` is standard input'
            cand --trailer 'Add this trailer to the message of the commit (default: `sr.trailer`)'
            cand --author 'The author of the commit, as `Name <email>`'
            cand -S 'Sign the commit, with this key if one is named'
            cand --gpg-sign 'Sign the commit, with this key if one is named'
            cand --exec 'Run this shell command after the batch is written and before it is committed; take the batch back if it fails (default: `sr.exec`; empty for none)'
            cand --backup 'Keep the old version of each file next to it, as <file><suffix> (default: `.bak`)'
            cand --partial 'If some blocks fail, apply the files whose blocks are all good, or all good blocks, and exit with 1'
            cand --include 'Apply only blocks for files that match this glob; skip the others'
            cand --exclude 'Skip blocks for files that match this glob, even if `--include` names them'
            cand --match 'The last tier of the matching ladder to try (default: all, or `sr.match`)'
            cand --format 'The format of the reply (default: detected)'
            cand --fence 'Another fence around blocks, as `<open>..<close>`'
            cand --path 'The file for blocks without a path line'
            cand --directory 'Prepend this folder to every path of the reply'
            cand --allow 'Allow writing files that match this glob and that the policy would refuse'
            cand --block 'Refuse files that match this glob'
            cand --color 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand -n 'Print the diff, write nothing'
            cand --dry-run 'Print the diff, write nothing'
            cand --index 'Apply to the work tree and to the index (default: `sr.index`)'
            cand --cached 'Apply to the index only, without touching the work tree'
            cand --commit 'Commit the batch on HEAD: its changes only, whatever else is dirty or staged. The options below ''Commit'' imply this one'
            cand -e 'Edit the message of the commit'
            cand --edit 'Edit the message of the commit'
            cand --signoff 'Add a Signed-off-by trailer by the committer'
            cand --no-verify 'Do not run the hooks pre-commit and commit-msg'
            cand --feedback 'On failure, print the message to paste back to the model on standard output'
            cand --continue 'Finish the batch that was refused last: its good blocks were kept, the reply has the corrected ones. Give `--cached`, `--index`, `--commit` and the other options again'
            cand --abort 'Drop the kept blocks of the batch that was refused last'
            cand --stash 'Put the state before the batch on git''s stash, for `git stash pop`; files that hold secrets are left out'
            cand --check 'Report whether the batch would apply, write nothing'
            cand --stat 'Print a diffstat instead of writing, as `git apply --stat`'
            cand --numstat 'Print lines added, lines removed and the path of each file instead of writing, as `git apply --numstat`'
            cand -3 'If a block for an older version conflicts with the file, write both texts with conflict markers and exit with 1, as `git apply -3` does'
            cand --3way 'If a block for an older version conflicts with the file, write both texts with conflict markers and exit with 1, as `git apply -3` does'
            cand --overwrite 'Let a block with a blank SEARCH section replace a file that has content'
            cand --allow-placeholder 'Write lines such as `// ... existing code ...` as they are'
            cand --force 'Allow a file to shrink or grow by more than `sr.maxShrink` and `sr.maxGrowth`'
            cand --no-syntax 'Do not check the syntax of the files, nor their imports'
            cand --strict 'Refuse files that run code, such as `Makefile`, and invisible, bidirectional or control characters in added lines'
            cand -v 'Report the place and the tier of every block'
            cand --verbose 'Report the place and the tier of every block'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;check'= {
            cand --rev 'Examine what each commit of this range, or this one commit, adds to its first parent'
            cand --match 'The last tier of the matching ladder to try (default: all, or `sr.match`)'
            cand --format 'The format of the reply (default: detected)'
            cand --fence 'Another fence around blocks, as `<open>..<close>`'
            cand --path 'The file for blocks without a path line'
            cand --directory 'Prepend this folder to every path of the reply'
            cand --allow 'Allow writing files that match this glob and that the policy would refuse'
            cand --block 'Refuse files that match this glob'
            cand --color 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --all 'Examine every tracked file as it is, not only what is new in it'
            cand --sarif 'Print findings as SARIF 2.1.0, for code scanning'
            cand --github 'Print findings as annotations of GitHub Actions'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;undo'= {
            cand --count 'Take the last <n> batches back, all or none'
            cand --color 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --merge 'If edits made since conflict, write both texts with conflict markers'
            cand --force 'If a file cannot be taken back cleanly, write the old one; the text that it replaces is recorded'
            cand -n 'Print the diff, write nothing'
            cand --dry-run 'Print the diff, write nothing'
            cand --check 'Report whether it would succeed, write nothing'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;redo'= {
            cand --color 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand -n 'Print the diff, write nothing'
            cand --dry-run 'Print the diff, write nothing'
            cand --check 'Report whether it would succeed, write nothing'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;log'= {
            cand -n 'List at most <count> batches'
            cand --color 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;show'= {
            cand --color 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --stat 'Print a line for each file in place of the diff'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;forget'= {
            cand --color 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --all 'Drop all records of this work tree'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;parse'= {
            cand --format 'The format of the reply (default: detected)'
            cand --fence 'Another fence around blocks, as `<open>..<close>`'
            cand --path 'The file for blocks without a path line'
            cand --color 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;policy'= {
            cand --allow 'Judge as `git sr apply` would with this option'
            cand --block 'Judge as `git sr apply` would with this option'
            cand --color 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --strict 'Judge as `git sr apply` would with this option'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;recover'= {
            cand --color 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;hook'= {
            cand --color 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;demo'= {
            cand -C 'Run as if started in this folder'
            cand --keep 'Keep the scratch repository and say where it is'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;help'= {
            cand -C 'Run as if started in this folder'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
    ]
    $completions[$command]
}
