//! A bar chart as a PNG file. The letters are drawn point by point, since no font need be installed.

use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder as _};
use plotters::prelude::*;
use std::error::Error;
use std::fs::File;
use std::io::{BufWriter, Write as _};
use std::path::Path;
use std::time::Duration;

const WIDTH: i32 = 900;
const TITLE: i32 = 70;
const ROW: i32 = 60;
/// Where the bars begin and how long the longest is.
const BARS: (i32, i32) = (290, 430);
/// Points a dot of a letter is wide and high.
const DOT: i32 = 4;

/// For people.
pub(crate) fn milliseconds(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// One bar for each time, the longer the slower.
pub(crate) fn write(
    path: &Path,
    title: &str,
    times: &[(String, Duration)],
) -> Result<(), Box<dyn Error>> {
    let height = TITLE + ROW * times.len() as i32;
    let (columns, rows) = (WIDTH as u32, height as u32);
    let mut points = vec![0; columns as usize * rows as usize * 3];
    draw(&mut points, (columns, rows), title, times).map_err(|error| error.to_string())?;
    let mut file = BufWriter::new(File::create(path)?);
    let encoder = PngEncoder::new(&mut file);
    encoder.write_image(&points, columns, rows, ExtendedColorType::Rgb8)?;
    Ok(file.flush()?)
}

fn draw(
    points: &mut [u8],
    size: (u32, u32),
    title: &str,
    times: &[(String, Duration)],
) -> Result<(), Box<dyn Error>> {
    let area = BitMapBackend::with_buffer(points, size).into_drawing_area();
    let rectangle = |(x, y): (i32, i32), (width, height), color: RGBColor| {
        let corners = [(x, y), (x + width, y + height)];
        area.draw(&Rectangle::new(corners, color.filled()))
            .map_err(|error| error.to_string())
    };
    let text = |text: &str, (x, y): (i32, i32)| {
        for (letter, left) in text.chars().zip((x..).step_by(4 * DOT as usize)) {
            for dot in dots(letter) {
                let place = (left + dot.0 * DOT, y + dot.1 * DOT);
                rectangle(place, (DOT - 1, DOT - 1), BLACK)?;
            }
        }
        Ok::<(), String>(())
    };
    area.fill(&WHITE).map_err(|error| error.to_string())?;
    text(title, (20, 25))?;
    let slowest = times.iter().map(|(_, time)| *time).max();
    let slowest = slowest.unwrap_or_default().as_secs_f64().max(1e-9);
    for (i, (name, time)) in times.iter().enumerate() {
        let top = TITLE + ROW * i as i32;
        let length = (time.as_secs_f64() / slowest * f64::from(BARS.1)) as i32;
        rectangle(
            (BARS.0, top),
            (length, ROW - 20),
            Palette99::pick(i).to_rgba_color(),
        )?;
        text(name, (20, top + 10))?;
        let figure = format!("{:.2} ms", milliseconds(*time));
        text(&figure, (BARS.0 + length + 10, top + 10))?;
    }
    area.present().map_err(|error| error.to_string())?;
    Ok(())
}

/// A colour without transparency.
trait Opaque {
    fn to_rgba_color(&self) -> RGBColor;
}

impl<C: Color> Opaque for C {
    fn to_rgba_color(&self) -> RGBColor {
        let (red, green, blue) = self.to_rgba().rgb();
        RGBColor(red, green, blue)
    }
}

/// The dots of a letter, three wide and five high.
fn dots(letter: char) -> impl Iterator<Item = (i32, i32)> {
    // A row is one octal digit.
    const LETTERS: [u16; 26] = [
        0o25755, 0o65656, 0o34443, 0o65556, 0o74647, 0o74644, 0o34553, 0o55755, 0o72227, 0o11152,
        0o55655, 0o44447, 0o57755, 0o65555, 0o25552, 0o65644, 0o25563, 0o65655, 0o34216, 0o72222,
        0o55557, 0o55552, 0o55775, 0o55255, 0o55222, 0o71247,
    ];
    const DIGITS: [u16; 10] = [
        0o75557, 0o26227, 0o71747, 0o71717, 0o55711, 0o74717, 0o74757, 0o71222, 0o75757, 0o75717,
    ];
    let rows = match letter.to_ascii_lowercase() {
        letter @ 'a'..='z' => LETTERS[letter as usize - 'a' as usize],
        digit @ '0'..='9' => DIGITS[digit as usize - '0' as usize],
        '.' => 0o00002,
        '_' => 0o00007,
        _ => 0,
    };
    let places = (0..15).filter(move |place| rows >> (14 - place) & 1 == 1);
    places.map(|place| (place % 3, place / 3))
}
