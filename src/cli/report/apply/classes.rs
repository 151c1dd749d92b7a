//! The classes of what was refused.

use crate::{
    apply::{ApplyReport, ApplyStatus},
    cli::exit::Exit,
    core::outcome::{Class, Outcome},
};

/// The classes of all that was refused.
pub(in crate::cli) fn classes(report: &ApplyReport<'_>) -> Vec<Class> {
    let blocks = report.blocks.iter().filter_map(|block| match &block.outcome {
        Outcome::Failed(failure) => Some(failure.class()),
        _ => None,
    });
    let faults = report.faults.iter().map(|found| Class::of_fault(&found.fault.kind));
    let empty = (report.status == ApplyStatus::NoBlocks).then_some(Class::NoBlocks);
    let conflicts = report.has_conflicts().then_some(Class::Unmerged);
    let open = (!report.open.is_empty()).then_some(Class::LeftOut);
    blocks.chain(faults).chain(empty).chain(conflicts).chain(open).collect()
}

/// Returns whether another reply may do what this one did not: nothing that was sent is not to be corrected, and no
/// reply mends an error of the system.
pub(in crate::cli) fn can_be_corrected(report: &ApplyReport<'_>) -> bool {
    match report.status {
        ApplyStatus::NoBlocks => {
            !report.sources[report.continued..].iter().all(|source| source.reply.is_blank)
        }
        ApplyStatus::Refused => Exit::of_refusal(&classes(report)) == Exit::Refused,
        _ => true,
    }
}
