//! Codes of errors, their texts, and the guard that stops every panic.

use std::any::Any;
use std::cell::RefCell;
use std::error::Error;
use std::ffi::{CString, c_char};
use std::panic::{AssertUnwindSafe, catch_unwind};

/// The result of a call: `ZOBRIST_OK`, `ZOBRIST_NOT_FOUND`, or an error, of which
/// `zobrist_last_error` has the text.
pub type Status = i32;

/// The call did what it says.
pub const ZOBRIST_OK: Status = 0;
/// There is no such entry, kind or state. It is no error, and has no text.
pub const ZOBRIST_NOT_FOUND: Status = 1;
/// A pointer is null that may not be.
pub const ZOBRIST_NULL: Status = 2;
/// An argument has a value that the function does not take.
pub const ZOBRIST_INVALID: Status = 3;
/// The system could not read or write a file.
pub const ZOBRIST_IO: Status = 4;
/// A file, or a text, is not what the function reads, or is damaged.
pub const ZOBRIST_FORMAT: Status = 5;
/// There is not enough memory for a table.
pub const ZOBRIST_MEMORY: Status = 6;
/// The library has a fault, and the call may have been done in part. Free the object.
pub const ZOBRIST_PANIC: Status = 7;

/// The reason why a call was not done.
#[derive(Debug)]
pub(crate) struct Failure {
    status: Status,
    text: String,
}

pub(crate) type Result<T> = std::result::Result<T, Failure>;

impl Failure {
    #[cold]
    pub(crate) fn new(status: Status, text: impl Into<String>) -> Failure {
        Failure { status, text: text.into() }
    }

    /// The failure of an error, with the texts of its sources.
    #[cold]
    pub(crate) fn of(status: Status, error: &dyn Error) -> Failure {
        let mut text = error.to_string();
        let mut source = error.source();
        while let Some(error) = source {
            text += &format!(": {error}");
            source = error.source();
        }
        Failure { status, text }
    }

    /// The failure of an argument that is null.
    #[cold]
    pub(crate) fn null(argument: &str) -> Failure {
        Failure::new(ZOBRIST_NULL, format!("expected `{argument}`, got a null pointer"))
    }

    /// The failure with a place before its text.
    #[cold]
    pub(crate) fn at(self, place: impl std::fmt::Display) -> Failure {
        Failure { text: format!("{place}: {}", self.text), ..self }
    }
}

thread_local! {
    /// The last failure of the thread.
    static LAST: RefCell<Option<(Status, CString)>> = const { RefCell::new(None) };
}

/// Runs the body of a function that C calls. A panic ends here, as a status.
#[inline(always)]
pub(crate) fn guarded(body: impl FnOnce() -> Result<Status>) -> Status {
    // What a panic has left half-done is behind a pointer whose owner is told to free it.
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(status)) => status,
        Ok(Err(failure)) => failed(failure),
        Err(panic) => panicked(&*panic),
    }
}

/// Runs the body of a function that returns a value, or `none` if it fails.
#[inline(always)]
pub(crate) fn guarded_value<T>(none: T, body: impl FnOnce() -> Result<T>) -> T {
    match catch_unwind(AssertUnwindSafe(body)) {
        Ok(Ok(value)) => return value,
        Ok(Err(failure)) => failed(failure),
        Err(panic) => panicked(&*panic),
    };
    none
}

/// Fails because of an argument that is null. The functions that are called most check their
/// arguments before the guard and come here apart: their code is then as short as a probe itself,
/// and a processor has as many probes in flight as it would have without the call.
#[cold]
#[inline(never)]
pub(crate) fn refuse_null(argument: &str) -> Status {
    guarded(|| Err(Failure::null(argument)))
}

/// Keeps a failure for `zobrist_last_error`.
#[cold]
#[inline(never)]
fn failed(Failure { status, text }: Failure) -> Status {
    let text = CString::new(text.replace('\0', "\u{fffd}")).unwrap_or_default();
    // A thread that is ending has no place for it.
    LAST.try_with(|last| *last.borrow_mut() = Some((status, text))).ok();
    status
}

#[cold]
#[inline(never)]
fn panicked(panic: &(dyn Any + Send)) -> Status {
    let text = panic.downcast_ref::<String>().map(String::as_str);
    let text = text.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("no text");
    failed(Failure::new(ZOBRIST_PANIC, format!("a fault of the library: {text}; report it")))
}

/// Returns the text of the last error of this thread, in UTF-8; an empty one if there was none. It
/// is valid until the next error of the thread, or the end of the thread.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_last_error() -> *const c_char {
    let of = |last: &RefCell<Option<(Status, CString)>>| {
        last.borrow().as_ref().map_or(c"".as_ptr(), |(_, text)| text.as_ptr())
    };
    LAST.try_with(of).unwrap_or(c"".as_ptr())
}

/// Returns the code of the last error of this thread, `ZOBRIST_OK` if there was none. A call that
/// succeeds does not change it: it is for functions that return a value and no status.
#[unsafe(no_mangle)]
pub extern "C" fn zobrist_last_status() -> Status {
    let of = |last: &RefCell<Option<(Status, CString)>>| {
        last.borrow().as_ref().map_or(ZOBRIST_OK, |(status, _)| *status)
    };
    LAST.try_with(of).unwrap_or(ZOBRIST_OK)
}

#[cfg(test)]
mod tests {
    use std::ffi::CStr;

    use super::*;

    fn last() -> String {
        // SAFETY: the text ends with NUL, and this thread has no error while it is read.
        unsafe { CStr::from_ptr(zobrist_last_error()) }.to_str().unwrap().to_owned()
    }

    extern "C" fn faulty() -> Status {
        guarded(|| panic!("three is {}", 4))
    }

    extern "C" fn faulty_value() -> u64 {
        guarded_value(0, || panic!("no number"))
    }

    #[test]
    fn a_panic_is_a_status() {
        assert_eq!((zobrist_last_status(), last().as_str()), (ZOBRIST_OK, ""));
        assert_eq!(faulty(), ZOBRIST_PANIC);
        assert_eq!(last(), "a fault of the library: three is 4; report it");
        assert_eq!(faulty_value(), 0);
        assert_eq!(zobrist_last_status(), ZOBRIST_PANIC);
        assert_eq!(last(), "a fault of the library: no number; report it");
    }

    #[test]
    fn a_failure_has_its_sources_and_stays_in_its_thread() {
        let source = std::io::Error::other("a\0b");
        let open = zobrist_transposition::SaveError::Io { path: "t".into(), source };
        assert_eq!(guarded(|| Err(Failure::of(ZOBRIST_IO, &open).at("here"))), ZOBRIST_IO);
        assert_eq!(last(), "here: cannot save the table as t: a\u{fffd}b");
        std::thread::spawn(|| assert_eq!(last(), "")).join().unwrap();
        assert_eq!(guarded(|| Ok(ZOBRIST_NOT_FOUND)), ZOBRIST_NOT_FOUND);
        assert_eq!(zobrist_last_status(), ZOBRIST_IO);
    }
}
