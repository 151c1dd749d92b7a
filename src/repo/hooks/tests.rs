use super::*;

fn place() -> (tempfile::TempDir, HooksFolder) {
    let place = tempfile::tempdir().unwrap();
    let folder = HooksFolder { path: place.path().join("hooks"), is_shared: false };
    (place, folder)
}

fn write_hook(folder: &HooksFolder, name: &str, text: &str) {
    fs::create_dir_all(&folder.path).unwrap();
    fs::write(folder.path.join(name), text).unwrap();
    fs::set_permissions(folder.path.join(name), fs::Permissions::from_mode(0o750)).unwrap();
}

fn read(folder: &HooksFolder) -> String {
    fs::read_to_string(folder.path.join(NAME)).unwrap()
}

const PROGRAM: &str = "/opt/it's here/git-sr";

#[test]
fn installed_twice_the_hook_is_there_once_and_uninstalled_it_is_gone() {
    let (_place, folder) = place();
    let program = Path::new(PROGRAM);
    assert_eq!(install(&folder, program).unwrap(), HookOutcome::Installed { kept: OldHook::None });
    assert!(is_executable(&folder.path.join(NAME)));
    assert_eq!(install(&folder, program).unwrap(), HookOutcome::WasThere);
    assert_eq!(uninstall(&folder).unwrap(), HookOutcome::Removed { restored: false });
    assert_eq!(fs::read_dir(&folder.path).unwrap().count(), 0);
    assert_eq!(uninstall(&folder).unwrap(), HookOutcome::WasGone);
}

#[test]
fn a_hook_that_was_there_comes_back_with_its_mode() {
    let (_place, folder) = place();
    write_hook(&folder, NAME, "#!/bin/sh\necho mine\n");
    for _ in 0..2 {
        install(&folder, Path::new(PROGRAM)).unwrap();
    }
    assert_eq!(uninstall(&folder).unwrap(), HookOutcome::Removed { restored: true });
    assert_eq!(read(&folder), "#!/bin/sh\necho mine\n");
    let mode = folder.path.join(NAME).metadata().unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o750);
}

#[test]
fn a_hook_of_another_program_version_is_renewed() {
    let (_place, folder) = place();
    install(&folder, Path::new("/old/git-sr")).unwrap();
    assert_eq!(install(&folder, Path::new(PROGRAM)).unwrap(), HookOutcome::WasThere);
    assert!(read(&folder).contains(r"'/opt/it'\''s here/git-sr'"));
}

#[test]
fn what_was_changed_by_hand_is_not_taken_away() {
    let (_place, folder) = place();
    install(&folder, Path::new(PROGRAM)).unwrap();
    let changed = read(&folder) + "echo more\n";
    write_hook(&folder, NAME, &changed);
    assert!(matches!(uninstall(&folder), Err(HookError::Foreign { .. })));
    assert_eq!(read(&folder), changed);
}

#[test]
fn a_hook_of_ours_that_was_changed_by_hand_is_not_kept_as_one_of_others() {
    let (_place, folder) = place();
    install(&folder, Path::new(PROGRAM)).unwrap();
    let changed = read(&folder).replace("exec \"$program\" check", "exec mine");
    write_hook(&folder, NAME, &changed);
    assert!(matches!(install(&folder, Path::new(PROGRAM)), Err(HookError::Foreign { .. })));
    assert_eq!(read(&folder), changed);
    assert!(!folder.path.join(KEPT).exists());
}

#[test]
fn a_hook_of_ours_that_was_changed_and_still_calls_the_check_is_there() {
    let (_place, folder) = place();
    install(&folder, Path::new(PROGRAM)).unwrap();
    let changed = read(&folder).replace("exec \"$program\" check", "echo checking\nexec \"$program\" check");
    write_hook(&folder, NAME, &changed);
    assert_eq!(install(&folder, Path::new(PROGRAM)).unwrap(), HookOutcome::WasThere);
    assert_eq!(read(&folder), changed);
    let error = uninstall(&folder).unwrap_err();
    assert!(matches!(error, HookError::Foreign { was_ours: true, .. }), "{error:?}");
}

#[test]
fn a_hook_of_others_is_no_obstacle_to_uninstalling_unless_it_calls_the_check() {
    let (_place, folder) = place();
    write_hook(&folder, NAME, "#!/bin/sh\necho mine\n");
    assert_eq!(uninstall(&folder).unwrap(), HookOutcome::WasGone);
    for call in ["git sr check || exit 1", "exec git-sr check"] {
        write_hook(&folder, NAME, &format!("#!/bin/sh\n{call}\n"));
        let error = uninstall(&folder).unwrap_err();
        assert!(matches!(error, HookError::Foreign { was_ours: false, .. }), "{error:?}");
    }
}

#[test]
fn a_hook_that_an_earlier_version_wrote_is_replaced() {
    for (head, tail) in script::EARLIER {
        let (_place, folder) = place();
        write_hook(&folder, NAME, &format!("{head}'/old/git-sr'{tail}"));
        assert_eq!(install(&folder, Path::new(PROGRAM)).unwrap(), HookOutcome::WasThere);
        assert_eq!(read(&folder).as_bytes(), text(Path::new(PROGRAM)));
    }
}

#[test]
fn under_the_name_of_a_kept_hook_ours_does_nothing() {
    let (_place, folder) = place();
    install(&folder, Path::new("/nowhere/git-sr")).unwrap();
    fs::copy(folder.path.join(NAME), folder.path.join(KEPT)).unwrap();
    #[allow(clippy::disallowed_methods, reason = "the hook is a program")]
    let status = std::process::Command::new("/bin/sh").arg(folder.path.join(KEPT)).status().unwrap();
    assert!(status.success());
}

#[test]
fn a_hook_for_which_there_is_no_room_is_left() {
    let (_place, folder) = place();
    write_hook(&folder, NAME, "one\n");
    write_hook(&folder, KEPT, "two\n");
    assert!(matches!(install(&folder, Path::new(PROGRAM)), Err(HookError::Taken { .. })));
    assert_eq!(read(&folder), "one\n");
}

#[test]
fn a_run_that_broke_off_between_both_steps_is_finished() {
    let (_place, folder) = place();
    write_hook(&folder, KEPT, "mine\n");
    assert_eq!(
        install(&folder, Path::new(PROGRAM)).unwrap(),
        HookOutcome::Installed { kept: OldHook::RunsFirst }
    );
    uninstall(&folder).unwrap();
    assert_eq!(read(&folder), "mine\n");
}

#[test]
fn a_file_in_the_place_of_the_folder_is_no_folder() {
    let folder = HooksFolder { path: "/dev/null".into(), is_shared: false };
    assert!(matches!(install(&folder, Path::new(PROGRAM)), Err(HookError::NoFolder { .. })));
}

#[test]
fn a_kept_hook_runs_only_if_it_is_executable() {
    for (mode, kept) in [(0o755, OldHook::RunsFirst), (0o644, OldHook::DoesNotRun)] {
        let (_place, folder) = place();
        write_hook(&folder, NAME, "#!/bin/sh\n");
        fs::set_permissions(folder.path.join(NAME), fs::Permissions::from_mode(mode)).unwrap();
        assert_eq!(install(&folder, Path::new(PROGRAM)).unwrap(), HookOutcome::Installed { kept });
    }
}
