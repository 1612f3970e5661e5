//! Addresses of the server, and the browser that opens them.

use std::io::ErrorKind;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};
use zobrist_console::message::say;

/// The port without `--port`, if it is free.
pub(crate) const DEFAULT_PORT: u16 = 8960;

/// Listens at a port or, if none was asked for, at the default one or any that is free.
///
/// # Errors
/// When the port is taken or the address is not one of this machine.
pub(crate) fn listen(ip: IpAddr, port: Option<u16>) -> Result<TcpListener> {
    let asked = SocketAddr::new(ip, port.unwrap_or(DEFAULT_PORT));
    match TcpListener::bind(asked) {
        Ok(listener) => Ok(listener),
        Err(error) if error.kind() == ErrorKind::AddrInUse && port.is_none() => {
            let free = SocketAddr::new(ip, 0);
            TcpListener::bind(free).with_context(|| format!("cannot listen at {free}"))
        }
        Err(error) if error.kind() == ErrorKind::AddrInUse => bail!(
            "port {} is taken: choose another with --port, or leave it out for any that is free",
            asked.port()
        ),
        Err(error) => Err(error).with_context(|| format!("cannot listen at {asked}")),
    }
}

/// The address for a browser. Of all addresses of the machine, a browser gets the first name by
/// which others may ask.
pub(crate) fn url(listens_at: SocketAddr, names: &[String]) -> String {
    let name = match names.first() {
        Some(name) if listens_at.ip().is_unspecified() => name.clone(),
        _ => match listens_at.ip() {
            IpAddr::V4(ip) => ip.to_string(),
            IpAddr::V6(ip) => format!("[{ip}]"),
        },
    };
    // A name may have a port of its own.
    let has_port = name.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
    match has_port && !name.ends_with(']') {
        true => format!("http://{name}/"),
        false => format!("http://{name}:{}/", listens_at.port()),
    }
}

/// Opens an address. If that fails, a message tells the user, who can open it by hand.
pub(crate) fn open(url: &str) {
    let (program, before): (&str, &[&str]) = match std::env::consts::OS {
        "macos" => ("open", &[]),
        "windows" => ("cmd", &["/C", "start", ""]),
        _ => ("xdg-open", &[]),
    };
    let mut command = Command::new(program);
    command.args(before).arg(url);
    command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    match command.spawn() {
        // It may end long before the server; nobody else takes note of that.
        Ok(mut browser) => drop(std::thread::spawn(move || browser.wait())),
        Err(error) => {
            say(&format!("zobrist: cannot start {program}: {error}; open {url} yourself\n"))
        }
    }
}
