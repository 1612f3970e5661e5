//! Parts that the pictures of a run have in common.

use std::fmt::Write;

/// The margin around a picture, in pixels.
pub(super) const MARGIN: f64 = 24.0;

pub(super) const INK: &str = "#222222";

/// Okabe and Ito's colors, which most color-blind people can distinguish.
pub(super) const COLORS: [&str; 7] =
    ["#d55e00", "#0072b2", "#e69f00", "#009e73", "#cc79a7", "#56b4e9", "#f0e442"];

/// A coordinate to a tenth of a pixel.
pub(super) fn rounded(number: f64) -> f64 {
    (number * 10.0).round() / 10.0
}

/// Upper bound on the width of a text, in pixels.
pub(super) fn width_of(text: &str) -> f64 {
    8.0 + 8.0 * text.chars().count() as f64
}

/// A text as it stands in a document.
pub(super) fn escaped(content: &str) -> String {
    content.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// Writes a text whose line begins at a point.
pub(super) fn text(svg: &mut String, content: &str, x: f64, y: f64) -> std::fmt::Result {
    writeln!(
        svg,
        "<text fill=\"{INK}\" font-family=\"sans-serif\" font-size=\"14\" x=\"{}\" y=\"{}\">\n\
         {}\n</text>",
        rounded(x),
        rounded(y),
        escaped(content)
    )
}

/// The side of a point on which a text stands.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Anchor {
    Start,
    Middle,
    End,
}

/// Writes a small text.
pub(super) fn label(
    svg: &mut String,
    content: &str,
    x: f64,
    y: f64,
    anchor: Anchor,
) -> std::fmt::Result {
    let anchor = match anchor {
        Anchor::Start => "start",
        Anchor::Middle => "middle",
        Anchor::End => "end",
    };
    writeln!(
        svg,
        "<text fill=\"{INK}\" font-family=\"sans-serif\" font-size=\"11\" text-anchor=\"{anchor}\" \
         x=\"{}\" y=\"{}\">{}</text>",
        rounded(x),
        rounded(y),
        escaped(content)
    )
}
