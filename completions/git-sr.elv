
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
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
            cand -V 'Print version'
            cand --version 'Print version'
            cand apply 'Apply the blocks of one or more replies to the work tree'
            cand undo 'Take back the last batch'
            cand recover 'Put the work tree in order after a run that broke off'
            cand demo 'Show apply, status and undo in a scratch repository'
        }
        &'git-sr;apply'= {
            cand --match 'The last tier of the matching ladder that may decide (default: all, or `sr.match`)'
            cand --format 'How the reply is written (default: it is detected)'
            cand --fence 'One more fence around blocks: what opens and what closes it, as `<open>..<close>`'
            cand --path 'The file that blocks without a path line are for'
            cand --directory 'Put this folder in front of every path of the reply'
            cand --allow 'Also write files that match this glob and would be refused'
            cand --block 'Refuse files that match this glob'
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand -n 'Print the diff, write nothing'
            cand --dry-run 'Print the diff, write nothing'
            cand --check 'Say whether the batch would apply, write nothing'
            cand --overwrite 'Take a block with a blank SEARCH section as the whole file where the file has content'
            cand --allow-placeholder 'Take lines such as `// ... existing code ...` as text to write'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -v 'Say of every block where it was applied, and how'
            cand --verbose 'Say of every block where it was applied, and how'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'git-sr;undo'= {
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand -n 'Print the diff, write nothing'
            cand --dry-run 'Print the diff, write nothing'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -v 'Say of every block where it was applied, and how'
            cand --verbose 'Say of every block where it was applied, and how'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'git-sr;recover'= {
            cand --color 'When to colour (default: `color.sr`, `NO_COLOR`, `color.ui`, then auto)'
            cand -C 'Run as if started in this folder'
            cand --json 'Print one JSON object on standard output, prose on standard error'
            cand -q 'Print errors only'
            cand --quiet 'Print errors only'
            cand -v 'Say of every block where it was applied, and how'
            cand --verbose 'Say of every block where it was applied, and how'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
        &'git-sr;demo'= {
            cand -C 'Run as if started in this folder'
            cand --keep 'Keep the scratch repository and say where it is'
            cand -h 'Print help (see more with ''--help'')'
            cand --help 'Print help (see more with ''--help'')'
        }
    ]
    $completions[$command]
}
