//! Random sequences of what users and the program do, against a simple model. What must hold: nothing that
//! stood in the work tree when a command began is lost by it, not even where it is killed, and undo takes
//! back exactly what apply did. `SR_FULL=1` tries 400 sequences in place of 7, which takes ten minutes.
#![expect(clippy::disallowed_methods, reason = "tests touch the disk and run programs")]

mod full;
#[path = "model/random.rs"]
mod random;
mod sandbox;
#[path = "model/steps.rs"]
mod steps;
#[allow(dead_code, reason = "runs are only killed here")]
#[path = "crash/strace.rs"]
mod strace;
#[path = "model/world.rs"]
mod world;

use std::fmt::Write as _;

use full::full;
use sandbox::sandboxed_with;
use world::World;

#[test]
fn nothing_is_lost_and_undo_takes_back_what_apply_did() {
    const NAME: &str = "nothing_is_lost_and_undo_takes_back_what_apply_did";
    let traces = strace::need().is_met("the killed runs of the model");
    sandboxed_with(NAME, &[("SR_FULL", if full() { "1" } else { "0" })], |_| {
        for seed in 0..if full() { 400 } else { 7 } {
            let mut world = World::new(seed, traces);
            let _ = writeln!(world.story, "seed {seed}");
            for _ in 0..25 {
                world.step();
            }
            let fsck = world.git(&["fsck", "--strict", "--no-dangling", "--no-progress"]);
            assert!(fsck.status.success(), "{}\n{}", String::from_utf8_lossy(&fsck.stderr), world.story);
        }
    });
}
