
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
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            [CompletionResult]::new('-V', '-V ', [CompletionResultType]::ParameterName, 'Print the version')
            [CompletionResult]::new('--version', '--version', [CompletionResultType]::ParameterName, 'Print the version')
            [CompletionResult]::new('apply', 'apply', [CompletionResultType]::ParameterValue, 'Apply the blocks of one or more replies to the work tree')
            [CompletionResult]::new('check', 'check', [CompletionResultType]::ParameterValue, 'Examine what is staged, or say whether replies would apply')
            [CompletionResult]::new('undo', 'undo', [CompletionResultType]::ParameterValue, 'Take back the last batch, or another one')
            [CompletionResult]::new('redo', 'redo', [CompletionResultType]::ParameterValue, 'Take back the last undo')
            [CompletionResult]::new('log', 'log', [CompletionResultType]::ParameterValue, 'List the batches of this work tree')
            [CompletionResult]::new('show', 'show', [CompletionResultType]::ParameterValue, 'Show what a batch did')
            [CompletionResult]::new('forget', 'forget', [CompletionResultType]::ParameterValue, 'Drop the records of batches')
            [CompletionResult]::new('parse', 'parse', [CompletionResultType]::ParameterValue, 'Show the blocks of one or more replies, and what cannot be understood')
            [CompletionResult]::new('policy', 'policy', [CompletionResultType]::ParameterValue, 'Say whether a reply may write these paths, and by which rule')
            [CompletionResult]::new('recover', 'recover', [CompletionResultType]::ParameterValue, 'Put the work tree in order after a run that broke off')
            [CompletionResult]::new('hook', 'hook', [CompletionResultType]::ParameterValue, 'Install or remove a pre-commit hook that runs `git sr check`')
            [CompletionResult]::new('demo', 'demo', [CompletionResultType]::ParameterValue, 'Show apply and undo in a scratch repository')
            [CompletionResult]::new('help', 'help', [CompletionResultType]::ParameterValue, 'Show the help of a command, with examples, configuration and exit codes')
            break
        }
        'git-sr;apply' {
            [CompletionResult]::new('-m', '-m', [CompletionResultType]::ParameterName, 'The message of the commit, several make paragraphs (default: one is made from the reply and the paths)')
            [CompletionResult]::new('--message', '--message', [CompletionResultType]::ParameterName, 'The message of the commit, several make paragraphs (default: one is made from the reply and the paths)')
            [CompletionResult]::new('-F', '-F ', [CompletionResultType]::ParameterName, 'Take the message of the commit from this file; `-` is standard input')
            [CompletionResult]::new('--file', '--file', [CompletionResultType]::ParameterName, 'Take the message of the commit from this file; `-` is standard input')
            [CompletionResult]::new('--trailer', '--trailer', [CompletionResultType]::ParameterName, 'Add this trailer to the message of the commit (default: `sr.trailer`)')
            [CompletionResult]::new('--author', '--author', [CompletionResultType]::ParameterName, 'The author of the commit, as `Name <email>`')
            [CompletionResult]::new('-S', '-S ', [CompletionResultType]::ParameterName, 'Sign the commit, with this key if one is named')
            [CompletionResult]::new('--gpg-sign', '--gpg-sign', [CompletionResultType]::ParameterName, 'Sign the commit, with this key if one is named')
            [CompletionResult]::new('--exec', '--exec', [CompletionResultType]::ParameterName, 'Run this line of shell once the batch is written, before it is committed, and take the batch back if it fails (default: `sr.exec`; an empty one is none)')
            [CompletionResult]::new('--backup', '--backup', [CompletionResultType]::ParameterName, 'Also leave the old version of each file next to it, as <file><suffix> (default: `.bak`)')
            [CompletionResult]::new('--partial', '--partial', [CompletionResultType]::ParameterName, 'Where a part of the batch is bad, apply every file whose blocks are all good, or every good block, and exit with 1')
            [CompletionResult]::new('--include', '--include', [CompletionResultType]::ParameterName, 'Only apply blocks for files that match this glob; the others are skipped')
            [CompletionResult]::new('--exclude', '--exclude', [CompletionResultType]::ParameterName, 'Skip blocks for files that match this glob, even if `--include` names them')
            [CompletionResult]::new('--match', '--match', [CompletionResultType]::ParameterName, 'The last tier of the matching ladder that may decide (default: all, or `sr.match`)')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the reply is written (default: it is detected)')
            [CompletionResult]::new('--fence', '--fence', [CompletionResultType]::ParameterName, 'One more fence around blocks: what opens and what closes it, as `<open>..<close>`')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'The file that blocks without a path line are for')
            [CompletionResult]::new('--directory', '--directory', [CompletionResultType]::ParameterName, 'Put this folder in front of every path of the reply')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Allow writing files that match this glob and that would be refused')
            [CompletionResult]::new('--block', '--block', [CompletionResultType]::ParameterName, 'Refuse files that match this glob')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Print the diff, write nothing')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Print the diff, write nothing')
            [CompletionResult]::new('--index', '--index', [CompletionResultType]::ParameterName, 'Also stage the change: it is made to the work tree and to the index (default: `sr.index`)')
            [CompletionResult]::new('--cached', '--cached', [CompletionResultType]::ParameterName, 'Only stage the change: it is made to what the index has of the files, and not to the work tree')
            [CompletionResult]::new('--commit', '--commit', [CompletionResultType]::ParameterName, 'Make the batch a commit on HEAD: only its changes, whatever else is dirty or staged. The options below ''Commit'' do so too')
            [CompletionResult]::new('-e', '-e', [CompletionResultType]::ParameterName, 'Edit the message of the commit')
            [CompletionResult]::new('--edit', '--edit', [CompletionResultType]::ParameterName, 'Edit the message of the commit')
            [CompletionResult]::new('--signoff', '--signoff', [CompletionResultType]::ParameterName, 'Add a Signed-off-by trailer by the committer')
            [CompletionResult]::new('--no-verify', '--no-verify', [CompletionResultType]::ParameterName, 'Do not run the hooks pre-commit and commit-msg')
            [CompletionResult]::new('--feedback', '--feedback', [CompletionResultType]::ParameterName, 'On failure, print the message to paste back to the model on standard output')
            [CompletionResult]::new('--continue', '--continue', [CompletionResultType]::ParameterName, 'Finish the batch that was refused last: its good blocks are kept with where they lead, the reply holds the corrected ones. `--cached`, `--index`, `--commit` and the other options must be given again')
            [CompletionResult]::new('--abort', '--abort', [CompletionResultType]::ParameterName, 'Forget what is kept of the batch that was refused last')
            [CompletionResult]::new('--stash', '--stash', [CompletionResultType]::ParameterName, 'Also put the state before the batch on git''s stash, for `git stash pop`; files that hold secrets are left out of it')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Say whether the batch would apply, write nothing')
            [CompletionResult]::new('--stat', '--stat', [CompletionResultType]::ParameterName, 'Print a line a file with a bar, and a sum, instead of writing; as `git apply --stat`')
            [CompletionResult]::new('--numstat', '--numstat', [CompletionResultType]::ParameterName, 'Print lines added, lines removed and the path of each file instead of writing; as `git apply --numstat`')
            [CompletionResult]::new('-3', '-3', [CompletionResultType]::ParameterName, 'Where a block for an older version conflicts with the file as it is, write both texts with conflict markers and exit with 1, as `git apply -3` does')
            [CompletionResult]::new('--3way', '--3way', [CompletionResultType]::ParameterName, 'Where a block for an older version conflicts with the file as it is, write both texts with conflict markers and exit with 1, as `git apply -3` does')
            [CompletionResult]::new('--overwrite', '--overwrite', [CompletionResultType]::ParameterName, 'Take a block with a blank SEARCH section as the whole file where the file has content')
            [CompletionResult]::new('--allow-placeholder', '--allow-placeholder', [CompletionResultType]::ParameterName, 'Take lines such as `// ... existing code ...` as text to write')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Let a file shrink and grow by more than `sr.maxShrink` and `sr.maxGrowth`')
            [CompletionResult]::new('--no-syntax', '--no-syntax', [CompletionResultType]::ParameterName, 'Do not look at the syntax of the files, nor at what they import')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Refuse files that run code, such as `Makefile`, and invisible, bidirectional or control characters in added lines')
            [CompletionResult]::new('-v', '-v', [CompletionResultType]::ParameterName, 'Say of every block where it was applied, and how')
            [CompletionResult]::new('--verbose', '--verbose', [CompletionResultType]::ParameterName, 'Say of every block where it was applied, and how')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;check' {
            [CompletionResult]::new('--rev', '--rev', [CompletionResultType]::ParameterName, 'Examine what each commit of this range adds to its first parent; a commit alone is that one')
            [CompletionResult]::new('--match', '--match', [CompletionResultType]::ParameterName, 'The last tier of the matching ladder that may decide (default: all, or `sr.match`)')
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the reply is written (default: it is detected)')
            [CompletionResult]::new('--fence', '--fence', [CompletionResultType]::ParameterName, 'One more fence around blocks: what opens and what closes it, as `<open>..<close>`')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'The file that blocks without a path line are for')
            [CompletionResult]::new('--directory', '--directory', [CompletionResultType]::ParameterName, 'Put this folder in front of every path of the reply')
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Allow writing files that match this glob and that would be refused')
            [CompletionResult]::new('--block', '--block', [CompletionResultType]::ParameterName, 'Refuse files that match this glob')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Examine every tracked file as it is, not only what is new in it')
            [CompletionResult]::new('--sarif', '--sarif', [CompletionResultType]::ParameterName, 'Print findings as SARIF 2.1.0, for code scanning')
            [CompletionResult]::new('--github', '--github', [CompletionResultType]::ParameterName, 'Print findings as annotations of GitHub Actions')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;undo' {
            [CompletionResult]::new('--count', '--count', [CompletionResultType]::ParameterName, 'Take the last <n> batches back, all or none')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--merge', '--merge', [CompletionResultType]::ParameterName, 'Where edits made since conflict, write both texts with conflict markers')
            [CompletionResult]::new('--force', '--force', [CompletionResultType]::ParameterName, 'Where a file cannot be taken back cleanly, write the old one; the text that it replaces is recorded')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Print the diff, write nothing')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Print the diff, write nothing')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Say whether it would go, write nothing')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;redo' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'Print the diff, write nothing')
            [CompletionResult]::new('--dry-run', '--dry-run', [CompletionResultType]::ParameterName, 'Print the diff, write nothing')
            [CompletionResult]::new('--check', '--check', [CompletionResultType]::ParameterName, 'Say whether it would go, write nothing')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;log' {
            [CompletionResult]::new('-n', '-n', [CompletionResultType]::ParameterName, 'List at most <count> batches')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;show' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--stat', '--stat', [CompletionResultType]::ParameterName, 'Print a line for each file in place of the diff')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;forget' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--all', '--all', [CompletionResultType]::ParameterName, 'Drop all records of this work tree')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;parse' {
            [CompletionResult]::new('--format', '--format', [CompletionResultType]::ParameterName, 'How the reply is written (default: it is detected)')
            [CompletionResult]::new('--fence', '--fence', [CompletionResultType]::ParameterName, 'One more fence around blocks: what opens and what closes it, as `<open>..<close>`')
            [CompletionResult]::new('--path', '--path', [CompletionResultType]::ParameterName, 'The file that blocks without a path line are for')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;policy' {
            [CompletionResult]::new('--allow', '--allow', [CompletionResultType]::ParameterName, 'Judge as `git sr apply` would with this option')
            [CompletionResult]::new('--block', '--block', [CompletionResultType]::ParameterName, 'Judge as `git sr apply` would with this option')
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--strict', '--strict', [CompletionResultType]::ParameterName, 'Judge as `git sr apply` would with this option')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;recover' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;hook' {
            [CompletionResult]::new('--color', '--color', [CompletionResultType]::ParameterName, 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)')
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--json', '--json', [CompletionResultType]::ParameterName, 'Print one JSON object on standard output, prose on standard error')
            [CompletionResult]::new('-q', '-q', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('--quiet', '--quiet', [CompletionResultType]::ParameterName, 'Print errors only')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;demo' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('--keep', '--keep', [CompletionResultType]::ParameterName, 'Keep the scratch repository and say where it is')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
        'git-sr;help' {
            [CompletionResult]::new('-C', '-C ', [CompletionResultType]::ParameterName, 'Run as if started in this folder')
            [CompletionResult]::new('-h', '-h', [CompletionResultType]::ParameterName, 'Print this list; `git sr help` shows more')
            [CompletionResult]::new('--help', '--help', [CompletionResultType]::ParameterName, 'Show the help')
            break
        }
    })

    $completions.Where{ $_.CompletionText -like "$wordToComplete*" } |
        Sort-Object -Property ListItemText
}
