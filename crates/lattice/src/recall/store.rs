//! The entries of a recall: within a bound, the least recently used evicted first.

use zobrist::Key;

use super::stored::Name;
use crate::configuration::Species;

/// No entry.
const NIL: u32 = u32::MAX;
/// Upper bound on the entries of a chunk.
const MAX_CHUNK: usize = 256;
const MIN_HEADS: usize = 16;

/// Entries in chunks, so that memory is allocated a little at a time and never copied; found by
/// chains from a table of heads, and ordered by use in a list.
#[derive(Clone, Debug)]
pub(super) struct Store<V, K> {
    chunks: Vec<Chunk<V, K>>,
    /// A chunk has 2^shift entries.
    shift: u32,
    len: usize,
    /// The first entry of each chain: there are none, or a power of two of them.
    heads: Vec<u32>,
    newest: u32,
    oldest: u32,
    keeps_contents: bool,
    limits: Limits,
    heap_bytes: fn(&V) -> usize,
    /// Bytes of the chunks.
    chunk_bytes: usize,
    /// Bytes of values and contents outside of the chunks.
    heap: usize,
}

/// The limits that a store never exceeds.
#[derive(Clone, Copy, Debug)]
struct Limits {
    entries: usize,
    bytes: usize,
}

/// Entries side by side. There are contents only if they are compared.
#[derive(Clone, Debug)]
struct Chunk<V, K> {
    nodes: Vec<Node<V, K>>,
    contents: Vec<Box<[Species]>>,
}

#[derive(Clone, Debug)]
struct Node<V, K> {
    hash: K,
    value: V,
    older: u32,
    newer: u32,
    /// The next entry of the chain.
    next: u32,
}

/// The result of a search.
pub(super) enum LookUp {
    At(u32),
    /// Nothing, and whether the hash was present with other contents.
    Nothing {
        refuted: bool,
    },
}

impl<V, K: Key> Store<V, K> {
    pub(super) fn with_entries(entries: usize) -> Store<V, K> {
        let entries = entries.min(NIL as usize);
        let chunk = MAX_CHUNK.min(entries.max(1).next_power_of_two());
        let limits = Limits { entries, bytes: usize::MAX };
        Store::new(limits, chunk, |_| 0)
    }

    pub(super) fn with_bytes(bytes: usize, heap_bytes: fn(&V) -> usize) -> Store<V, K> {
        // Small enough that the unused part of the last chunk is a small part of the whole.
        let chunk = (bytes / (32 * size_of::<Node<V, K>>())).clamp(1, MAX_CHUNK);
        let limits = Limits { entries: NIL as usize, bytes };
        Store::new(limits, 1 << chunk.ilog2(), heap_bytes)
    }

    fn new(limits: Limits, chunk: usize, heap_bytes: fn(&V) -> usize) -> Store<V, K> {
        Store {
            chunks: Vec::new(),
            shift: chunk.ilog2(),
            len: 0,
            heads: Vec::new(),
            newest: NIL,
            oldest: NIL,
            keeps_contents: false,
            limits,
            heap_bytes,
            chunk_bytes: 0,
            heap: 0,
        }
    }

    /// Keeps contents from now on, or does not; nothing is kept yet.
    pub(super) fn keep_contents(&mut self, keep: bool) {
        assert!(self.len == 0, "verification is chosen before anything is kept");
        self.keeps_contents = keep;
        self.chunks = Vec::new();
        self.chunk_bytes = 0;
    }

    pub(super) fn keeps_contents(&self) -> bool {
        self.keeps_contents
    }

    pub(super) fn len(&self) -> usize {
        self.len
    }

    /// All bytes that are requested from the allocator.
    pub(super) fn bytes(&self) -> usize {
        let lists = self.chunks.capacity() * size_of::<Chunk<V, K>>();
        lists + self.chunk_bytes + self.heads.capacity() * size_of::<u32>() + self.heap
    }

    pub(super) fn find(&self, name: Name<'_, K>) -> LookUp {
        let mut refuted = false;
        let mut at = self.heads.get(self.bucket(name.hash)).copied().unwrap_or(NIL);
        while at != NIL {
            let node = self.node(at);
            if node.hash == name.hash {
                if !self.keeps_contents || self.content(at) == name.to_compare() {
                    return LookUp::At(at);
                }
                refuted = true;
            }
            at = node.next;
        }
        LookUp::Nothing { refuted }
    }

    pub(super) fn value(&self, at: u32) -> &V {
        &self.node(at).value
    }

    /// Makes an entry the newest.
    pub(super) fn touch(&mut self, at: u32) {
        if self.newest != at {
            self.unlink(at);
            self.link(at);
        }
    }

    /// Replaces a value, and returns how many entries were evicted.
    pub(super) fn replace(&mut self, at: u32, value: V) -> u64 {
        let content = if self.keeps_contents { self.content(at).into() } else { Box::default() };
        let hash = self.node(at).hash;
        self.remove(at);
        self.insert(hash, content, value)
    }

    /// Adds a new entry as the newest, and returns how many were evicted. An entry that does not
    /// fit the bound by itself is not kept.
    pub(super) fn insert(&mut self, hash: K, content: Box<[Species]>, value: V) -> u64 {
        debug_assert!(self.keeps_contents || content.is_empty());
        let heap = (self.heap_bytes)(&value) + content.len();
        let before = self.len;
        let kept = self.make_room(heap);
        let gone = (before - self.len) as u64;
        if !kept {
            return gone;
        }
        let at = self.len as u32;
        let bucket = self.bucket(hash);
        let next = std::mem::replace(&mut self.heads[bucket], at);
        let chunk = &mut self.chunks[self.len >> self.shift];
        chunk.nodes.push(Node { hash, value, older: NIL, newer: NIL, next });
        if self.keeps_contents {
            chunk.contents.push(content);
        }
        self.heap += heap;
        self.len += 1;
        self.link(at);
        gone
    }

    /// Every entry, the oldest first.
    pub(super) fn oldest_first(&self) -> impl Iterator<Item = (K, &[Species], &V)> {
        let present = |at: u32| (at != NIL).then_some(at);
        std::iter::successors(present(self.oldest), move |at| present(self.node(*at).newer)).map(
            |at| {
                let content = if self.keeps_contents { self.content(at) } else { &[] };
                (self.node(at).hash, content, &self.node(at).value)
            },
        )
    }

    /// Makes room for an entry with `heap` bytes elsewhere; false if there is none even without any
    /// other entry.
    fn make_room(&mut self, heap: usize) -> bool {
        let tables = self.bytes() - self.chunk_bytes - self.heap;
        if self.limits.bytes.saturating_sub(tables) < heap.saturating_add(self.bytes_of_a_chunk()) {
            return false;
        }
        loop {
            self.grow_heads();
            let free = self.chunks.len() << self.shift > self.len;
            let max_bytes = self.limits.bytes.saturating_sub(heap);
            if self.len < self.limits.entries && !self.heads.is_empty() {
                if free && self.bytes() <= max_bytes {
                    return true;
                }
                if !free && self.add_chunk(max_bytes) {
                    return true;
                }
            }
            if self.chunks.last().is_some_and(|chunk| chunk.nodes.is_empty()) && self.len > 0 {
                self.drop_chunk();
            } else if self.oldest != NIL {
                self.remove(self.oldest);
            } else {
                return false;
            }
        }
    }

    /// Adds a chunk, if the whole then takes at most `max_bytes` bytes.
    fn add_chunk(&mut self, max_bytes: usize) -> bool {
        let (entries, bytes) = (1_usize << self.shift, self.bytes_of_a_chunk());
        if self.chunks.len() == self.chunks.capacity() {
            // The list is copied when it grows: both must fit.
            let more = (self.chunks.len() / 2).max(4);
            let list = (self.chunks.len() + more) * size_of::<Chunk<V, K>>();
            if self.bytes() + list + bytes > max_bytes {
                return false;
            }
            if self.chunks.try_reserve_exact(more).is_err() {
                return self.stop_growing();
            }
        }
        if self.bytes() + bytes > max_bytes {
            return false;
        }
        let (mut nodes, mut contents) = (Vec::new(), Vec::new());
        let kept = if self.keeps_contents { entries } else { 0 };
        if nodes.try_reserve_exact(entries).is_err() || contents.try_reserve_exact(kept).is_err() {
            return self.stop_growing();
        }
        self.chunks.push(Chunk { nodes, contents });
        self.chunk_bytes += bytes;
        true
    }

    /// The system refuses more memory: the present size becomes the bound.
    fn stop_growing(&mut self) -> bool {
        self.limits.bytes = self.bytes();
        false
    }

    fn drop_chunk(&mut self) {
        self.chunks.pop();
        self.chunk_bytes -= self.bytes_of_a_chunk();
    }

    fn bytes_of_a_chunk(&self) -> usize {
        let content = if self.keeps_contents { size_of::<Box<[Species]>>() } else { 0 };
        (size_of::<Node<V, K>>() + content) << self.shift
    }

    /// Doubles the heads if there are at least as many entries, and if there is room.
    fn grow_heads(&mut self) {
        if self.len < self.heads.len() {
            return;
        }
        let count = (2 * self.heads.len()).max(MIN_HEADS);
        let more = (count - self.heads.len()) * size_of::<u32>();
        if self.bytes() + more > self.limits.bytes {
            return;
        }
        // The old ones are freed first: they can be rebuilt from the entries.
        let mut granted = count;
        self.heads = Vec::new();
        while self.heads.try_reserve_exact(granted).is_err() && granted > MIN_HEADS {
            granted /= 2;
        }
        self.heads.resize(granted, NIL);
        if granted < count {
            self.stop_growing();
        }
        for at in 0..self.len as u32 {
            let bucket = self.bucket(self.node(at).hash);
            let next = std::mem::replace(&mut self.heads[bucket], at);
            self.node_mut(at).next = next;
        }
    }

    /// Takes an entry out; the last one moves to its place.
    fn remove(&mut self, at: u32) {
        self.unlink(at);
        *self.link_to(at) = self.node(at).next;
        let last = self.len as u32 - 1;
        if at != last {
            *self.link_to(last) = at;
            let (older, newer) = (self.node(last).older, self.node(last).newer);
            *self.newer_of(older) = at;
            *self.older_of(newer) = at;
        }
        let chunk = &mut self.chunks[last as usize >> self.shift];
        let mut node = chunk.nodes.pop().expect("the last chunk has the last entry");
        let mut content = chunk.contents.pop();
        if at != last {
            std::mem::swap(&mut node, self.node_mut(at));
            if let Some(content) = &mut content {
                let (chunk, slot) = self.place(at);
                std::mem::swap(content, &mut self.chunks[chunk].contents[slot]);
            }
        }
        self.heap -= (self.heap_bytes)(&node.value) + content.map_or(0, |content| content.len());
        self.len -= 1;
    }

    /// The link that points to an entry in its chain.
    fn link_to(&mut self, to: u32) -> &mut u32 {
        let bucket = self.bucket(self.node(to).hash);
        if self.heads[bucket] == to {
            return &mut self.heads[bucket];
        }
        let mut at = self.heads[bucket];
        while self.node(at).next != to {
            at = self.node(at).next;
        }
        &mut self.node_mut(at).next
    }

    fn unlink(&mut self, at: u32) {
        let (older, newer) = (self.node(at).older, self.node(at).newer);
        *self.newer_of(older) = newer;
        *self.older_of(newer) = older;
    }

    fn link(&mut self, at: u32) {
        let before = self.newest;
        let node = self.node_mut(at);
        (node.older, node.newer) = (before, NIL);
        *self.newer_of(before) = at;
        self.newest = at;
    }

    fn newer_of(&mut self, at: u32) -> &mut u32 {
        if at == NIL { &mut self.oldest } else { &mut self.node_mut(at).newer }
    }

    fn older_of(&mut self, at: u32) -> &mut u32 {
        if at == NIL { &mut self.newest } else { &mut self.node_mut(at).older }
    }

    fn place(&self, at: u32) -> (usize, usize) {
        (at as usize >> self.shift, at as usize & ((1 << self.shift) - 1))
    }

    fn node(&self, at: u32) -> &Node<V, K> {
        let (chunk, slot) = self.place(at);
        &self.chunks[chunk].nodes[slot]
    }

    fn node_mut(&mut self, at: u32) -> &mut Node<V, K> {
        let (chunk, slot) = self.place(at);
        &mut self.chunks[chunk].nodes[slot]
    }

    fn content(&self, at: u32) -> &[Species] {
        let (chunk, slot) = self.place(at);
        &self.chunks[chunk].contents[slot]
    }

    /// The chain of a hash. The least of several hashes tends to have zeros in its upper bits, so
    /// hashes are multiplied (D. E. Knuth, *The Art of Computer Programming*, vol. 3, section 6.4).
    fn bucket(&self, hash: K) -> usize {
        let spread = (hash.to_word() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let bits = self.heads.len().max(2).ilog2();
        (spread >> (64 - bits)) as usize
    }
}
