//! Writing a file of the disk to a store, in parts.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, Read};
use std::sync::Arc;

use object_store::{MultipartUpload, ObjectStoreExt, PutPayload};
use tokio::sync::Mutex;

use super::failure::error_of;
use super::limits::{PART, limit};
use super::runtime::{Running, run, start};
use super::store::Place;

/// Number of parts that S3 takes.
const MAX_PARTS: u64 = 10_000;

/// Number of parts that are sent at the same time.
const AT_ONCE: usize = 3;

/// Writes a file of `length` bytes.
///
/// # Errors
/// When it cannot be read or written, or has fewer bytes.
pub(super) fn upload(place: &Place, mut file: File, length: u64) -> io::Result<()> {
    if length <= PART {
        let payload = read(&mut file, length)?;
        return place.request(limit(length), |store, key| async move {
            store.put(&key, payload).await.map(drop)
        });
    }
    let begun =
        place.request(limit(1), |store, key| async move { store.put_multipart(&key).await })?;
    let upload = Arc::new(Mutex::new(begun));
    let sent = send_parts(&upload, &mut file, length);
    let sent = sent.and_then(|()| finish(Arc::clone(&upload), false));
    if sent.is_err() {
        // The error that came first counts.
        finish(upload, true).ok();
    }
    sent.map_err(|error| place.explained(error))
}

type Upload = Arc<Mutex<Box<dyn MultipartUpload>>>;

fn send_parts(upload: &Upload, file: &mut File, length: u64) -> io::Result<()> {
    let part = PART.max(length.div_ceil(MAX_PARTS));
    let mut running: VecDeque<Running<()>> = VecDeque::new();
    let mut left = length;
    while left > 0 {
        let bytes = left.min(part);
        let payload = read(file, bytes)?;
        left -= bytes;
        let sending = upload.try_lock().map_err(io::Error::other)?.put_part(payload);
        let sending = async move { sending.await.map_err(error_of) };
        if running.len() == AT_ONCE
            && let Some(first) = running.pop_front()
        {
            first.wait()?;
        }
        running.push_back(start(limit(bytes), sending)?);
    }
    running.into_iter().try_for_each(Running::wait)
}

/// Makes a file of the parts, or removes them.
fn finish(upload: Upload, is_aborted: bool) -> io::Result<()> {
    run(limit(PART), async move {
        let mut upload = upload.lock().await;
        let done = match is_aborted {
            false => upload.complete().await.map(drop),
            true => upload.abort().await,
        };
        done.map_err(error_of)
    })
}

fn read(file: &mut File, length: u64) -> io::Result<PutPayload> {
    let mut bytes = Vec::with_capacity(length as usize);
    file.take(length).read_to_end(&mut bytes)?;
    if (bytes.len() as u64) < length {
        return Err(io::ErrorKind::UnexpectedEof.into());
    }
    Ok(bytes.into())
}
