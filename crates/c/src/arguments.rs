//! Arguments from C: references, texts and arrays that may be null.
//!
//! A parameter that points to one value is an `Option` of a reference, which is a pointer that may
//! be null. Texts and arrays come as pointers, and are read here alone.

use std::ffi::{CStr, c_char};
use std::mem::MaybeUninit;
use std::path::Path;
use std::slice;

use crate::status::{Failure, Result, Status, ZOBRIST_INVALID, ZOBRIST_OK};

/// A place to which a function writes a result: memory that need not hold a value yet.
pub(crate) type Out<'a, T> = Option<&'a mut MaybeUninit<T>>;

/// A place to which a function writes an object that the caller owns from then on, or null.
pub(crate) type NewObject<'a, T> = Out<'a, Option<Box<T>>>;

/// The value behind a pointer.
#[inline(always)]
pub(crate) fn given<T>(argument: Option<T>, name: &str) -> Result<T> {
    argument.ok_or_else(|| Failure::null(name))
}

/// Writes a result to `out`, the parameter of that name.
#[inline(always)]
pub(crate) fn put<T>(out: Out<'_, T>, value: T) -> Result<()> {
    given(out, "out")?.write(value);
    Ok(())
}

/// Makes an object and writes it to `out`; null if it cannot be made.
pub(crate) fn put_new<T>(
    out: NewObject<'_, T>,
    make: impl FnOnce() -> Result<T>,
) -> Result<Status> {
    let out = given(out, "out")?;
    out.write(None);
    out.write(Some(Box::new(make()?)));
    Ok(ZOBRIST_OK)
}

/// The text behind a pointer.
///
/// # Safety
/// The pointer is null, or leads to bytes that end with NUL and stay as they are for `'a`.
pub(crate) unsafe fn text<'a>(pointer: *const c_char, name: &str) -> Result<&'a str> {
    if pointer.is_null() {
        return Err(Failure::null(name));
    }
    // SAFETY: the pointer is not null, and the caller says that it leads to such bytes.
    let text = unsafe { CStr::from_ptr(pointer) };
    text.to_str().map_err(|error| {
        let got = text.to_string_lossy();
        let at = error.valid_up_to();
        let reason =
            format!("expected `{name}` in UTF-8, got {got:?}, which is not from byte {at} on");
        Failure::new(ZOBRIST_INVALID, reason)
    })
}

/// The path behind a pointer: any bytes on Unix, UTF-8 elsewhere.
///
/// # Safety
/// As for [`text`].
pub(crate) unsafe fn path<'a>(pointer: *const c_char, name: &str) -> Result<&'a Path> {
    #[cfg(unix)]
    {
        use std::os::unix::ffi::OsStrExt;

        if pointer.is_null() {
            return Err(Failure::null(name));
        }
        // SAFETY: the pointer is not null, and the caller says that it leads to such bytes.
        let bytes = unsafe { CStr::from_ptr(pointer) }.to_bytes();
        Ok(Path::new(std::ffi::OsStr::from_bytes(bytes)))
    }
    #[cfg(not(unix))]
    {
        // SAFETY: the caller says the same of the pointer.
        unsafe { text(pointer, name) }.map(Path::new)
    }
}

/// The array of `len` values behind a pointer, which may be null if it has none.
///
/// # Safety
/// The pointer is null, or leads to as many values, which stay as they are for `'a`.
pub(crate) unsafe fn array<'a, T>(pointer: *const T, len: usize, name: &str) -> Result<&'a [T]> {
    if len == 0 {
        return Ok(&[]);
    }
    if pointer.is_null() {
        return Err(Failure::null(name));
    }
    check_size::<T>(len, name)?;
    // SAFETY: the pointer is not null, the size fits, and the caller says the rest.
    Ok(unsafe { slice::from_raw_parts(pointer, len) })
}

/// The places for `len` values behind a pointer, which may be null if there are none.
///
/// # Safety
/// The pointer is null, or leads to memory for as many values, which nothing else uses for `'a`.
pub(crate) unsafe fn places<'a, T>(
    pointer: *mut T,
    len: usize,
    name: &str,
) -> Result<&'a mut [MaybeUninit<T>]> {
    if len == 0 {
        return Ok(&mut []);
    }
    if pointer.is_null() {
        return Err(Failure::null(name));
    }
    check_size::<T>(len, name)?;
    // SAFETY: the pointer is not null, the size fits, and the caller says the rest.
    Ok(unsafe { slice::from_raw_parts_mut(pointer.cast(), len) })
}

/// No memory is as large as half of all addresses, which slices rely on.
fn check_size<T>(len: usize, name: &str) -> Result<()> {
    let most = isize::MAX as usize / size_of::<T>().max(1);
    if len <= most {
        return Ok(());
    }
    let text = format!("expected at most {most} values in `{name}`, got {len}");
    Err(Failure::new(ZOBRIST_INVALID, text))
}
