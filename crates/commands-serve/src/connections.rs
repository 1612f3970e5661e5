//! The connections that are open: a limited number, in which new ones take the place of idle ones.
//!
//! Any page that the user visits can open hundreds of connections to this machine; without the rule
//! they would keep the user's own out until they time out.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use tokio::sync::Notify;

use super::places::Client;

/// The most connections at a time: a browser needs six, and each takes a file descriptor.
pub(crate) const MAX_CONNECTIONS: usize = 256;

/// The most connections of one machine of the network.
const MAX_CONNECTIONS_OF_ONE: usize = MAX_CONNECTIONS / 4;

/// The time at which a busy connection became idle: it has not.
const BUSY: u64 = u64::MAX;

/// All open connections.
#[derive(Debug)]
pub(crate) struct Connections {
    open: Mutex<Vec<Arc<Connection>>>,
    began: Instant,
}

/// A connection that is open.
#[derive(Debug)]
pub(crate) struct Connection {
    client: Client,
    /// Since when it has been without a request, in milliseconds since the server began.
    idle_since: AtomicU64,
    close: Notify,
}

impl Connections {
    pub(crate) fn new() -> Arc<Connections> {
        Arc::new(Connections { open: Mutex::default(), began: Instant::now() })
    }

    /// Takes a connection in. If there are too many, or too many of the same client, the one of
    /// these that has been idle for longest is asked to close; `None` if all are busy.
    pub(crate) fn enter(self: &Arc<Connections>, client: Client) -> Option<Entered> {
        let mut open = self.open();
        let of_client = open.iter().filter(|open| open.client == client).count();
        let is_alone = of_client >= MAX_CONNECTIONS_OF_ONE;
        if is_alone || open.len() >= MAX_CONNECTIONS {
            let since = |at: &usize| open[*at].idle_since.load(Ordering::Relaxed);
            let places = (0..open.len()).filter(|at| !is_alone || open[*at].client == client);
            let longest = places.min_by_key(since).filter(|at| since(at) != BUSY)?;
            open.swap_remove(longest).close.notify_one();
        }
        let idle_since = AtomicU64::new(self.now());
        let connection = Arc::new(Connection { client, idle_since, close: Notify::new() });
        open.push(Arc::clone(&connection));
        Some(Entered { all: Arc::clone(self), connection })
    }

    fn open(&self) -> MutexGuard<'_, Vec<Arc<Connection>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn now(&self) -> u64 {
        self.began.elapsed().as_millis() as u64
    }
}

/// A connection that was taken in, until this is dropped.
#[derive(Debug)]
pub(crate) struct Entered {
    all: Arc<Connections>,
    connection: Arc<Connection>,
}

impl Entered {
    /// Waits until another connection needs the place.
    pub(crate) async fn asked_to_close(&self) {
        self.connection.close.notified().await;
    }

    /// Marks the connection as busy until the result is dropped.
    pub(crate) fn work(&self) -> Working {
        self.connection.idle_since.store(BUSY, Ordering::Relaxed);
        Working { all: Arc::clone(&self.all), connection: Arc::clone(&self.connection) }
    }
}

impl Drop for Entered {
    fn drop(&mut self) {
        self.all.open().retain(|other| !Arc::ptr_eq(other, &self.connection));
    }
}

/// A request of the connection is being answered.
#[derive(Debug)]
pub(crate) struct Working {
    all: Arc<Connections>,
    connection: Arc<Connection>,
}

impl Drop for Working {
    fn drop(&mut self) {
        self.connection.idle_since.store(self.all.now(), Ordering::Relaxed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn client(number: u64) -> Client {
        Client::of([127, 0, 0, 1].into(), number)
    }

    #[test]
    fn a_new_connection_takes_the_place_of_an_idle_one() {
        let all = Connections::new();
        let mut entered: Vec<Entered> =
            (0..MAX_CONNECTIONS as u64).map(|number| all.enter(client(number)).unwrap()).collect();
        let working: Vec<Working> = entered[1..].iter().map(Entered::work).collect();
        let new = all.enter(client(1000)).unwrap();
        assert_eq!(all.open().len(), MAX_CONNECTIONS);
        assert!(!all.open().iter().any(|open| Arc::ptr_eq(open, &entered[0].connection)));
        let busy = new.work();
        // Nobody is idle.
        assert!(all.enter(client(1001)).is_none());
        drop((busy, working));
        assert!(all.enter(client(1002)).is_some());
        drop(new);
        entered.clear();
        assert_eq!(all.open().len(), 0);
    }

    #[test]
    fn a_machine_that_has_many_connections_closes_its_own() {
        let all = Connections::new();
        let machine = |last| Client::of([192, 168, 0, last].into(), 0);
        let other = all.enter(machine(1)).unwrap();
        let many: Vec<Entered> =
            (0..MAX_CONNECTIONS_OF_ONE).map(|_| all.enter(machine(2)).unwrap()).collect();
        let one_more = all.enter(machine(2)).unwrap();
        assert_eq!(all.open().len(), MAX_CONNECTIONS_OF_ONE + 1);
        assert!(all.open().iter().any(|open| Arc::ptr_eq(open, &other.connection)));
        let working: Vec<Working> = many.iter().chain([&one_more]).map(Entered::work).collect();
        assert!(all.enter(machine(2)).is_none());
        assert!(all.enter(machine(1)).is_some());
        drop(working);
    }
}
