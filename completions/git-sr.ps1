
using namespace System.Management.Automation
using namespace System.Management.Automation.Language

Register-ArgumentCompleter -Native -CommandName 'git-sr' -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $commandElements = $commandAst.CommandElements
    $command = @(
        'git-sr'
        for ($i = 1; $i -lt $commandElements.Count; $i++) {
            $element = $commandElements[$i]
            if ($element -isnot [StringConstantExpressionAst] -or
                $element.StringConstantType -ne [StringConstantType]::BareWord -or
                $element.Value.StartsWith('-') -or
                $element.Value -eq $wordToComplete) {
                break
        }
        $element.Value
    }) -join ';'

    $completions = @(switch ($command) {
        'git-sr' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print the version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print the version')
            [CompletionResult]::new('apply', 'apply', [CompletionResultType]::ParameterValue, 'Apply the blocks of one or more replies to the work tree')
            [CompletionResult]::new('diff', 'diff', [CompletionResultType]::ParameterValue, 'Print the diff that one or more replies would make')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Examine staged changes, or check that replies would apply')
            [CompletionResult]::new('undo', 'undo', [CompletionResultType]::ParameterValue, 'Take back the last batch, or another one')
            [CompletionResult]::new('redo', 'redo', [CompletionResultType]::ParameterValue, 'Take back the last undo')
            [CompletionResult]::new('log', 'log', [CompletionResultType]::ParameterValue, 'List the batches of this work tree')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show what a batch did')
            [CompletionResult]::new('forget', 'forget', [CompletionResultType]::ParameterValue, 'Drop the records of batches')
            [CompletionResult]::new('stats', 'stats', [CompletionResultType]::ParameterValue, 'Show how many blocks apply, by which tier, and why others fail')
            [CompletionResult]::new('parse', 'parse', [CompletionResultType]::ParameterValue, 'Show the blocks of one or more replies, and their errors')
            [CompletionResult]::new('encode', 'encode', [CompletionResultType]::ParameterValue, 'Write changes as a reply that makes them')
            [CompletionResult]::new('prompt', 'prompt', [CompletionResultType]::ParameterValue, 'Print instructions for a model, so that its answer can be applied')
            [CompletionResult]::new('policy', 'policy', [CompletionResultType]::ParameterValue, 'Check that a reply may write these paths, and show the rule that decides')
            [CompletionResult]::new('config', 'config', [CompletionResultType]::ParameterValue, 'Show the configuration: each key with its value, where that is set, and its meaning')
            [CompletionResult]::new('recover', 'recover', [CompletionResultType]::ParameterValue, 'Recover the work tree after an interrupted run')
            [CompletionResult]::new('hook', 'hook', [CompletionResultType]::ParameterValue, 'Install or remove a pre-commit hook that runs `git sr check`')
            [CompletionResult]::new('install-man', 'install-man', [CompletionResultType]::ParameterValue, 'Install the man pages, so that `git sr --help` shows them')
            [CompletionResult]::new('completions', 'completions', [CompletionResultType]::ParameterValue, 'Print the completions for a shell')
            [CompletionResult]::new('demo', 'demo', [CompletionResultType]::ParameterValue, 'Show apply and undo in a scratch repository')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Show the help of a command, with examples, configuration and exit codes')
            break
        }
        'git-sr;apply' {
            [CompletionResult]::new('-m', '-m', [CompletionResultType]::ParameterName, 'The message of the commit; several make paragraphs (default: made from the reply and the paths)')
            [CompletionResult]::new('--message', '--message', [CompletionResultType]::ParameterName, 'The message of the commit; several make paragraphs (default: made from the reply and the paths)')
            [CompletionResult]::new('-F', '-F ', [CompletionResultType]::ParameterName, 'Take the message of the commit from this file; `-` is standard input')
            [CompletionResult]::new('--file', '--file', [CompletionResultType]::ParameterName, 'Take the message of the commit from this file; `-` is standard input')
            [CompletionResult]::new('--trailer', '--trailer', [CompletionResultType]::ParameterName, 'Add this trailer to the message of the commit (default: `sr.trailer`)')
            [CompletionResult]::new('--author', '--author', [CompletionResultType]::ParameterName, 'The author of the commit, as `Name <email>`')
            [CompletionResult]::new('-S', '-S ', [CompletionResultType]::ParameterName, 'Sign the commit, with this key if one is named')
            [CompletionResult]::new('--gpg-sign', '--gpg-sign', [CompletionResultType]::ParameterName, 'Sign the commit, with this key if one is named')
            [CompletionResult]::new('--exec', '--exec', [CompletionResultType]::ParameterName, 'Run this shell command after the batch is written and before it is committed; take the batch back if it fails (default: `sr.exec`; empty for none)')
            [CompletionResult]::new('--retry', '--retry', [CompletionResultType]::ParameterName, 'If the batch is refused, run this shell command with the message for the model on its standard input, and finish the batch with the corrected blocks that it prints; nothing is locked meanwhile (default: `sr.retry`; empty for none)')
            [CompletionResult]::new('--retries', '--retries', [CompletionResultType]::ParameterName, 'Ask for a correction at most so often (default: `sr.retries`, or 3)')
            [CompletionResult]::new('--retry-timeout', '--retry-timeout', [CompletionResultType]::ParameterName, 'Stop a command of `--retry` that takes longer than so many seconds')
            [CompletionResult]::new('--backup', '--backup', [CompletionResultType]::ParameterName, 'Keep the old version of each file next to it, as <file><suffix> (default: `.bak`)')
            [CompletionResult]::new('--partial', '--partial', [CompletionResultType]::ParameterName, 'If some blocks fail, apply the files whose blocks are all good, or all good blocks, and exit with 1')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Apply only blocks for files that match this glob, as in `.gitignore`; skip the others')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Skip blocks for files that match this glob, as in `.gitignore`, even if `--include` names them')
            [CompletionResult]::new('--match', '--match', [CompletionResultType]::ParameterName, 'The last tier of the matching ladder to try (default: all, or `sr.match`)')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the reply (default: detected)')
            [CompletionResult]::new('--fence', '--fence', [CompletionResultType]::ParameterName, 'Another fence around blocks, as `<open>..<close>`')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'The file for blocks without a path line')
            [CompletionResult]::new('--directory', '--directory', [CompletionResultType]::ParameterName, 'Prepend this folder to every path of the reply')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Allow writing files that match this glob, from the root on, and that the policy would refuse')
            [CompletionResult]::new('--block', '--block', [CompletionResultType]::ParameterName, 'Refuse files that match this glob, as in `.gitignore`')
            [CompletionResult]::new('--source', '--source', [CompletionResultType]::ParameterName, 'Name what wrote the reply, such as a model, for the figures of `git sr stats`')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Print the diff, write nothing')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Print the diff, write nothing')
            [CompletionResult]::new('-p', '-p', [CompletionResultType]::ParameterName, 'Ask about each block: shows it in context, with its place and its tier, and applies what is chosen, as `git add -p`. Needs a terminal')
            [CompletionResult]::new('--patch', '--patch', [CompletionResultType]::ParameterName, 'Ask about each block: shows it in context, with its place and its tier, and applies what is chosen, as `git add -p`. Needs a terminal')
            [CompletionResult]::new('--confirm', '--confirm', [CompletionResultType]::ParameterName, 'Show the diff, and ask once before it is written (default: `sr.confirm`). Needs a terminal')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'Apply to the work tree and to the index (default: `sr.index`)')
            [CompletionResult]::new('--cached', '--cached', [CompletionResultType]::ParameterName, 'Apply to the index only, without touching the work tree')
            [CompletionResult]::new('--commit', '--commit', [CompletionResultType]::ParameterName, 'Commit the batch on HEAD: its changes only, whatever else is dirty or staged. The options below ''Commit'' imply this one')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Edit the message of the commit')
            [CompletionResult]::new('--edit', '--edit', [CompletionResultType]::ParameterName, 'Edit the message of the commit')
            [CompletionResult]::new('--signoff', '--signoff', [CompletionResultType]::ParameterName, 'Add a Signed-off-by trailer by the committer')
            [CompletionResult]::new('--no-verify', '--no-verify', [CompletionResultType]::ParameterName, 'Do not run the hooks pre-commit and commit-msg')
            [CompletionResult]::new('--feedback', '--feedback', [CompletionResultType]::ParameterName, 'On failure, print the message to paste back to the model on standard output')
            [CompletionResult]::new('--clipboard', '--clipboard', [CompletionResultType]::ParameterName, 'Read the reply from the clipboard, unless one is named; with `--feedback`, put the message for the model there instead of printing it')
            [CompletionResult]::new('--continue', '--continue', [CompletionResultType]::ParameterName, 'Finish the batch that was refused last: its good blocks were kept, the reply has the corrected ones. Give `--cached`, `--index`, `--commit` and the other options again')
            [CompletionResult]::new('--abort', '--abort', [CompletionResultType]::ParameterName, 'Drop the kept blocks of the batch that was refused last')
            [CompletionResult]::new('--stash', '--stash', [CompletionResultType]::ParameterName, 'Put the state before the batch on git''s stash, for `git stash pop`; files that hold secrets are left out')
            [CompletionResult]::new('-3', '-3', [CompletionResultType]::ParameterName, 'If a block for an older version conflicts with the file, write both texts with conflict markers and exit with 1; nothing of it is staged, so that with `--index` and `--commit` such a block is refused')
            [CompletionResult]::new('--3way', '--3way', [CompletionResultType]::ParameterName, 'If a block for an older version conflicts with the file, write both texts with conflict markers and exit with 1; nothing of it is staged, so that with `--index` and `--commit` such a block is refused')
            [CompletionResult]::new('--overwrite', '--overwrite', [CompletionResultType]::ParameterName, 'Let a block with a blank SEARCH section replace a file that has content')
            [CompletionResult]::new('--allow-placeholder', '--allow-placeholder', [CompletionResultType]::ParameterName, 'Write lines such as `// ... existing code ...` as they are')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Allow a file to shrink or grow by more than `sr.maxShrink` and `sr.maxGrowth`')
            [CompletionResult]::new('--no-syntax', '--no-syntax', [CompletionResultType]::ParameterName, 'Do not check the syntax of the files, nor their imports')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Refuse files that run code, such as `Makefile`, and invisible, bidirectional or control characters in added lines')
            [CompletionResult]::new('--stream', '--stream', [CompletionResultType]::ParameterName, 'Report each block on standard error as soon as it is complete, while standard input is being written; apply all of them at its end. With `--json`, standard output has an object a line')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Report whether the batch would apply, write nothing')
            [CompletionResult]::new('--stat', '--stat', [CompletionResultType]::ParameterName, 'Print a diffstat instead of writing, as `git apply --stat`')
            [CompletionResult]::new('--numstat', '--numstat', [CompletionResultType]::ParameterName, 'Print lines added, lines removed and the path of each file instead of writing, as `git apply --numstat`')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Report the place and the tier of every block')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Report the place and the tier of every block')
            [CompletionResult]::new('--exit-code', '--exit-code', [CompletionResultType]::ParameterName, 'If the reply is refused, exit with a code of its reason, 2 to 9, in place of 1')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;diff' {
            [CompletionResult]::new('--partial', '--partial', [CompletionResultType]::ParameterName, 'If some blocks fail, apply the files whose blocks are all good, or all good blocks, and exit with 1')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Apply only blocks for files that match this glob, as in `.gitignore`; skip the others')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Skip blocks for files that match this glob, as in `.gitignore`, even if `--include` names them')
            [CompletionResult]::new('--match', '--match', [CompletionResultType]::ParameterName, 'The last tier of the matching ladder to try (default: all, or `sr.match`)')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the reply (default: detected)')
            [CompletionResult]::new('--fence', '--fence', [CompletionResultType]::ParameterName, 'Another fence around blocks, as `<open>..<close>`')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'The file for blocks without a path line')
            [CompletionResult]::new('--directory', '--directory', [CompletionResultType]::ParameterName, 'Prepend this folder to every path of the reply')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Allow writing files that match this glob, from the root on, and that the policy would refuse')
            [CompletionResult]::new('--block', '--block', [CompletionResultType]::ParameterName, 'Refuse files that match this glob, as in `.gitignore`')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--cached', '--cached', [CompletionResultType]::ParameterName, 'Diff against the index, as for `git sr apply --cached`')
            [CompletionResult]::new('-3', '-3', [CompletionResultType]::ParameterName, 'If a block for an older version conflicts with the file, write both texts with conflict markers and exit with 1; nothing of it is staged, so that with `--index` and `--commit` such a block is refused')
            [CompletionResult]::new('--3way', '--3way', [CompletionResultType]::ParameterName, 'If a block for an older version conflicts with the file, write both texts with conflict markers and exit with 1; nothing of it is staged, so that with `--index` and `--commit` such a block is refused')
            [CompletionResult]::new('--overwrite', '--overwrite', [CompletionResultType]::ParameterName, 'Let a block with a blank SEARCH section replace a file that has content')
            [CompletionResult]::new('--allow-placeholder', '--allow-placeholder', [CompletionResultType]::ParameterName, 'Write lines such as `// ... existing code ...` as they are')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Allow a file to shrink or grow by more than `sr.maxShrink` and `sr.maxGrowth`')
            [CompletionResult]::new('--no-syntax', '--no-syntax', [CompletionResultType]::ParameterName, 'Do not check the syntax of the files, nor their imports')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Refuse files that run code, such as `Makefile`, and invisible, bidirectional or control characters in added lines')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Report the place and the tier of every block')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Report the place and the tier of every block')
            [CompletionResult]::new('--exit-code', '--exit-code', [CompletionResultType]::ParameterName, 'If the reply is refused, exit with a code of its reason, 2 to 9, in place of 1')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;check' {
            [CompletionResult]::new('--rev', '--rev', [CompletionResultType]::ParameterName, 'Examine what each commit of this range, or this one commit, adds to its first parent')
            [CompletionResult]::new('--match', '--match', [CompletionResultType]::ParameterName, 'The last tier of the matching ladder to try (default: all, or `sr.match`)')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the reply (default: detected)')
            [CompletionResult]::new('--fence', '--fence', [CompletionResultType]::ParameterName, 'Another fence around blocks, as `<open>..<close>`')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'The file for blocks without a path line')
            [CompletionResult]::new('--directory', '--directory', [CompletionResultType]::ParameterName, 'Prepend this folder to every path of the reply')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Allow writing files that match this glob, from the root on, and that the policy would refuse')
            [CompletionResult]::new('--block', '--block', [CompletionResultType]::ParameterName, 'Refuse files that match this glob, as in `.gitignore`')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Examine every tracked file as it is, not only what is new in it')
            [CompletionResult]::new('--sarif', '--sarif', [CompletionResultType]::ParameterName, 'Print findings as SARIF 2.1.0, for code scanning')
            [CompletionResult]::new('--github', '--github', [CompletionResultType]::ParameterName, 'Print findings as annotations of GitHub Actions')
            [CompletionResult]::new('--exit-code', '--exit-code', [CompletionResultType]::ParameterName, 'If the reply is refused, exit with a code of its reason, 2 to 9, in place of 1')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;undo' {
            [CompletionResult]::new('--count', '--count', [CompletionResultType]::ParameterName, 'Take the last <n> batches back, all or none')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--merge', '--merge', [CompletionResultType]::ParameterName, 'If edits made since conflict, write both texts with conflict markers')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'If a file cannot be taken back cleanly, write the old one; the text that it replaces is recorded')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Print the diff, write nothing')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Print the diff, write nothing')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Report whether it would succeed, write nothing')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;redo' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Print the diff, write nothing')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Print the diff, write nothing')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Report whether it would succeed, write nothing')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;log' {
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'List at most <count> batches')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;show' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--stat', '--stat', [CompletionResultType]::ParameterName, 'Print a line for each file in place of the diff')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;forget' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Drop all records of this work tree, and the versions that `git sr prompt` showed')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;stats' {
            [CompletionResult]::new('--since', '--since', [CompletionResultType]::ParameterName, 'Count runs since this date only, such as `2026-11-02` or `2 weeks ago`')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;parse' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the reply (default: detected)')
            [CompletionResult]::new('--fence', '--fence', [CompletionResultType]::ParameterName, 'Another fence around blocks, as `<open>..<close>`')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'The file for blocks without a path line')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;encode' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the reply')
            [CompletionResult]::new('-U', '-U ', [CompletionResultType]::ParameterName, 'Quote at least so many lines around each change (default: as few as are at one place; 3 for `udiff`)')
            [CompletionResult]::new('--unified', '--unified', [CompletionResultType]::ParameterName, 'Quote at least so many lines around each change (default: as few as are at one place; 3 for `udiff`)')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Take from a diff or a reply also changes of files that match this glob, from the root on, and that the policy would refuse')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--staged', '--staged', [CompletionResultType]::ParameterName, 'Write the staged changes')
            [CompletionResult]::new('--cached', '--cached', [CompletionResultType]::ParameterName, 'Write the staged changes')
            [CompletionResult]::new('-W', '-W ', [CompletionResultType]::ParameterName, 'Quote whole functions')
            [CompletionResult]::new('--function-context', '--function-context', [CompletionResultType]::ParameterName, 'Quote whole functions')
            [CompletionResult]::new('--exit-code', '--exit-code', [CompletionResultType]::ParameterName, 'Exit with 1 if something was left out')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;prompt' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'The format of the answer')
            [CompletionResult]::new('--example', '--example', [CompletionResultType]::ParameterName, 'Take the example from this commit of the repository (default: HEAD)')
            [CompletionResult]::new('--template', '--template', [CompletionResultType]::ParameterName, 'Take the text from this file, in which the names in `{{example}}`, `{{rules}}`, `{{refused}}` and `{{files}}` are replaced by these parts (default: `sr.promptTemplate`)')
            [CompletionResult]::new('--files', '--files', [CompletionResultType]::ParameterName, 'Show these files, by their paths from the current folder')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--commands', '--commands', [CompletionResultType]::ParameterName, 'Ask for the shell commands that the changes need, too; they are shown when the answer is applied, and never run')
            [CompletionResult]::new('--plain', '--plain', [CompletionResultType]::ParameterName, 'Show the files in fences, without version and line numbers')
            [CompletionResult]::new('--clipboard', '--clipboard', [CompletionResultType]::ParameterName, 'Put them on the clipboard instead of printing them')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;policy' {
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Judge as `git sr apply` would with this option')
            [CompletionResult]::new('--block', '--block', [CompletionResultType]::ParameterName, 'Judge as `git sr apply` would with this option')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Judge as `git sr apply` would with this option')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;config' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--only-set', '--only-set', [CompletionResultType]::ParameterName, 'List only keys that are set')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;recover' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;hook' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'Colour the output (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors and hints only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;install-man' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;completions' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;demo' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--keep', '--keep', [CompletionResultType]::ParameterName, 'Keep the scratch repository and say where it is')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;help' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'List the options; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
