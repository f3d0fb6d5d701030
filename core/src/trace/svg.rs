//! The picture as SVG.

use crate::trace::data::Trace;
use crate::trace::picture::{Anchor, Shape, picture};
use std::io::{self, BufWriter, Write};

impl Trace {
    /// Draws who did what when: a row for each worker, colours by activity, steals as lines from the victim, an axis of time.
    ///
    /// A column of pixels that stands for several activities is divided among them by their time in it.
    ///
    /// # Errors
    /// Those of `out`.
    ///
    /// ```
    /// let mut file = Vec::new();
    /// tine::trace::snapshot().write_svg(&mut file)?;
    /// assert!(file.starts_with(b"<svg "));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_svg(&self, out: impl Write) -> io::Result<()> {
        let mut out = BufWriter::new(out);
        let picture = picture(self);
        let (width, height) = (picture.width, picture.height);
        writeln!(
            out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"ui-monospace, Menlo, Consolas, 'DejaVu Sans Mono', monospace\">"
        )?;
        for shape in &picture.shapes {
            write(&mut out, shape)?;
        }
        writeln!(out, "</svg>")?;
        out.flush()
    }
}

fn write(out: &mut impl Write, shape: &Shape) -> io::Result<()> {
    match shape {
        Shape::Rect {
            at: (x, y),
            size: (width, height),
            color,
        } => writeln!(
            out,
            "<rect x=\"{x}\" y=\"{y}\" width=\"{width}\" height=\"{height}\" fill=\"#{color:06x}\"/>"
        ),
        Shape::Line { from, to, color } => {
            // Through the middles of pixels.
            let middle = |place: i32| f64::from(place) + 0.5;
            let [x1, y1, x2, y2] = [from.0, from.1, to.0, to.1].map(middle);
            writeln!(
                out,
                "<line x1=\"{x1}\" y1=\"{y1}\" x2=\"{x2}\" y2=\"{y2}\" stroke=\"#{color:06x}\"/>"
            )
        }
        Shape::Text {
            at: (x, y),
            text,
            size,
            anchor,
            color,
        } => {
            let anchor = match anchor {
                Anchor::Start => "start",
                Anchor::Middle => "middle",
                Anchor::End => "end",
            };
            let (size, text) = (size.pixels(), escaped(text));
            writeln!(
                out,
                "<text x=\"{x}\" y=\"{y}\" font-size=\"{size}\" text-anchor=\"{anchor}\" fill=\"#{color:06x}\">{text}</text>"
            )
        }
    }
}

/// The text without signs that have a meaning in XML, or none there.
fn escaped(text: &str) -> String {
    let mut safe = String::with_capacity(text.len());
    for sign in text.chars() {
        match sign {
            '&' => safe.push_str("&amp;"),
            '<' => safe.push_str("&lt;"),
            '>' => safe.push_str("&gt;"),
            _ if sign.is_control() => safe.push(' '),
            '\u{fffe}' | '\u{ffff}' => safe.push(' '),
            _ => safe.push(sign),
        }
    }
    safe
}
