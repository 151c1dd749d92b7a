
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
            cand check 'Examine what is staged, or say whether replies would apply'
            cand undo 'Take back the last batch, or another one'
            cand redo 'Take back the last undo'
            cand log 'List the batches of this work tree'
            cand show 'Show what a batch did'
            cand forget 'Drop the records of batches'
            cand parse 'Show the blocks of one or more replies, and what cannot be understood'
            cand policy 'Say whether a reply may write these paths, and by which rule'
            cand recover 'Put the work tree in order after a run that broke off'
            cand hook 'Install or remove a pre-commit hook that runs `git sr check`'
            cand demo 'Show apply and undo in a scratch repository'
            cand help 'Show the help of a command, with examples, configuration and exit codes'
        }
        &'git-sr;apply'= {
            cand -m 'The message of the commit, several make paragraphs (default: one is made from the reply and the paths)'
            cand --message 'The message of the commit, several make paragraphs (default: one is made from the reply and the paths)'
            cand -F 'Take the message of the commit from this file; `-` is standard input'
            cand --file 'Take the message of the commit from this file; `-` is standard input'
            cand --trailer 'Add this trailer to the message of the commit (default: `sr.trailer`)'
            cand --author 'The author of the commit, as `Name <email>`'
            cand -S 'Sign the commit, with this key if one is named'
            cand --gpg-sign 'Sign the commit, with this key if one is named'
            cand --exec 'Run this line of shell once the batch is written, before it is committed, and take the batch back if it fails (default: `sr.exec`; an empty one is none)'
            cand --backup 'Also leave the old version of each file next to it, as <file><suffix> (default: `.bak`)'
            cand --partial 'Where a part of the batch is bad, apply every file whose blocks are all good, or every good block, and exit with 1'
            cand --include 'Only apply blocks for files that match this glob; the others are skipped'
            cand --exclude 'Skip blocks for files that match this glob, even if `--include` names them'
            cand --match 'The last tier of the matching ladder that may decide (default: all, or `sr.match`)'
            cand --format 'How the reply is written (default: it is detected)'
            cand --fence 'One more fence around blocks: what opens and what closes it, as `<open>..<close>`'
            cand --path 'The file that blocks without a path line are for'
            cand --directory 'Put this folder in front of every path of the reply'
            cand --allow 'Allow writing files that match this glob and that would be refused'
            cand --block 'Refuse files that match this glob'
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand -n 'Print the diff, write nothing'
            cand --dry-run 'Print the diff, write nothing'
            cand --index 'Also stage the change: it is made to the work tree and to the index (default: `sr.index`)'
            cand --cached 'Only stage the change: it is made to what the index has of the files, and not to the work tree'
            cand --commit 'Make the batch a commit on HEAD: only its changes, whatever else is dirty or staged. The options below ''Commit'' do so too'
            cand -e 'Edit the message of the commit'
            cand --edit 'Edit the message of the commit'
            cand --signoff 'Add a Signed-off-by trailer by the committer'
            cand --no-verify 'Do not run the hooks pre-commit and commit-msg'
            cand --feedback 'On failure, print the message to paste back to the model on standard output'
            cand --continue 'Finish the batch that was refused last: its good blocks are kept with where they lead, the reply holds the corrected ones. `--cached`, `--index`, `--commit` and the other options must be given again'
            cand --abort 'Forget what is kept of the batch that was refused last'
            cand --stash 'Also put the state before the batch on git''s stash, for `git stash pop`; files that hold secrets are left out of it'
            cand --check 'Say whether the batch would apply, write nothing'
            cand --stat 'Print a line a file with a bar, and a sum, instead of writing; as `git apply --stat`'
            cand --numstat 'Print lines added, lines removed and the path of each file instead of writing; as `git apply --numstat`'
            cand -3 'Where a block for an older version conflicts with the file as it is, write both texts with conflict markers and exit with 1, as `git apply -3` does'
            cand --3way 'Where a block for an older version conflicts with the file as it is, write both texts with conflict markers and exit with 1, as `git apply -3` does'
            cand --overwrite 'Take a block with a blank SEARCH section as the whole file where the file has content'
            cand --allow-placeholder 'Take lines such as `// ... existing code ...` as text to write'
            cand --force 'Let a file shrink and grow by more than `sr.maxShrink` and `sr.maxGrowth`'
            cand --no-syntax 'Do not look at the syntax of the files, nor at what they import'
            cand --strict 'Refuse files that run code, such as `Makefile`, and invisible, bidirectional or control characters in added lines'
            cand -v 'Say of every block where it was applied, and how'
            cand --verbose 'Say of every block where it was applied, and how'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;check'= {
            cand --rev 'Examine what each commit of this range adds to its first parent; a commit alone is that one'
            cand --match 'The last tier of the matching ladder that may decide (default: all, or `sr.match`)'
            cand --format 'How the reply is written (default: it is detected)'
            cand --fence 'One more fence around blocks: what opens and what closes it, as `<open>..<close>`'
            cand --path 'The file that blocks without a path line are for'
            cand --directory 'Put this folder in front of every path of the reply'
            cand --allow 'Allow writing files that match this glob and that would be refused'
            cand --block 'Refuse files that match this glob'
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
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
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --merge 'Where edits made since conflict, write both texts with conflict markers'
            cand --force 'Where a file cannot be taken back cleanly, write the old one; the text that it replaces is recorded'
            cand -n 'Print the diff, write nothing'
            cand --dry-run 'Print the diff, write nothing'
            cand --check 'Say whether it would go, write nothing'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;redo'= {
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand -n 'Print the diff, write nothing'
            cand --dry-run 'Print the diff, write nothing'
            cand --check 'Say whether it would go, write nothing'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;log'= {
            cand -n 'List at most <count> batches'
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;show'= {
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --stat 'Print a line for each file in place of the diff'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;forget'= {
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --all 'Drop all records of this work tree'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;parse'= {
            cand --format 'How the reply is written (default: it is detected)'
            cand --fence 'One more fence around blocks: what opens and what closes it, as `<open>..<close>`'
            cand --path 'The file that blocks without a path line are for'
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
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
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --strict 'Judge as `git sr apply` would with this option'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;recover'= {
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -h 'Print this list; `git sr help` shows more'
            cand --help 'Show the help'
        }
        &'git-sr;hook'= {
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
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
