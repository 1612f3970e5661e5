//! The server: takes connections, bounds what they can cost, and hands requests on.
//!
//! hyper reads requests, since browsers keep connections open, send heads in pieces and leave in
//! the middle of an answer. The limits on heads, connections and time are set here.

use std::convert::Infallible;
use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Incoming};
use hyper::header::{HeaderMap, HeaderName, HeaderValue};
use hyper::http::request::Parts;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper::{Method, Request, Response, StatusCode, Uri};
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::TcpStream;
use tokio::sync::{Semaphore, watch};
use tokio::task::JoinSet;
use tokio::time::{sleep, timeout};
use zobrist_console::stop::Stop;

use super::connections::{Connections, Entered};
use super::places::{Client, Limits, Places};
use super::reply::{Refusal, Reply};
use super::weight::Weight;

/// Time in which the head of a request must arrive, and between two requests.
const HEAD_TIME: Duration = Duration::from_secs(10);
/// Time after which a connection takes no more requests.
const CONNECTION_TIME: Duration = Duration::from_secs(300);
/// Time to take an answer after that, or when the server ends.
const FAREWELL_TIME: Duration = Duration::from_secs(10);
/// Time that answers get when the server ends.
const LAST_ANSWERS: Duration = Duration::from_secs(2);
/// The longest address of a request in bytes, as most servers have it.
const MAX_LINE: usize = 8 << 10;
/// The largest head of a request in bytes.
const MAX_HEAD: usize = 16 << 10;
/// The most lines in it.
const MAX_HEADERS: usize = 64;
/// How soon the server sees that it was asked to stop.
const STOP_TIME: Duration = Duration::from_millis(50);

/// The answer to a client that finds all connections busy.
const NO_CONNECTION: &str = "HTTP/1.1 503 Service Unavailable\r\nRetry-After: 2\r\nContent-Length: 0\r\n\
                             Connection: close\r\n\r\n";

/// Answers requests. It is called on threads that may block.
pub(crate) trait Service: Send + Sync + 'static {
    /// Answers a request.
    fn answer(&self, method: &Method, uri: &Uri, headers: &HeaderMap) -> Reply;

    /// Begins to take the body of a request; `None` if it must not have one.
    fn receive(self: Arc<Self>, head: &Parts, length: Option<u64>) -> Option<Received>;

    /// The work of a question.
    fn weight(&self, uri: &Uri) -> Weight;

    /// The answer while too many questions of the same weight wait.
    fn busy(&self, uri: &Uri) -> Reply;

    /// The headers of every answer.
    fn headers(&self, reply: &Reply) -> Vec<(HeaderName, HeaderValue)>;
}

/// Takes the body of a request, piece by piece, on a thread that may block.
pub(crate) trait Receiver: Send + 'static {
    /// Takes a piece.
    ///
    /// # Errors
    /// The answer to a body that is not taken to its end.
    fn take(&mut self, bytes: &[u8]) -> Result<(), Reply>;

    /// Answers a body that has come to its end.
    fn end(self: Box<Self>) -> Reply;
}

/// A receiver, or the answer to a body that is not taken.
pub(crate) type Received = Result<Box<dyn Receiver>, Reply>;

/// The most bodies that are taken at a time.
const MAX_RECEIVED: usize = 4;
/// Bytes of a body that are handed on at once.
const PIECE: usize = 1 << 20;
/// The longest time between two pieces of a body.
const PIECE_TIME: Duration = Duration::from_secs(10);

/// The places for questions, by their weight. Light ones never wait for heavy ones, and no client
/// has all places of a weight if there are several. All places and all that may wait are fewer than
/// the connections, so that there is one for a new client.
struct Lanes {
    light: Arc<Places>,
    heavy: Arc<Places>,
    /// Places for bodies.
    received: Semaphore,
}

/// The most questions that wait in a lane, and the most of one client.
const MAX_WAITING: usize = 64;
const MAX_WAITING_OF_ONE: usize = 16;
/// The most places of a lane.
const MAX_PLACES: usize = 32;

impl Lanes {
    fn limits(places: usize) -> Limits {
        let places = places.clamp(1, MAX_PLACES);
        Limits {
            places,
            places_of_one: (places - 1).max(1),
            waiting: MAX_WAITING,
            waiting_of_one: MAX_WAITING_OF_ONE,
        }
    }
}

/// Answers requests until the user asks to stop. As many light ones as `threads` are answered at a
/// time, and half as many heavy ones beside them.
///
/// # Errors
/// When the system refuses what a server needs.
pub(crate) fn serve(
    listener: TcpListener,
    service: Arc<impl Service>,
    threads: usize,
    stop: &Stop,
    ready: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let (light, heavy) = (Lanes::limits(threads), Lanes::limits(threads / 2));
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .max_blocking_threads(light.places + heavy.places + MAX_RECEIVED)
        .build()
        .context("cannot begin to serve")?;
    let served = runtime.block_on(async {
        listener.set_nonblocking(true)?;
        let listener = tokio::net::TcpListener::from_std(listener)?;
        ready()?;
        let (end, ended) = watch::channel(false);
        let mut tasks = JoinSet::new();
        let connections = Connections::new();
        let lanes = Arc::new(Lanes {
            light: Places::new(light),
            heavy: Places::new(heavy),
            received: Semaphore::new(MAX_RECEIVED),
        });
        let mut number = 0;
        while !stop.was_asked() {
            tokio::select! {
                accepted = listener.accept() => {
                    // The system has no more descriptors, or the client is gone already.
                    let Ok((stream, peer)) = accepted else {
                        sleep(STOP_TIME).await;
                        continue;
                    };
                    number += 1;
                    let client = Client::of(peer.ip(), number);
                    if let Some(entered) = connections.enter(client) {
                        let (service, lanes) = (Arc::clone(&service), Arc::clone(&lanes));
                        let handler = Handler { service, lanes, client };
                        tasks.spawn(connection(stream, handler, entered, ended.clone()));
                    } else {
                        // The answer may be lost where the client is still sending.
                        stream.try_write(NO_CONNECTION.as_bytes()).ok();
                    }
                }
                Some(_) = tasks.join_next() => {}
                () = sleep(STOP_TIME) => {}
            }
        }
        drop(listener);
        end.send(true).ok();
        let rest = async { while tasks.join_next().await.is_some() {} };
        timeout(LAST_ANSWERS, rest).await.ok();
        Ok(())
    });
    // A question that is still being answered is of no use to anybody.
    runtime.shutdown_background();
    served
}

/// Answers the requests of a connection.
async fn connection<S: Service>(
    stream: TcpStream,
    handler: Handler<S>,
    entered: Entered,
    mut ended: watch::Receiver<bool>,
) {
    stream.set_nodelay(true).ok();
    let answer = service_fn(|request| handler.handle(request, &entered));
    let mut http = http1::Builder::new();
    http.timer(TokioTimer::new())
        .header_read_timeout(HEAD_TIME)
        .max_headers(MAX_HEADERS)
        .max_buf_size(MAX_HEAD);
    let mut connection = std::pin::pin!(http.serve_connection(TokioIo::new(stream), answer));
    tokio::select! {
        _ = connection.as_mut() => return,
        () = entered.asked_to_close() => return,
        () = sleep(CONNECTION_TIME) => {}
        _ = ended.wait_for(|ended| *ended) => {}
    }
    connection.as_mut().graceful_shutdown();
    timeout(FAREWELL_TIME, connection).await.ok();
}

/// Hands requests to the service.
struct Handler<S> {
    service: Arc<S>,
    lanes: Arc<Lanes>,
    client: Client,
}

impl<S: Service> Handler<S> {
    async fn handle(
        &self,
        request: Request<Incoming>,
        connection: &Entered,
    ) -> Result<Response<Full<Bytes>>, Infallible> {
        let _working = connection.work();
        let (head, body) = request.into_parts();
        let is_head = head.method == Method::HEAD;
        let mut is_read = body.is_end_stream();
        let reply = if head.uri.to_string().len() > MAX_LINE {
            let message = format!("expected an address of at most {MAX_LINE} bytes");
            Refusal::new(StatusCode::URI_TOO_LONG, message).text()
        } else if let Some(received) =
            Arc::clone(&self.service).receive(&head, body.size_hint().exact())
        {
            match received {
                Ok(receiver) => match self.received(receiver, body).await {
                    Ok(reply) => {
                        is_read = true;
                        reply
                    }
                    Err(reply) => reply,
                },
                Err(reply) => reply,
            }
        } else if !body.is_end_stream() {
            Refusal::new(StatusCode::PAYLOAD_TOO_LARGE, "expected a request without a body").text()
        } else {
            match self.service.weight(&head.uri) {
                Weight::None => self.service.answer(&head.method, &head.uri, &head.headers),
                Weight::Light => self.answer_at(&self.lanes.light, head).await,
                Weight::Heavy => self.answer_at(&self.lanes.heavy, head).await,
            }
        };
        Ok(self.response(&reply, is_head, !is_read))
    }

    /// Takes a body, and answers it.
    ///
    /// # Errors
    /// The answer to one that is not taken to its end.
    async fn received(
        &self,
        mut receiver: Box<dyn Receiver>,
        mut body: Incoming,
    ) -> Result<Reply, Reply> {
        let Ok(_place) = self.lanes.received.try_acquire() else {
            return Err(Refusal::busy().json());
        };
        let mut piece = Vec::new();
        loop {
            let frame = match timeout(PIECE_TIME, body.frame()).await {
                Ok(Some(Ok(frame))) => frame.into_data().unwrap_or_default(),
                Ok(None) => Bytes::new(),
                Ok(Some(Err(_))) => return Err(Refusal::bad("the body has not come whole").json()),
                Err(_) => {
                    let status = StatusCode::REQUEST_TIMEOUT;
                    let message = "expected the rest of the body, got nothing for 10 seconds";
                    return Err(Refusal::new(status, message).json());
                }
            };
            piece.extend_from_slice(&frame);
            let is_end = body.is_end_stream() || frame.is_empty();
            if piece.len() < PIECE && !is_end {
                continue;
            }
            let bytes = std::mem::take(&mut piece);
            let taking = move || {
                receiver.take(&bytes)?;
                Ok(if is_end { Err(receiver.end()) } else { Ok(receiver) })
            };
            match tokio::task::spawn_blocking(taking).await.unwrap_or_else(|_| Err(failed()))? {
                Ok(more) => receiver = more,
                Err(reply) => return Ok(reply),
            }
        }
    }

    /// Answers as soon as there is a place. A client that leaves while it waits gives its place up;
    /// what is begun is done to its end.
    async fn answer_at(&self, places: &Arc<Places>, head: Parts) -> Reply {
        let Some(place) = places.enter(self.client).await else {
            return self.service.busy(&head.uri);
        };
        let service = Arc::clone(&self.service);
        let answer = move || {
            let answer = service.answer(&head.method, &head.uri, &head.headers);
            drop(place);
            answer
        };
        tokio::task::spawn_blocking(answer).await.unwrap_or_else(|_| failed())
    }

    fn response(&self, reply: &Reply, is_head: bool, closes: bool) -> Response<Full<Bytes>> {
        let length = reply.body.len();
        let body = if is_head { Bytes::new() } else { reply.body.clone() };
        let mut response = Response::new(Full::new(body));
        *response.status_mut() = reply.status;
        let headers = response.headers_mut();
        headers.extend(self.service.headers(reply));
        headers.insert(hyper::header::CONTENT_LENGTH, length.into());
        if closes {
            // The body is not read.
            headers.insert(hyper::header::CONNECTION, HeaderValue::from_static("close"));
        }
        response
    }
}

/// The answer to a request at which the server has panicked.
fn failed() -> Reply {
    let message = "zobrist serve has failed at this request: a bug";
    Refusal::new(StatusCode::INTERNAL_SERVER_ERROR, message).json()
}
