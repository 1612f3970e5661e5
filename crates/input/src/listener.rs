//! The trait that follows the reading of files.

/// Hears how the reading of files goes on.
pub trait Listener: Send + Sync {
    /// So many more bytes of a file were read, before decompression.
    fn read(&self, bytes: u64);

    /// Something that a person may want to know: a sentence without its end, that names the file.
    fn notice(&self, text: &str);

    /// A notice of the encoding by which text was read that is not UTF-8. It was found by the text,
    /// and the caller of a reader can ask for another.
    fn assumed_encoding(&self, text: &str) {
        self.notice(text);
    }
}

/// Nobody.
#[derive(Clone, Copy, Debug)]
pub struct Nobody;

impl Listener for Nobody {
    fn read(&self, _: u64) {}

    fn notice(&self, _: &str) {}
}
