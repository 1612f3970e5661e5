//! Places for questions that are being answered, shared out between clients in turn.

use std::collections::{HashMap, VecDeque};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use tokio::sync::oneshot;

/// A client, as far as clients can be told apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Client {
    /// A machine of the network, by its address. Of IPv6, the network of 64 bits that a machine
    /// gets.
    Machine(IpAddr),
    /// A connection from this machine, all of whose clients have one address.
    Connection(u64),
}

impl Client {
    /// The client at an address. `connection` is a number that no other connection has.
    pub(crate) fn of(address: IpAddr, connection: u64) -> Client {
        match address.to_canonical() {
            address if address.is_loopback() => Client::Connection(connection),
            IpAddr::V6(address) => {
                let network = u128::from(address) >> 64 << 64;
                Client::Machine(IpAddr::V6(network.into()))
            }
            address => Client::Machine(address),
        }
    }
}

/// The number of questions that are answered at a time, and the number that may wait.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    pub(crate) places: usize,
    /// The most places of one client.
    pub(crate) places_of_one: usize,
    pub(crate) waiting: usize,
    /// The most waiting questions of one client.
    pub(crate) waiting_of_one: usize,
}

/// The places for questions of one weight.
#[derive(Debug)]
pub(crate) struct Places {
    limits: Limits,
    state: Mutex<State>,
}

#[derive(Debug, Default)]
struct State {
    /// The places that are taken, in all and by client.
    taken: usize,
    taken_by: HashMap<Client, usize>,
    /// The clients that wait, each with its questions in their order. The first whose turn it may
    /// be is next.
    queue: VecDeque<(Client, VecDeque<Waiting>)>,
    waiting: usize,
    /// The number of the last question that had to wait.
    last: u64,
}

#[derive(Debug)]
struct Waiting {
    number: u64,
    start: oneshot::Sender<Place>,
}

impl Places {
    pub(crate) fn new(limits: Limits) -> Arc<Places> {
        Arc::new(Places { limits, state: Mutex::default() })
    }

    /// Waits for a place. `None` if too many wait already. Dropping the future ends the wait.
    pub(crate) async fn enter(self: &Arc<Places>, client: Client) -> Option<Place> {
        let (number, started) = {
            let mut state = self.state();
            if state.may_start(client, self.limits) {
                state.take(client);
                return Some(Place { places: Arc::clone(self), client });
            }
            let own = state.queue.iter().position(|(other, _)| *other == client);
            let of_one = own.map_or(0, |at| state.queue[at].1.len());
            if state.waiting >= self.limits.waiting || of_one >= self.limits.waiting_of_one {
                return None;
            }
            let (start, started) = oneshot::channel();
            state.last += 1;
            state.waiting += 1;
            let waiting = Waiting { number: state.last, start };
            match own {
                Some(at) => state.queue[at].1.push_back(waiting),
                None => state.queue.push_back((client, VecDeque::from([waiting]))),
            }
            (state.last, started)
        };
        let _leave = Leave { places: self, client, number };
        started.await.ok()
    }

    /// Gives the places that are free to those whose turn it is.
    fn start_next(self: &Arc<Places>) {
        loop {
            let next = self.state().next(self.limits);
            let Some((client, waiting)) = next else { return };
            // One that has left meanwhile drops the place, which frees it.
            drop(waiting.start.send(Place { places: Arc::clone(self), client }));
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    fn may_start(&self, client: Client, limits: Limits) -> bool {
        let own = self.taken_by.get(&client).copied().unwrap_or_default();
        self.taken < limits.places && own < limits.places_of_one
    }

    fn take(&mut self, client: Client) {
        self.taken += 1;
        *self.taken_by.entry(client).or_default() += 1;
    }

    /// Takes the next question from the queue, and a place for it. Its client then stands last.
    fn next(&mut self, limits: Limits) -> Option<(Client, Waiting)> {
        let mut clients = self.queue.iter();
        let at = clients.position(|(client, _)| self.may_start(*client, limits))?;
        let (client, mut questions) = self.queue.remove(at)?;
        let next = questions.pop_front()?;
        if !questions.is_empty() {
            self.queue.push_back((client, questions));
        }
        self.waiting -= 1;
        self.take(client);
        Some((client, next))
    }
}

/// A question leaves the queue, unless it has left it already.
struct Leave<'a> {
    places: &'a Arc<Places>,
    client: Client,
    number: u64,
}

impl Drop for Leave<'_> {
    fn drop(&mut self) {
        let mut state = self.places.state();
        let Some(at) = state.queue.iter().position(|(client, _)| *client == self.client) else {
            return;
        };
        let questions = &mut state.queue[at].1;
        let before = questions.len();
        questions.retain(|waiting| waiting.number != self.number);
        let left = before - questions.len();
        if questions.is_empty() {
            state.queue.remove(at);
        }
        state.waiting -= left;
    }
}

/// A place, until this is dropped.
#[derive(Debug)]
pub(crate) struct Place {
    places: Arc<Places>,
    client: Client,
}

impl Drop for Place {
    fn drop(&mut self) {
        {
            let mut state = self.places.state();
            state.taken -= 1;
            if let Some(own) = state.taken_by.get_mut(&self.client) {
                *own -= 1;
                if *own == 0 {
                    state.taken_by.remove(&self.client);
                }
            }
        }
        self.places.start_next();
    }
}

#[cfg(test)]
mod tests {
    use std::future::Future;
    use std::pin::Pin;
    use std::task::{Context, Poll, Waker};

    use super::*;

    const LIMITS: Limits = Limits { places: 2, places_of_one: 1, waiting: 5, waiting_of_one: 3 };

    fn client(number: u64) -> Client {
        Client::of("127.0.0.1".parse().unwrap(), number)
    }

    type Question<'a> = Pin<Box<dyn Future<Output = Option<Place>> + 'a>>;

    fn ask(places: &Arc<Places>, number: u64) -> Question<'_> {
        Box::pin(places.enter(client(number)))
    }

    fn poll(question: &mut Question<'_>) -> Poll<Option<Place>> {
        question.as_mut().poll(&mut Context::from_waker(Waker::noop()))
    }

    fn started(question: &mut Question<'_>) -> Place {
        match poll(question) {
            Poll::Ready(Some(place)) => place,
            other => panic!("expected a place, got {other:?}"),
        }
    }

    #[test]
    fn clients_take_turns() {
        let places = Places::new(LIMITS);
        let mut first: Vec<Question> = (0..4).map(|_| ask(&places, 1)).collect();
        let one = started(&mut first[0]);
        // The other place is not for the same client.
        assert!(first[1..].iter_mut().all(|question| poll(question).is_pending()));
        let mut others = [ask(&places, 2), ask(&places, 3), ask(&places, 2)];
        let two = started(&mut others[0]);
        assert!(others[1..].iter_mut().all(|question| poll(question).is_pending()));
        drop(two);
        // It is the turn of the third, before the second question of the second.
        let three = started(&mut others[1]);
        assert!(poll(&mut others[2]).is_pending());
        drop(one);
        let again = started(&mut first[1]);
        drop(three);
        let last = started(&mut others[2]);
        assert!(poll(&mut first[2]).is_pending());
        drop((again, last));
        drop(started(&mut first[2]));
        drop(started(&mut first[3]));
    }

    #[test]
    fn a_long_queue_takes_nobody_in() {
        let places = Places::new(LIMITS);
        let mut first: Vec<Question> = (0..5).map(|_| ask(&places, 1)).collect();
        let _one = started(&mut first[0]);
        assert!(first[1..4].iter_mut().all(|question| poll(question).is_pending()));
        // Three of a client wait, and five of all.
        assert!(matches!(poll(&mut first[4]), Poll::Ready(None)));
        let _two = started(&mut ask(&places, 2));
        let mut others: Vec<Question> = (3..6).map(|number| ask(&places, number)).collect();
        assert!(others[..2].iter_mut().all(|question| poll(question).is_pending()));
        assert!(matches!(poll(&mut others[2]), Poll::Ready(None)));
        // A question that leaves makes room.
        drop(first.remove(2));
        let mut more = ask(&places, 6);
        assert!(poll(&mut more).is_pending());
    }

    #[test]
    fn who_leaves_keeps_no_place() {
        let places = Places::new(LIMITS);
        let one = started(&mut ask(&places, 1));
        let two = started(&mut ask(&places, 2));
        let mut waiting = ask(&places, 3);
        let mut next = ask(&places, 4);
        assert!(poll(&mut waiting).is_pending() && poll(&mut next).is_pending());
        // It gets the place, and leaves before it knows.
        drop(one);
        drop(waiting);
        let three = started(&mut next);
        drop((two, three));
        let state = places.state();
        assert_eq!((state.taken, state.waiting, state.queue.len()), (0, 0, 0));
        assert!(state.taken_by.is_empty());
    }

    #[test]
    fn clients_are_machines_or_connections_of_this_one() {
        let of = |address: &str, connection| Client::of(address.parse().unwrap(), connection);
        for address in ["127.0.0.1", "127.8.8.8", "::1", "::ffff:127.0.0.1"] {
            assert_ne!(of(address, 1), of(address, 2), "{address}");
        }
        for (one, other) in [
            ("192.168.0.7", "192.168.0.7"),
            ("192.168.0.7", "::ffff:192.168.0.7"),
            ("2001:db8::1", "2001:db8::ffff:1"),
        ] {
            assert_eq!(of(one, 1), of(other, 2), "{one}");
        }
        assert_ne!(of("192.168.0.7", 1), of("192.168.0.8", 1));
        assert_ne!(of("2001:db8::1", 1), of("2001:db8:0:1::1", 1));
    }
}
