//! Most of a new index is the old one. While a batch is planned, a thread copies it to where the new one will
//! be, and makes the checksum on the way. What differs is then written over it, and the checksum goes on from
//! the last place in front of that.

use std::fs::File;
use std::io;
use std::os::fd::AsFd;
use std::os::unix::fs::FileExt;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender, TryRecvError};
use std::thread::{self, JoinHandle};

use gix::ObjectId;
use gix::hash::Kind;

use super::parts::IndexParts;
use super::pieces::{PIECE, Pieces};
use crate::repo::checksum::Checksum;
use crate::repo::platform;

/// From this size on, in bytes: for less, a thread costs more.
const LARGE: u64 = 1 << 20;
/// Copies that must have room on the disk. A batch frees the room of replaced files before its index is
/// written, which may be all that there is.
const COPIES: u64 = 16;

/// The thread at work.
#[derive(Debug)]
pub(super) struct Ahead {
    parts: Sender<Arc<IndexParts>>,
    copied: Receiver<u64>,
    sum: JoinHandle<io::Result<Option<ObjectId>>>,
}

impl Ahead {
    /// Begins to copy an index to a file that nobody else writes; none if it is too small, or there is no
    /// thread or little room to have.
    pub(super) fn begin(old: &Arc<Pieces>, hash: Kind, file: &File) -> Option<Self> {
        if !is_worth_it(old.len(), platform::room(file.as_fd()).ok()?) {
            return None;
        }
        let mut copy = Copied::of(Arc::clone(old), hash, file.try_clone().ok()?);
        let (parts, wanted) = mpsc::channel::<Arc<IndexParts>>();
        let (begin, begun) = mpsc::channel();
        let (tell, copied) = mpsc::channel();
        let step_aside = platform::beside();
        let run = move || {
            // Where it may not, both take turns.
            let _ = step_aside();
            // The receiver, and whoever asks for the progress, may be gone.
            let _ = begin.send(());
            let parts = loop {
                match wanted.try_recv() {
                    Ok(parts) => break parts,
                    Err(TryRecvError::Empty) if copy.step() => {}
                    Err(_) => break wanted.recv().map_err(io::Error::other)?,
                }
            };
            copy.keep(&parts);
            let _ = tell.send(copy.copied);
            copy.sum(&parts)
        };
        let sum = thread::Builder::new().spawn(run).ok()?;
        // It cannot step aside before it has had this one's processor.
        begun.recv().ok()?;
        Some(Self { parts, copied, sum })
    }

    /// Writes the parts to that file, which then has nothing else.
    pub(super) fn finish(self, parts: IndexParts, file: &File) -> io::Result<()> {
        let parts = Arc::new(parts);
        self.parts.send(Arc::clone(&parts)).map_err(io::Error::other)?;
        let copied = self.copied.recv().map_err(io::Error::other)?;
        let written = parts.write_over(file, copied);
        let sum = self.sum.join().map_err(|_| io::ErrorKind::Other)?;
        written?;
        parts.end(file, sum?)
    }
}

/// Returns whether to copy so many bytes where so many have room.
fn is_worth_it(size: u64, room: u64) -> bool {
    size >= LARGE && room / COPIES >= size
}

/// Progress of copying an index.
struct Copied {
    old: Arc<Pieces>,
    file: File,
    /// In bytes.
    copied: u64,
    /// The checksums of the bytes before some places.
    sums: Vec<(u64, Checksum)>,
}

impl Copied {
    fn of(old: Arc<Pieces>, hash: Kind, file: File) -> Self {
        Self { old, file, copied: 0, sums: vec![(0, Checksum::new(hash))] }
    }

    /// Copies a piece; false if there is none left, or it fails: writing the rest will fail too.
    fn step(&mut self) -> bool {
        let size = (self.old.len() - self.copied).min(PIECE as u64);
        let Some((_, mut sum)) = self.sums.last().cloned().filter(|_| size > 0) else { return false };
        let copied = self.old.read(self.copied..self.copied + size).and_then(|piece| {
            self.file.write_all_at(&piece, self.copied)?;
            sum.update(&piece);
            Ok(())
        });
        if copied.is_ok() {
            self.copied += size;
            self.sums.push((self.copied, sum));
        }
        copied.is_ok()
    }

    /// Forgets parts that the new index does not use.
    fn keep(&mut self, parts: &IndexParts) {
        if !parts.are_of(&self.old) {
            self.copied = 0;
        }
        let same = parts.same().min(self.copied);
        self.sums.retain(|(at, _)| *at <= same);
    }

    /// The checksum of the new index.
    fn sum(mut self, parts: &IndexParts) -> io::Result<Option<ObjectId>> {
        let (at, sum) = self.sums.pop().ok_or(io::ErrorKind::Other)?;
        parts.sum_from(at, sum)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: u64 = 5 * PIECE as u64 + 77;

    fn old() -> (Vec<u8>, Arc<Pieces>) {
        let bytes: Vec<u8> = (0..SIZE).map(|at| (at * at / 7) as u8).collect();
        (bytes.clone(), Arc::new(Pieces::of_bytes(bytes)))
    }

    /// The parts of an index in which some bytes are others and some more come, with its bytes.
    fn changed(bytes: &[u8], old: &Arc<Pieces>, places: &[u64], more: &[u8]) -> (IndexParts, Vec<u8>) {
        let (mut parts, mut new, mut from) = (IndexParts::of(old), Vec::new(), 0);
        for place in places {
            parts.keep(from..*place);
            parts.add(*b"new bytes");
            parts.add(more);
            new.extend_from_slice(&bytes[from as usize..*place as usize]);
            new.extend_from_slice(b"new bytes");
            new.extend_from_slice(more);
            // With more bytes than it had, or fewer.
            from = place + if more.is_empty() { 30 } else { 9 };
        }
        // The last bytes are those of the old checksum.
        parts.keep(from..SIZE - 20);
        new.extend_from_slice(&bytes[from as usize..bytes.len() - 20]);
        (parts.hashed(Kind::Sha1), new)
    }

    #[test]
    fn however_far_a_copy_got_the_new_index_is_the_same() {
        let (bytes, old) = old();
        let piece = PIECE as u64;
        let places = [&[][..], &[0], &[3 * piece - 4], &[piece, 2 * piece + 1, SIZE - 60]];
        for (places, more, steps) in places
            .iter()
            .flat_map(|places| [&b""[..], b"more"].map(|more| (places, more)))
            .flat_map(|(places, more)| (0..8).map(move |steps| (places, more, steps)))
        {
            let file = tempfile::NamedTempFile::new().unwrap();
            let mut copy = Copied::of(Arc::clone(&old), Kind::Sha1, file.reopen().unwrap());
            let copied = (0..steps).take_while(|_| copy.step()).count();
            assert_eq!(copied, steps.min(6));
            let (parts, new) = changed(&bytes, &old, places, more);
            copy.keep(&parts);
            parts.write_over(file.as_file(), copy.copied).unwrap();
            let sum = copy.sum(&parts).unwrap().unwrap();
            let written = std::fs::read(file.path()).unwrap();
            assert!(written.starts_with(&new), "{places:?} {more:?} {steps}");
            let mut hasher = gix::hash::hasher(Kind::Sha1);
            hasher.update(&new);
            assert_eq!(sum, hasher.try_finalize().unwrap(), "{places:?} {more:?} {steps}");
        }
    }

    #[test]
    fn a_small_index_and_a_full_disk_are_left_alone() {
        assert!(is_worth_it(LARGE, COPIES * LARGE));
        assert!(!is_worth_it(LARGE - 1, u64::MAX) && !is_worth_it(LARGE, COPIES * LARGE - 1));
    }

    #[test]
    fn of_another_index_nothing_that_was_copied_counts() {
        let (bytes, old) = old();
        let other = Arc::new(Pieces::of_bytes(vec![b'o'; bytes.len()]));
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut copy = Copied::of(other, Kind::Sha1, file.reopen().unwrap());
        while copy.step() {}
        let (parts, new) = changed(&bytes, &old, &[], b"");
        copy.keep(&parts);
        parts.write_over(file.as_file(), copy.copied).unwrap();
        assert!(std::fs::read(file.path()).unwrap().starts_with(&new));
        let mut hasher = gix::hash::hasher(Kind::Sha1);
        hasher.update(&new);
        assert_eq!(copy.sum(&parts).unwrap(), Some(hasher.try_finalize().unwrap()));
    }

    #[test]
    fn what_cannot_be_copied_is_left_to_whoever_writes_the_rest() {
        let (_, old) = old();
        let file = tempfile::NamedTempFile::new().unwrap();
        let mut copy = Copied::of(old, Kind::Sha1, File::open(file.path()).unwrap());
        assert!(!copy.step());
        assert_eq!((copy.copied, copy.sums.len()), (0, 1));
    }

    #[test]
    fn a_thread_makes_what_one_alone_would() {
        let bytes: Vec<u8> = (0..2 * LARGE).map(|at| (at / 3) as u8).collect();
        let old = Arc::new(Pieces::of_bytes(bytes.clone()));
        for wait in [0, 1, 30] {
            let file = tempfile::NamedTempFile::new().unwrap();
            let ahead = Ahead::begin(&old, Kind::Sha1, file.as_file()).unwrap();
            thread::sleep(std::time::Duration::from_millis(wait));
            let mut parts = IndexParts::of(&old);
            parts.keep(0..LARGE);
            parts.add(*b"new");
            parts.keep(LARGE + 3..2 * LARGE);
            let alone = tempfile::NamedTempFile::new().unwrap();
            let mut same = IndexParts::of(&old);
            same.add([&bytes[..LARGE as usize], b"new", &bytes[LARGE as usize + 3..]].concat());
            same.hashed(Kind::Sha1).write(alone.as_file()).unwrap();
            ahead.finish(parts.hashed(Kind::Sha1), file.as_file()).unwrap();
            assert_eq!(std::fs::read(file.path()).unwrap(), std::fs::read(alone.path()).unwrap());
        }
        assert!(
            Ahead::begin(&Arc::new(Pieces::of_bytes(vec![0; 9])), Kind::Sha1, &tempfile::tempfile().unwrap())
                .is_none()
        );
    }
}
