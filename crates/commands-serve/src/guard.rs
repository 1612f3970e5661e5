//! Refuses requests of other sites: a page of another site must not ask in the user's name.

use std::net::{IpAddr, SocketAddr};
use std::str::FromStr;

use hyper::header::{HOST, HeaderMap, ORIGIN};
use hyper::{Method, StatusCode, Uri};
use zobrist_console::message::quote;

use super::reply::{Answered, Refusal};

/// The header with the token of the page.
const TOKEN_HEADER: &str = "x-zobrist-token";

/// The header in which browsers say from where a request comes.
const SITE: &str = "sec-fetch-site";

/// True if the bytes are the same; takes as long where they are not.
fn is_same(one: &[u8], other: &[u8]) -> bool {
    let differences = one.iter().zip(other).fold(0, |sum, (one, other)| sum | (one ^ other));
    one.len() == other.len() && differences == 0
}

/// The clients that may ask, and the names under which they may.
#[derive(Clone, Debug)]
pub(crate) struct Guard {
    /// The names of this server, each with its port; those without one are right with any port.
    names: Vec<String>,
    /// The site whose pages may ask.
    pub(crate) cors: Option<Origin>,
}

/// The origin of pages, such as `https://lichess.org`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin(String);

impl Origin {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl FromStr for Origin {
    type Err = String;

    fn from_str(text: &str) -> Result<Origin, String> {
        let expected = || {
            format!(
                "expected an origin such as https://lichess.org or http://localhost:8080, got {text:?}"
            )
        };
        let uri: Uri = text.parse().map_err(|_| expected())?;
        let is_http = matches!(uri.scheme_str(), Some("http" | "https"));
        let is_bare = uri.path() == "/" && !text.ends_with('/') && uri.query().is_none();
        let has_user = text.contains('@');
        if is_http && is_bare && !has_user && uri.host().is_some_and(|host| !host.is_empty()) {
            Ok(Origin(text.to_ascii_lowercase()))
        } else {
            Err(expected())
        }
    }
}

impl Guard {
    /// Lets requests in that are addressed to this machine, to the address that the server listens
    /// at, or to one of `further` names. Any other name may belong to a page that has been given
    /// the address of this machine (DNS rebinding).
    pub(crate) fn new(listens_at: SocketAddr, further: &[String], cors: Option<Origin>) -> Guard {
        let port = listens_at.port();
        let own = ["127.0.0.1", "localhost", "[::1]"].map(str::to_owned);
        let address = match listens_at.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        };
        let named = own.into_iter().chain([address]);
        let mut names: Vec<String> = named.map(|name| format!("{name}:{port}")).collect();
        // Browsers leave the port of HTTP out.
        if port == 80 {
            let without = names.iter().map(|name| name.trim_end_matches(":80").to_owned());
            names.extend(without.collect::<Vec<_>>());
        }
        names.extend(further.iter().map(|name| name.to_ascii_lowercase()));
        Guard { names, cors }
    }

    /// Checks a request. `is_page` says that it asks for the page itself, to which other sites may
    /// link.
    ///
    /// # Errors
    /// When it must not be answered.
    pub(crate) fn check(
        &self,
        method: &Method,
        uri: &Uri,
        headers: &HeaderMap,
        is_page: bool,
    ) -> Answered<()> {
        if !matches!(*method, Method::GET | Method::HEAD) {
            return Err(Refusal::new(
                StatusCode::METHOD_NOT_ALLOWED,
                format_args!("expected GET or HEAD, got {method}"),
            ));
        }
        self.check_host(uri, headers)?;
        if self.is_let_in(headers) {
            return Ok(());
        }
        self.check_origin(headers)?;
        // Browsers say so where they leave the origin out. Other sites may link to the page.
        let mut sites = headers.get_all(SITE).iter();
        if is_page || sites.all(|site| matches!(site.as_bytes(), b"same-origin" | b"none")) {
            return Ok(());
        }
        Err(Refusal::new(
            StatusCode::FORBIDDEN,
            "expected a request of zobrist's own page or of a program, got one of another site: --cors \
             ORIGIN lets the pages of one in",
        ))
    }

    /// Checks a request that changes what is served, or starts work: only the page itself may send
    /// it, whatever `--cors` says, and it has the token.
    ///
    /// # Errors
    /// When it must not be answered.
    pub(crate) fn check_own(&self, uri: &Uri, headers: &HeaderMap, token: &str) -> Answered<()> {
        self.check_same_origin(uri, headers)?;
        let mut tokens = headers.get_all(TOKEN_HEADER).iter();
        let has_token = match (tokens.next(), tokens.next()) {
            (Some(sent), None) => is_same(sent.as_bytes(), token.as_bytes()),
            _ => false,
        };
        let message =
            "expected the token of zobrist's own page in X-Zobrist-Token: load the page again";
        if has_token { Ok(()) } else { Err(Refusal::new(StatusCode::FORBIDDEN, message)) }
    }

    /// Checks a request that a browser must mark as one of the page itself.
    ///
    /// # Errors
    /// When it does not.
    pub(crate) fn check_same_origin(&self, uri: &Uri, headers: &HeaderMap) -> Answered<()> {
        self.check_host(uri, headers)?;
        self.check_origin(headers)?;
        let mut sites = headers.get_all(SITE).iter();
        let is_own =
            matches!((sites.next(), sites.next()), (Some(site), None) if site == "same-origin");
        let message =
            "expected a request of zobrist's own page, with `Sec-Fetch-Site: same-origin`";
        if is_own { Ok(()) } else { Err(Refusal::new(StatusCode::FORBIDDEN, message)) }
    }

    /// # Errors
    /// When the request is addressed to another server.
    fn check_host(&self, uri: &Uri, headers: &HeaderMap) -> Answered<()> {
        let mut hosts = headers.get_all(HOST).iter();
        let host = match (hosts.next(), hosts.next()) {
            (Some(host), None) => host.to_str().unwrap_or_default(),
            _ => return Err(Refusal::bad("expected one header Host")),
        };
        let authority = uri.authority().map_or(host, |authority| authority.as_str());
        for name in [host, authority] {
            if !self.knows(name) {
                return Err(Refusal::new(
                    StatusCode::FORBIDDEN,
                    format_args!(
                        "expected a request to {}, got one to {name:?}: --host NAME adds a name",
                        self.names[0]
                    ),
                ));
            }
        }
        Ok(())
    }

    /// # Errors
    /// When the request comes from a page of another site.
    fn check_origin(&self, headers: &HeaderMap) -> Answered<()> {
        let mut origins = headers.get_all(ORIGIN).iter();
        if let Some(foreign) = origins.find(|origin| !self.is_own(origin.as_bytes())) {
            return Err(Refusal::new(
                StatusCode::FORBIDDEN,
                format_args!(
                    "expected a request of zobrist's own page or of a program, got one of a page of {}: \
                     --cors ORIGIN lets the pages of one site in, --host NAME adds a name of this server",
                    quote(&String::from_utf8_lossy(foreign.as_bytes()))
                ),
            ));
        }
        Ok(())
    }

    /// True for a request of the site whose pages may ask.
    fn is_let_in(&self, headers: &HeaderMap) -> bool {
        let mut origins = headers.get_all(ORIGIN).iter();
        self.cors.as_ref().is_some_and(|allowed| {
            origins.next().is_some_and(|origin| origin.as_bytes() == allowed.as_str().as_bytes())
                && origins.next().is_none()
        })
    }

    /// True for the origin of this server's own page.
    fn is_own(&self, origin: &[u8]) -> bool {
        let origin = String::from_utf8_lossy(origin).to_ascii_lowercase();
        let host = ["http://", "https://"].iter().find_map(|scheme| origin.strip_prefix(scheme));
        host.is_some_and(|host| self.knows(host))
    }

    fn knows(&self, host: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let bare = match host.rsplit_once(':') {
            Some((bare, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => bare,
            _ => &host,
        };
        self.names.iter().any(|name| *name == host || *name == bare)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn guard(further: &[&str], cors: Option<&str>) -> Guard {
        let further: Vec<String> = further.iter().map(|&name| name.to_owned()).collect();
        let cors = cors.map(|cors| cors.parse().unwrap());
        Guard::new("127.0.0.1:8960".parse().unwrap(), &further, cors)
    }

    fn status(guard: &Guard, uri: &str, headers: &[(&'static str, &str)], is_page: bool) -> u16 {
        let mut map = HeaderMap::new();
        for (name, value) in headers {
            map.append(*name, value.parse().unwrap());
        }
        let checked = guard.check(&Method::GET, &uri.parse().unwrap(), &map, is_page);
        checked.map_or_else(|refusal| refusal.status.as_u16(), |()| 200)
    }

    #[test]
    fn only_known_names_are_answered() {
        let plain = guard(&[], None);
        for (host, expected) in [
            ("127.0.0.1:8960", 200),
            ("localhost:8960", 200),
            ("LOCALHOST:8960", 200),
            ("[::1]:8960", 200),
            ("127.0.0.1:8961", 403),
            ("127.0.0.1", 403),
            ("evil.example:8960", 403),
            ("127.0.0.1.evil.example:8960", 403),
            ("localhost.evil.example:8960", 403),
            ("", 403),
            (":8960", 403),
            ("127.0.0.1:8960@evil.example", 403),
        ] {
            assert_eq!(status(&plain, "/", &[("host", host)], true), expected, "{host}");
        }
        assert_eq!(status(&plain, "/", &[], true), 400);
        let twice = [("host", "localhost:8960"), ("host", "localhost:8960")];
        assert_eq!(status(&plain, "/", &twice, true), 400);
        let localhost = [("host", "localhost:8960")];
        assert_eq!(status(&plain, "http://evil.example/", &localhost, true), 403);
        assert_eq!(status(&plain, "http://localhost:8960/", &localhost, true), 200);
        let named = guard(&["chess.home", "box:9000"], None);
        for (host, expected) in
            [("chess.home", 200), ("chess.home:80", 200), ("box:9000", 200), ("box", 403)]
        {
            assert_eq!(status(&named, "/", &[("host", host)], true), expected, "{host}");
        }
    }

    #[test]
    fn other_sites_may_link_but_not_ask() {
        let own = ("host", "localhost:8960");
        let (plain, cors) = (guard(&[], None), guard(&[], Some("https://lichess.org")));
        let cross = ("sec-fetch-site", "cross-site");
        assert_eq!(status(&plain, "/", &[own, cross], true), 200);
        assert_eq!(status(&plain, "/api/source", &[own, cross], false), 403);
        assert_eq!(
            status(&plain, "/api/source", &[own, ("sec-fetch-site", "same-origin")], false),
            200
        );
        assert_eq!(status(&plain, "/api/source", &[own], false), 200);
        let from = |origin| [own, cross, ("origin", origin)];
        assert_eq!(status(&cors, "/api/source", &from("https://lichess.org"), false), 200);
        assert_eq!(status(&cors, "/api/source", &from("https://evil.example"), false), 403);
        assert_eq!(status(&plain, "/api/source", &from("https://lichess.org"), false), 403);
    }

    #[test]
    fn a_foreign_origin_is_refused_whatever_else_the_browser_says() {
        let own = ("host", "localhost:8960");
        let (plain, cors) = (guard(&[], None), guard(&[], Some("https://lichess.org")));
        let named = guard(&["chess.home", "box:9000"], None);
        let asked = |guard: &Guard, origin, site: Option<&'static str>, is_page| {
            let mut headers = vec![own, ("origin", origin)];
            headers.extend(site.map(|site| ("sec-fetch-site", site)));
            status(guard, if is_page { "/" } else { "/api/source" }, &headers, is_page)
        };
        for site in [None, Some("cross-site"), Some("same-site"), Some("same-origin"), Some("none")]
        {
            for origin in [
                "https://evil.example",
                "http://localhost:3000",
                "null",
                "http://localhost",
                "",
                "file://",
            ] {
                for is_page in [false, true] {
                    assert_eq!(asked(&plain, origin, site, is_page), 403, "{origin} {site:?}");
                    assert_eq!(asked(&cors, origin, site, is_page), 403, "{origin} {site:?}");
                }
            }
            assert_eq!(asked(&cors, "https://lichess.org", site, false), 200, "{site:?}");
        }
        for origin in ["http://localhost:8960", "http://127.0.0.1:8960", "http://[::1]:8960"] {
            assert_eq!(asked(&plain, origin, Some("same-origin"), false), 200, "{origin}");
            assert_eq!(asked(&plain, origin, None, false), 200, "{origin}");
        }
        for (origin, expected) in
            [("https://chess.home", 200), ("http://box:9000", 200), ("http://box", 403)]
        {
            assert_eq!(asked(&named, origin, Some("same-origin"), false), expected, "{origin}");
        }
        let same_site = [own, ("sec-fetch-site", "same-site")];
        assert_eq!(status(&plain, "/api/source", &same_site, false), 403);
        assert_eq!(status(&plain, "/", &same_site, true), 200);
        let two = [own, ("origin", "https://lichess.org"), ("origin", "https://evil.example")];
        assert_eq!(status(&cors, "/api/source", &two, false), 403);
    }

    #[test]
    fn only_the_page_itself_may_send() {
        let guard = guard(&[], Some("https://lichess.org"));
        let sent = |headers: &[(&'static str, &str)]| {
            let mut map = HeaderMap::new();
            for (name, value) in headers {
                map.append(*name, value.parse().unwrap());
            }
            guard.check_own(&"/api/upload".parse().unwrap(), &map, "secret").is_ok()
        };
        let (own, site) = (("host", "localhost:8960"), ("sec-fetch-site", "same-origin"));
        let token = ("x-zobrist-token", "secret");
        assert!(sent(&[own, site, token]));
        assert!(sent(&[own, site, token, ("origin", "http://localhost:8960")]));
        assert!(!sent(&[own, token]) && !sent(&[own, site]) && !sent(&[site, token]));
        assert!(!sent(&[own, ("sec-fetch-site", "none"), token]));
        assert!(!sent(&[own, ("sec-fetch-site", "cross-site"), token]));
        assert!(!sent(&[own, site, site, token]) && !sent(&[own, site, token, token]));
        assert!(!sent(&[own, site, ("x-zobrist-token", "secre")]));
        assert!(!sent(&[own, site, ("x-zobrist-token", "secrets")]));
        assert!(!sent(&[own, site, token, ("origin", "https://lichess.org")]));
        assert!(!sent(&[("host", "evil.example:8960"), site, token]));
    }

    #[test]
    fn origins_are_bare() {
        for good in ["https://lichess.org", "http://localhost:8080", "http://127.0.0.1"] {
            assert!(good.parse::<Origin>().is_ok(), "{good}");
        }
        for bad in [
            "*",
            "lichess.org",
            "https://lichess.org/",
            "https://a/b",
            "ftp://a",
            "https://u@a",
            "https://",
            "null",
            "",
        ] {
            assert!(bad.parse::<Origin>().is_err(), "{bad}");
        }
    }
}
