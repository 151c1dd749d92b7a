//! Blocks, and files that drift away from them.

use std::path::{Path, PathBuf};

/// Numbers from a seed.
pub(crate) struct Random(u64);

impl Random {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ 0x2545_f491_4f6c_dd1d)
    }

    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 16
    }

    /// A number below `end`, which is not 0.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }
}

/// A block, the file that it meets, and what is right.
pub(crate) struct Case {
    pub(crate) path: String,
    pub(crate) search: Vec<String>,
    pub(crate) replace: Vec<String>,
    /// Both sections without a stretch that is indented otherwise, if there is one.
    pub(crate) exact: Option<(Vec<String>, Vec<String>)>,
    pub(crate) now: String,
    /// Older versions, the newest first.
    pub(crate) versions: Vec<String>,
    /// The right results; none where nothing may be changed.
    pub(crate) right: Vec<String>,
    /// Returns whether the change has been made.
    pub(crate) made: bool,
    what: Vec<&'static str>,
}

impl Case {
    pub(crate) fn show(&self) -> String {
        format!(
            "{:?} versions {} made {}\n--- SEARCH\n{}\n--- REPLACE\n{}\n--- then\n{}\n--- now\n{}",
            self.what,
            self.versions.len(),
            self.made,
            self.search.join("\n"),
            self.replace.join("\n"),
            self.versions.last().map_or("", String::as_str),
            self.now
        )
    }
}

/// A line and its name, which it keeps as long as it is the same line of the same place.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Line {
    name: usize,
    /// The name of a line that nobody could tell it from: the one that it is a copy of, or one with the same text that
    /// might have been removed in its stead.
    also: Option<usize>,
    text: String,
}

/// A file: its path and its lines.
pub(crate) type File = (String, Vec<String>);

/// Real files: the sources of this package and, if all are wanted, of the crates that are at hand.
pub(crate) fn files(full: bool) -> Vec<File> {
    const MOST: usize = 400;
    let mut found = Vec::new();
    if full {
        let home = std::env::var_os("CARGO_HOME").map(PathBuf::from);
        let home = home.or_else(|| std::env::var_os("HOME").map(|home| Path::new(&home).join(".cargo")));
        if let Some(registry) = home.map(|home| home.join("registry/src")) {
            collect(&registry, 8, &mut found);
        }
    }
    collect(Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/src")), 8, &mut found);
    found.sort();
    // Spread over all of them.
    let step = (found.len() / MOST).max(1);
    let read = |path: PathBuf| {
        let text = std::fs::read_to_string(&path).ok()?;
        let lines: Vec<String> = text.lines().map(str::to_owned).collect();
        let extension = path.extension()?.to_str()?.to_owned();
        let marker = |line: &String| {
            line.starts_with("<<<<<") || line.starts_with("=====") || line.starts_with(">>>>>")
        };
        ((30..700).contains(&lines.len()) && !text.contains('\r') && !lines.iter().any(marker))
            .then(|| (format!("f.{extension}"), lines))
    };
    found.into_iter().step_by(step).filter_map(read).collect()
}

fn collect(folder: &Path, depth: usize, found: &mut Vec<PathBuf>) {
    const KINDS: [&str; 12] = ["rs", "py", "js", "ts", "c", "h", "sh", "toml", "json", "yml", "md", "html"];
    let Ok(entries) = std::fs::read_dir(folder) else { return };
    for entry in entries.flatten() {
        let path = entry.path();
        if path.is_dir() && depth > 0 {
            collect(&path, depth - 1, found);
        } else if path.extension().and_then(|kind| kind.to_str()).is_some_and(|kind| KINDS.contains(&kind)) {
            found.push(path);
        }
    }
}

/// A change of a part of a file: lines that go, counted in the part, and those that come.
#[derive(Clone, Debug)]
struct Op {
    old: std::ops::Range<usize>,
    new: Vec<String>,
}

/// Makes a case; none where the choices do not make one.
pub(crate) fn case(files: &[File], random: &mut Random) -> Option<Case> {
    let (path, text) = &files[random.below(files.len())];
    let then: Vec<Line> =
        text.iter().enumerate().map(|(name, text)| Line { name, also: None, text: text.clone() }).collect();
    let length = 3 + random.below(22);
    let start = random.below(then.len().checked_sub(length)?);
    let part: Vec<String> = text[start..start + length].to_vec();
    // A line that occurs twice in the version of the block says too little.
    if text.windows(length).filter(|window| *window == part).count() > 1 {
        return None;
    }
    let ops = ops(&part, text, random)?;
    let (mut quoted, mut what) = (misquote(&part, &ops, random), Vec::new());
    if quoted.iter().map(|(line, _)| line).ne(part.iter()) {
        what.push("misquoted");
    }
    // Other numbers, so that what else is chosen stays as it is.
    let mut apart = Random(random.0 ^ 0x5bd1_e995_7b7d_159d);
    let restepped = if apart.chance(20) { restepped(&quoted, &ops, &mut apart) } else { None };
    what.extend(restepped.is_some().then_some("restepped"));
    let (mut shifted, shifted_ops) = restepped.unwrap_or_else(|| (std::mem::take(&mut quoted), ops.clone()));
    let exact = if quoted.is_empty() { None } else { Some(sections(&mut quoted, &ops)) };
    let (search, replace) = sections(&mut shifted, &shifted_ops);
    if search == replace {
        return None;
    }
    let mut drift = Drift {
        lines: then.clone(),
        fresh: 1_000_000,
        part: start..start + length,
        made: Vec::new(),
        what: Vec::new(),
    };
    let mut versions = vec![text.join("\n") + "\n"];
    if random.chance(30) {
        let older = drift_of(&then, &drift.part, random);
        versions.push(older);
    }
    let rounds = random.below(5);
    for _ in 0..rounds {
        drift.step(&ops, random);
        if random.chance(40) {
            versions.insert(0, drift.text());
        }
    }
    // A change that was made and then altered is neither.
    if !drift.made.iter().all(|name| drift.find(*name).is_some()) {
        return None;
    }
    let made = drift.is_made(&ops, start);
    let right = if made { Vec::new() } else { drift.right(&ops, start) };
    let made = made || ops.iter().all(|op| drift.is_gone(op, start) || drift.reads_as_made(op, start));
    let with_history = random.chance(60);
    what.extend(&drift.what);
    Some(Case {
        path: path.clone(),
        search,
        replace,
        exact,
        now: drift.text(),
        versions: if with_history { versions } else { Vec::new() },
        right,
        made,
        what,
    })
}

/// An older version than the one that the block is for.
fn drift_of(then: &[Line], part: &std::ops::Range<usize>, random: &mut Random) -> String {
    let mut older = Drift {
        lines: then.to_vec(),
        fresh: 2_000_000,
        part: part.clone(),
        made: Vec::new(),
        what: Vec::new(),
    };
    for _ in 0..1 + random.below(3) {
        older.far(random);
        older.near(random);
    }
    older.text()
}

/// One or two changes of a part, apart from each other.
fn ops(part: &[String], all: &[String], random: &mut Random) -> Option<Vec<Op>> {
    let at = random.below(part.len());
    let mut ops = vec![op(part, at, all, random)];
    if random.chance(30) {
        let other = random.below(part.len());
        let op = op(part, other, all, random);
        if op.old.start > ops[0].old.end + 1 {
            ops.push(op);
        } else if op.old.end + 1 < ops[0].old.start {
            ops.insert(0, op);
        }
    }
    let telling = |op: &Op| {
        part[op.old.clone()].iter().chain(&op.new).any(|line| line.chars().any(char::is_alphanumeric))
    };
    ops.iter().all(telling).then_some(ops)
}

fn op(part: &[String], at: usize, all: &[String], random: &mut Random) -> Op {
    let line = &part[at];
    let indent: String = line.chars().take_while(|c| c.is_whitespace()).collect();
    match random.below(5) {
        0 | 1 => Op { old: at..at + 1, new: vec![format!("{indent}changed_{}(1);", random.below(1000))] },
        2 => Op { old: at..(at + 1 + random.below(2)).min(part.len()), new: Vec::new() },
        3 => Op { old: at..at, new: vec![format!("{indent}inserted_{}(2);", random.below(1000))] },
        // New lines may be elsewhere too.
        _ => Op { old: at..at + random.below(2), new: vec![all[random.below(all.len())].clone()] },
    }
}

/// The part as a model that does not look quotes it; each line with its number in the part, if it is one of those.
type Quoted = Vec<(String, Option<usize>)>;

fn misquote(part: &[String], ops: &[Op], random: &mut Random) -> Quoted {
    let mut quoted = Quoted::new();
    let damage = if random.chance(55) { 1 + random.below(3) } else { 0 };
    let damaged: Vec<usize> = (0..damage).map(|_| random.below(part.len())).collect();
    for (at, line) in part.iter().enumerate() {
        let changes = ops.iter().any(|op| op.old.contains(&at));
        if changes || !damaged.contains(&at) {
            quoted.push((line.clone(), Some(at)));
            continue;
        }
        // The lines next to a change say where it goes.
        let beside = ops.iter().any(|op| at + 1 >= op.old.start && at <= op.old.end);
        match random.below(8) {
            0 if !beside => {}
            1 => quoted.push((line.replace('"', "'"), Some(at))),
            2 => quoted.push((format!("{line}  # note"), Some(at))),
            3 => {
                quoted.push((format!("{}// invented", &line[..line.len() - line.trim_start().len()]), None));
                quoted.push((line.clone(), Some(at)));
            }
            4 => quoted.push((line.replacen('a', "o", 1), Some(at))),
            5 => quoted.push((line.trim_end_matches([',', ';']).to_owned(), Some(at))),
            6 => {
                quoted.push((line.clone(), Some(at)));
                quoted.push((line.clone(), None));
            }
            _ if !beside && (line.trim_start().starts_with(['/', '#', '*']) || line.trim().is_empty()) => {}
            _ => quoted.push((format!("{line} x"), Some(at))),
        }
    }
    quoted
}

/// The part as a model quotes it that indents a stretch of its lines otherwise, with the changes as that model writes them.
/// None where a line would stand left of the margin.
fn restepped(quoted: &Quoted, ops: &[Op], random: &mut Random) -> Option<(Quoted, Vec<Op>)> {
    let from = random.below(quoted.len());
    let to = if random.chance(50) { quoted.len() } else { from + 1 + random.below(quoted.len() - from) };
    let (by, deeper) = (" ".repeat([2, 4][random.below(2)]), random.chance(50));
    let shifted = |line: &String| match line.trim().is_empty() {
        true => Some(line.clone()),
        false if deeper => Some(format!("{by}{line}")),
        false => line.strip_prefix(&by).map(str::to_owned),
    };
    let mut lines = quoted.clone();
    for (line, _) in &mut lines[from..to] {
        *line = shifted(line)?;
    }
    let inside = |at: usize| quoted[from..to].iter().any(|(_, part)| *part == Some(at));
    let mut ops = ops.to_vec();
    for op in &mut ops {
        // Between two stretches, new lines may belong to either.
        let beside = if random.chance(50) { op.old.start } else { op.old.start.saturating_sub(1) };
        if inside(if op.old.is_empty() { beside } else { op.old.start }) {
            op.new = op.new.iter().map(&shifted).collect::<Option<_>>()?;
        }
    }
    Some((lines, ops))
}

/// Both sections of the block.
fn sections(quoted: &mut Quoted, ops: &[Op]) -> (Vec<String>, Vec<String>) {
    let search = quoted.iter().map(|(line, _)| line.clone()).collect();
    let mut replace = Vec::new();
    let mut done = vec![false; ops.len()];
    for (line, at) in quoted.iter() {
        if let Some(at) = at {
            for (number, op) in ops.iter().enumerate().filter(|(_, op)| op.old.start <= *at) {
                if !std::mem::replace(&mut done[number], true) {
                    replace.extend(op.new.iter().cloned());
                }
            }
            if ops.iter().any(|op| op.old.contains(at)) {
                continue;
            }
        }
        replace.push(line.clone());
    }
    (search, replace)
}

struct Drift {
    lines: Vec<Line>,
    fresh: usize,
    /// The names of the lines that the block is about.
    part: std::ops::Range<usize>,
    /// The names of the lines that the change itself brought in.
    made: Vec<usize>,
    what: Vec<&'static str>,
}

impl Drift {
    fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{}\n", line.text)).collect()
    }

    fn step(&mut self, ops: &[Op], random: &mut Random) {
        match random.below(12) {
            0..=3 => self.far(random),
            4..=7 => self.near(random),
            8 | 9 => self.copy(ops, random),
            10 => self.make(ops),
            _ => self.remove(random),
        }
    }

    fn named(&mut self, text: String) -> Line {
        self.fresh += 1;
        Line { name: self.fresh, also: None, text }
    }

    fn is_near(&self, at: usize) -> bool {
        self.part.contains(&self.lines[at].name)
    }

    fn far(&mut self, random: &mut Random) {
        self.what.push("far");
        for _ in 0..1 + random.below(6) {
            let at = random.below(self.lines.len());
            if !self.is_near(at) {
                self.alter(at, random);
            }
        }
    }

    fn near(&mut self, random: &mut Random) {
        self.what.push("near");
        let near: Vec<usize> = (0..self.lines.len())
            .filter(|at| {
                let name = self.lines[*at].name;
                name + 2 >= self.part.start && name < self.part.end + 2
            })
            .collect();
        if near.is_empty() {
            return;
        }
        let at = near[random.below(near.len())];
        self.alter(at, random);
    }

    /// Changes, removes, doubles or adds a line.
    fn alter(&mut self, at: usize, random: &mut Random) {
        if self.lines.len() < 10 {
            return;
        }
        let text = self.lines[at].text.clone();
        let indent: String = text.chars().take_while(|c| c.is_whitespace()).collect();
        match random.below(6) {
            0 | 1 => {
                let line = self.named(format!("{text} // altered {}", random.below(100)));
                self.lines[at] = line;
            }
            2 => self.cut(at..at + 1),
            3 => {
                let double = Line { also: Some(self.lines[at].name), ..self.named(text) };
                self.lines.insert(at, double);
            }
            4 => {
                let line = self.named(format!("{indent}added_{}();", random.below(100)));
                self.lines.insert(at, line);
            }
            _ => {
                let other = self.lines[random.below(self.lines.len())].text.clone();
                let line = self.named(other);
                self.lines.insert(at, line);
            }
        }
    }

    /// Copies the part, as it was or changed, to another place.
    fn copy(&mut self, ops: &[Op], random: &mut Random) {
        self.what.push("copy");
        let part: Vec<Line> =
            self.lines.iter().filter(|line| self.part.contains(&line.name)).cloned().collect();
        if part.len() < 2 {
            return;
        }
        let (from, to) = (random.below(part.len() / 2 + 1), part.len() - random.below(part.len() / 2));
        let mut copy = part[from..to.max(from)].to_vec();
        if random.chance(30) {
            let new = ops.iter().flat_map(|op| op.new.iter().cloned());
            copy.extend(new.map(|text| Line { name: usize::MAX, also: None, text }));
        }
        if random.chance(40) && !copy.is_empty() {
            let at = random.below(copy.len());
            copy[at].text.push_str(" + 1");
            copy[at].name = usize::MAX;
        }
        let mut at = random.below(self.lines.len());
        // Next to the part a copy could not be told from it.
        if (at.saturating_sub(6)..(at + 6).min(self.lines.len())).any(|at| self.is_near(at)) {
            at = if random.chance(50) { 0 } else { self.lines.len() };
        }
        for line in copy.into_iter().rev() {
            let line = Line { also: Some(line.name), ..self.named(line.text) };
            self.lines.insert(at, line);
        }
    }

    /// Makes the change itself.
    fn make(&mut self, ops: &[Op]) {
        if self.what.contains(&"made") {
            return;
        }
        let places: Option<Vec<usize>> = ops.iter().map(|op| self.place(op, self.part.start)).collect();
        let Some(places) = places else { return };
        self.what.push("made");
        for (op, at) in ops.iter().zip(places).rev() {
            let new: Vec<Line> = op.new.iter().map(|text| self.named(text.clone())).collect();
            self.made.extend(new.iter().map(|line| line.name));
            self.lines.splice(at..at + op.old.len(), new);
        }
    }

    fn remove(&mut self, random: &mut Random) {
        self.what.push("removed");
        let part = self.part.clone();
        let from = part.start + random.below(part.len());
        let to = from + 1 + random.below(part.end - from);
        while self.lines.len() > 20 {
            let goes = |line: &Line| (from..to).contains(&line.name);
            let Some(last) = self.lines.iter().rposition(goes) else { return };
            let first = self.lines[..last].iter().rposition(|line| !goes(line)).map_or(0, |kept| kept + 1);
            self.cut(first..last + 1);
        }
    }

    /// Removes lines that stand side by side. Where the lines next to them read the same, the same text comes of removing
    /// those.
    fn cut(&mut self, range: std::ops::Range<usize>) {
        let lines = &mut self.lines;
        let length = range.len();
        for at in range.end..lines.len() {
            if lines[at].text != lines[at - length].text {
                break;
            }
            lines[at].also = Some(lines[at - length].name);
        }
        for at in (0..range.start).rev() {
            if lines[at].text != lines[at + length].text {
                break;
            }
            lines[at].also = Some(lines[at + length].name);
        }
        lines.drain(range);
    }

    /// Returns whether the change has been made; a removal may be so by chance.
    fn is_made(&self, ops: &[Op], start: usize) -> bool {
        self.what.contains(&"made") || ops.iter().all(|op| self.is_gone(op, start))
    }

    /// Returns whether the lines of an insertion are where they belong, by whatever way they came there.
    fn reads_as_made(&self, op: &Op, start: usize) -> bool {
        let new = || op.new.iter();
        let stands = |at: usize| {
            let there = self.lines.get(at..at + op.new.len());
            there.is_some_and(|there| there.iter().map(|line| &line.text).eq(new()))
        };
        let beside = |place: usize| stands(place) || place.checked_sub(op.new.len()).is_some_and(stands);
        op.old.is_empty() && self.places(op, start).into_iter().any(beside)
    }

    fn is_gone(&self, op: &Op, start: usize) -> bool {
        op.new.is_empty() && op.old.clone().all(|line| self.find(start + line).is_none())
    }

    fn find(&self, name: usize) -> Option<usize> {
        self.lines.iter().position(|line| line.name == name)
    }

    /// Where a change belongs, if all that it removes stands there side by side.
    fn place(&self, op: &Op, start: usize) -> Option<usize> {
        self.place_of(op, start, &|line, name| line.name == name)
    }

    fn place_of(&self, op: &Op, start: usize, is: &dyn Fn(&Line, usize) -> bool) -> Option<usize> {
        let find = |name: usize| self.lines.iter().position(|line| is(line, name));
        if op.old.is_empty() {
            let below = find(start + op.old.start);
            let above = (start + op.old.start).checked_sub(1).and_then(find);
            return below.or(above.map(|above| above + 1));
        }
        let at = find(start + op.old.start)?;
        let side_by_side =
            op.old.clone().enumerate().all(|(offset, line)| {
                self.lines.get(at + offset).is_some_and(|there| is(there, start + line))
            });
        side_by_side.then_some(at)
    }

    /// Where a change belongs, as far as anybody can tell who does not know the names: where its lines are gone, to what
    /// cannot be told from them; and among equal lines side by side, to any.
    fn places(&self, op: &Op, start: usize) -> Vec<usize> {
        let mut places: Vec<usize> = self.place(op, start).into_iter().collect();
        if op.old.is_empty() {
            let above = (start + op.old.start).checked_sub(1).and_then(|above| self.find(above));
            places.extend(above.map(|above| above + 1));
        }
        if places.is_empty() {
            let alike = |line: &Line, name: usize| line.name == name || line.also == Some(name);
            places.extend(self.place_of(op, start, &alike));
        }
        let text = |line: usize| self.lines.get(line).map(|line| &line.text);
        let same = |a: usize, b: usize| text(a).is_some() && text(a) == text(b);
        let length = op.old.len();
        // Whether a change that is moved over a line has the same lines before it as before.
        let slides = |line: usize, other: usize| match length {
            0 => same(line, line + 1) || line > 0 && same(line, line - 1),
            _ => same(line, other),
        };
        for place in places.clone() {
            places
                .extend((place..self.lines.len()).take_while(|at| slides(*at, at + length)).map(|at| at + 1));
            places.extend((0..place).rev().take_while(|at| slides(*at, at + length)));
        }
        places.sort_unstable();
        places.dedup();
        places
    }

    /// The right results: an insertion between lines that are no longer neighbours may go next to either.
    fn right(&self, ops: &[Op], start: usize) -> Vec<String> {
        let mut results = vec![Vec::new()];
        for op in ops.iter().filter(|op| !self.is_gone(op, start)) {
            let places = self.places(op, start);
            results = results
                .iter()
                .flat_map(|so_far: &Vec<(usize, &Op)>| {
                    places.iter().map(move |place| {
                        let mut all = so_far.clone();
                        all.push((*place, op));
                        all
                    })
                })
                .collect();
        }
        let make = |placed: &Vec<(usize, &Op)>| {
            let mut lines: Vec<String> = self.lines.iter().map(|line| line.text.clone()).collect();
            for (at, op) in placed.iter().rev() {
                lines.splice(*at..*at + op.old.len(), op.new.iter().cloned());
            }
            lines.iter().map(|line| format!("{line}\n")).collect::<String>()
        };
        results.iter().map(make).collect()
    }
}
