//! Runs one test of this binary in a process of its own, where it may set variables, abort, or configure the global pool.

use std::process::{Command, Output};

/// Set in the child, so that the test knows which half it is.
const MARK: &str = "TINE_TEST_IS_CHILD";

/// True in the process that [`output_of`] started.
pub(crate) fn is_child() -> bool {
    std::env::var_os(MARK).is_some()
}

/// Runs the test `name` in a child process with these variables set, and returns what came of it.
pub(crate) fn output_of(name: &str, variables: &[(&str, &str)]) -> Output {
    let program = std::env::current_exe().expect("a path to this program");
    let mut command = Command::new(program);
    command.args([name, "--exact", "--nocapture", "--test-threads=1"]);
    for inherited in ["TINE_NUM_THREADS", "RAYON_NUM_THREADS", "RAYON_RS_NUM_CPUS"] {
        command.env_remove(inherited);
    }
    command.env(MARK, "1").envs(variables.iter().copied());
    command.output().expect("a child process")
}

/// Runs `body` in a child process and requires it to succeed. `name` is that of the calling test.
#[track_caller]
pub(crate) fn alone(name: &str, variables: &[(&str, &str)], body: impl FnOnce()) {
    if is_child() {
        return body();
    }
    let output = output_of(name, variables);
    let said = String::from_utf8_lossy(&output.stdout);
    let complained = String::from_utf8_lossy(&output.stderr);
    let passed = output.status.success() && said.contains("1 passed");
    assert!(passed, "the child failed:\n{said}\n{complained}");
}

/// Runs `body` in a child process and requires that it ends the process by an abort.
#[track_caller]
pub(crate) fn aborts(name: &str, body: impl FnOnce()) {
    if is_child() {
        body();
        // Reached only if nothing aborted; the parent sees an orderly end and fails.
        std::process::exit(0);
    }
    let status = output_of(name, &[]).status;
    #[cfg(unix)]
    let aborted = {
        use std::os::unix::process::ExitStatusExt;
        // SIGABRT, which has this number on every Unix that std supports.
        status.signal() == Some(6)
    };
    #[cfg(not(unix))]
    let aborted = !status.success();
    assert!(aborted, "the child ended with {status}");
}
