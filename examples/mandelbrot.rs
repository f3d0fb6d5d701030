//! Renders a part of the Mandelbrot set to a PNG file, row by row in parallel.
//!
//!     cargo run --release --example mandelbrot
//!     cargo run --release --example mandelbrot -- --compare --size 1280x720
//!     cargo run --release --example mandelbrot -- --region=-2.4,-1.2,1.0,1.2 --output whole.png
//!
//! The parallel part is `with_tine`: the picture is a slice of bytes, `par_chunks_mut` cuts it into rows, and whoever
//! is free draws the next ones. Rows cost very different times, since points inside the set take all iterations.

use clap::Parser;
use image::codecs::png::PngEncoder;
use image::{ExtendedColorType, ImageEncoder as _};
use indicatif::{ProgressBar, ProgressStyle};
use std::fs::{File, OpenOptions};
use std::io::{BufWriter, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::str::FromStr;
use std::time::{Duration, Instant};

/// Renders a part of the Mandelbrot set to a PNG file.
#[derive(Parser)]
struct Options {
    /// Width and height of the picture in pixels
    #[arg(long, value_name = "WxH", default_value = "1920x1080")]
    size: Size,

    /// Iterations after which a point counts as inside the set
    #[arg(long, value_name = "N", default_value_t = 2000, value_parser = clap::value_parser!(u32).range(1..=10_000_000))]
    iterations: u32,

    /// The part of the plane to show at least; the picture adds margins where its shape differs
    #[arg(
        long,
        value_name = "RE_MIN,IM_MIN,RE_MAX,IM_MAX",
        allow_hyphen_values = true
    )]
    #[arg(default_value = "-0.7494,0.0984,-0.7454,0.10065")]
    region: Region,

    /// Every pixel is the mean of N times N points; 2 or 3 make fine structures calm
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u32).range(1..=16))]
    samples: u32,

    /// Number of threads [default: one for each core]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,

    /// The file to write
    #[arg(long, value_name = "PATH", default_value = "mandelbrot.png")]
    output: PathBuf,

    /// Also render sequentially and with rayon, and compare times and pictures
    #[arg(long)]
    compare: bool,

    /// How often each contestant renders for --compare
    #[arg(long, value_name = "N", default_value_t = 3, value_parser = clap::value_parser!(u16).range(1..=1000))]
    rounds: u16,
}

fn main() -> ExitCode {
    let options = match Options::try_parse() {
        Ok(options) => options,
        Err(help) if !help.use_stderr() => {
            print!("{help}");
            return ExitCode::SUCCESS;
        }
        Err(error) => {
            eprintln!(
                "{}",
                error
                    .to_string()
                    .lines()
                    .next()
                    .unwrap_or("error: bad arguments")
            );
            return ExitCode::from(2);
        }
    };
    match run(&options) {
        Ok(()) => ExitCode::SUCCESS,
        Err(line) => {
            eprintln!("error: {line}");
            ExitCode::FAILURE
        }
    }
}

fn run(options: &Options) -> Result<(), String> {
    let file = open(&options.output)?;
    let view = View::new(options);
    let threads = options.threads.map_or(0, usize::from);
    let pool = tine::ThreadPoolBuilder::new().num_threads(threads).build();
    let pool = pool.map_err(|error| format!("no pool of {threads} threads: {error}"))?;
    let mut pixels = view.blank();
    if options.compare {
        compare(&view, &pool, usize::from(options.rounds), &mut pixels)?;
    } else {
        let bar = progress_bar(view.size.height);
        let start = Instant::now();
        with_tine(&view, &pool, &mut pixels, || bar.inc(1));
        bar.finish_and_clear();
        println!(
            "{} threads: {}",
            pool.current_num_threads(),
            seconds(start.elapsed())
        );
    }
    write(file, &pixels, view.size).map_err(|error| unwritable(&options.output, &error))?;
    println!("{}", options.output.display());
    Ok(())
}

/// Opens the file before the work begins, so that a bad path is known at once. What it held stays until the picture is done.
fn open(path: &Path) -> Result<File, String> {
    let file = OpenOptions::new()
        .write(true)
        .create(true)
        .truncate(false)
        .open(path);
    file.map_err(|error| unwritable(path, &error))
}

fn unwritable(path: &Path, error: &dyn std::fmt::Display) -> String {
    format!("cannot write '{}': {error}", path.display())
}

fn write(file: File, pixels: &[u8], size: Size) -> image::ImageResult<()> {
    if file.metadata()?.is_file() {
        file.set_len(0)?;
    }
    let mut file = BufWriter::new(file);
    PngEncoder::new(&mut file).write_image(
        pixels,
        size.width,
        size.height,
        ExtendedColorType::Rgb8,
    )?;
    Ok(file.flush()?)
}

/// A bar that counts rows; it stays invisible unless standard error is a terminal.
fn progress_bar(rows: u32) -> ProgressBar {
    let style = ProgressStyle::with_template("{bar:40} {percent:>3} %  {eta} left");
    ProgressBar::new(rows.into()).with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

// The three ways to render.

fn sequentially(view: &View, pixels: &mut [u8]) {
    pixels
        .chunks_mut(view.row_bytes())
        .enumerate()
        .for_each(|(y, row)| view.draw_row(y, row));
}

fn with_tine(view: &View, pool: &tine::ThreadPool, pixels: &mut [u8], row_done: impl Fn() + Sync) {
    use tine::prelude::*;
    let draw = |(y, row): (usize, &mut [u8])| {
        view.draw_row(y, row);
        row_done();
    };
    pool.install(|| {
        pixels
            .par_chunks_mut(view.row_bytes())
            .enumerate()
            .for_each(draw)
    });
}

fn with_rayon(view: &View, pool: &rayon::ThreadPool, pixels: &mut [u8]) {
    use rayon::prelude::*;
    let draw = |(y, row): (usize, &mut [u8])| view.draw_row(y, row);
    pool.install(|| {
        pixels
            .par_chunks_mut(view.row_bytes())
            .enumerate()
            .for_each(draw)
    });
}

/// Lets the three take turns, since a machine's speed changes over time, and compares within each turn.
fn compare(
    view: &View,
    pool: &tine::ThreadPool,
    rounds: usize,
    ours: &mut [u8],
) -> Result<(), String> {
    let threads = pool.current_num_threads();
    let rayon_pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build();
    let rayon_pool =
        rayon_pool.map_err(|error| format!("no rayon pool of {threads} threads: {error}"))?;
    let (mut plain, mut theirs) = (view.blank(), view.blank());
    let turns: Vec<[f64; 3]> = (0..rounds)
        .map(|_| {
            [
                timed(|| sequentially(view, &mut plain)),
                timed(|| with_rayon(view, &rayon_pool, &mut theirs)),
                timed(|| with_tine(view, pool, ours, || ())),
            ]
        })
        .collect();
    let middle = |figure: &dyn Fn(&[f64; 3]) -> f64| median(turns.iter().map(figure).collect());
    let same = plain == theirs && plain == ours;

    println!("{threads} threads, medians of {rounds} rounds in turns");
    for (contestant, name) in ["sequential", "rayon", "tine"].into_iter().enumerate() {
        let time = Duration::from_secs_f64(middle(&|turn| turn[contestant]));
        println!(
            "{name:<10}  {}  {:5.2} x",
            seconds(time),
            middle(&|turn| turn[0] / turn[contestant])
        );
    }
    println!(
        "tine is {:.2} times as fast as rayon",
        middle(&|turn| turn[1] / turn[2])
    );
    println!(
        "pictures the same to the byte: {}",
        if same { "yes" } else { "no" }
    );
    if same {
        Ok(())
    } else {
        Err("the pictures differ".into())
    }
}

fn timed(render: impl FnOnce()) -> f64 {
    let start = Instant::now();
    render();
    start.elapsed().as_secs_f64()
}

fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    let (low, high) = (figures[(figures.len() - 1) / 2], figures[figures.len() / 2]);
    low.midpoint(high)
}

fn seconds(time: Duration) -> String {
    format!("{:8.3} s", time.as_secs_f64())
}

// What is rendered.

#[derive(Clone, Copy)]
struct Size {
    width: u32,
    height: u32,
}

impl FromStr for Size {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let sides = text
            .split_once(['x', 'X'])
            .ok_or("expected WIDTHxHEIGHT, as in 1920x1080")?;
        let side = |text: &str| {
            text.parse::<u32>()
                .ok()
                .filter(|side| (1..=65_535).contains(side))
        };
        let (Some(width), Some(height)) = (side(sides.0), side(sides.1)) else {
            return Err("width and height must be numbers from 1 to 65535".into());
        };
        if u64::from(width) * u64::from(height) > 1 << 28 {
            return Err("more than 268 million pixels".into());
        }
        Ok(Size { width, height })
    }
}

#[derive(Clone, Copy)]
struct Region {
    re_min: f64,
    im_min: f64,
    re_max: f64,
    im_max: f64,
}

impl FromStr for Region {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let bounds: Result<Vec<f64>, _> =
            text.split(',').map(|bound| bound.trim().parse()).collect();
        let Ok([re_min, im_min, re_max, im_max]) = bounds.as_deref() else {
            return Err("expected four numbers RE_MIN,IM_MIN,RE_MAX,IM_MAX".into());
        };
        let region = Region {
            re_min: *re_min,
            im_min: *im_min,
            re_max: *re_max,
            im_max: *im_max,
        };
        if !bounds.iter().flatten().all(|bound| bound.abs() <= 100.0) {
            return Err("the bounds must lie between -100 and 100".into());
        }
        if region.re_min >= region.re_max || region.im_min >= region.im_max {
            return Err("a lower bound is not below its upper bound".into());
        }
        Ok(region)
    }
}

/// A grid of points over the plane, and how long to follow each.
struct View {
    size: Size,
    iterations: u32,
    samples: u32,
    /// The upper left corner of the picture.
    corner: Complex,
    /// The side of a pixel.
    pitch: f64,
}

impl View {
    /// Square pixels, as small as the region allows, with the region in the middle.
    fn new(options: &Options) -> View {
        let Options {
            size,
            region,
            iterations,
            samples,
            ..
        } = *options;
        let (width, height) = (f64::from(size.width), f64::from(size.height));
        let pitch =
            ((region.re_max - region.re_min) / width).max((region.im_max - region.im_min) / height);
        let corner = Complex {
            re: region.re_min.midpoint(region.re_max) - pitch * width / 2.0,
            im: region.im_min.midpoint(region.im_max) + pitch * height / 2.0,
        };
        View {
            size,
            iterations,
            samples,
            corner,
            pitch,
        }
    }

    fn row_bytes(&self) -> usize {
        self.size.width as usize * 3
    }

    fn blank(&self) -> Vec<u8> {
        vec![0; self.row_bytes() * self.size.height as usize]
    }

    fn draw_row(&self, y: usize, row: &mut [u8]) {
        for (x, pixel) in row.chunks_exact_mut(3).enumerate() {
            pixel.copy_from_slice(&self.pixel(x as f64, y as f64).map(encode));
        }
    }

    /// The mean light of the pixel's points.
    fn pixel(&self, x: f64, y: f64) -> Light {
        let mut sum = [0.0; 3];
        let offset = |index: u32| (f64::from(index) + 0.5) / f64::from(self.samples);
        for (i, j) in (0..self.samples).flat_map(|i| (0..self.samples).map(move |j| (i, j))) {
            let re = self.corner.re + (x + offset(i)) * self.pitch;
            let im = self.corner.im - (y + offset(j)) * self.pitch;
            let light = self
                .follow(Complex { re, im })
                .map_or([0.0; 3], Escape::light);
            sum = [sum[0] + light[0], sum[1] + light[1], sum[2] + light[2]];
        }
        sum.map(|channel| channel / f64::from(self.samples * self.samples))
    }

    /// Iterates `z * z + c` until the point is far away; none if it never is.
    fn follow(&self, c: Complex) -> Option<Escape> {
        const FAR: f64 = 1e5;
        let (mut z, mut slope) = (Complex { re: 0.0, im: 0.0 }, Complex { re: 0.0, im: 0.0 });
        for step in 0..self.iterations {
            slope = Complex {
                re: 2.0 * (z.re * slope.re - z.im * slope.im) + 1.0,
                im: 2.0 * (z.re * slope.im + z.im * slope.re),
            };
            z = Complex {
                re: z.re * z.re - z.im * z.im + c.re,
                im: 2.0 * z.re * z.im + c.im,
            };
            let norm = z.re * z.re + z.im * z.im;
            if norm > FAR {
                let smooth = f64::from(step) + 1.0 - (norm.ln() / 2.0).log2();
                return Some(Escape { smooth, z, slope });
            }
        }
        None
    }
}

#[derive(Clone, Copy)]
struct Complex {
    re: f64,
    im: f64,
}

/// How a point left the circle.
struct Escape {
    /// The number of steps, made continuous.
    smooth: f64,
    z: Complex,
    /// The derivative of `z` by `c`.
    slope: Complex,
}

/// Red, green and blue as amounts of light, where one is full and mixing is adding.
type Light = [f64; 3];

/// The colours of a period, evenly spaced.
const PALETTE: [Light; 6] = [
    [0.005, 0.010, 0.060],
    [0.010, 0.090, 0.330],
    [0.120, 0.520, 0.780],
    [0.950, 0.900, 0.720],
    [0.900, 0.390, 0.040],
    [0.160, 0.020, 0.030],
];

impl Escape {
    /// The colour tells the number of steps; a lamp from the upper left shows the slope as a relief.
    fn light(self) -> Light {
        let place = (self.smooth.max(0.0) + 1.0).ln() * 3.5;
        let shade = 0.45 + 0.55 * self.lamp();
        blend(place).map(|channel| channel * shade)
    }

    /// How much of the lamp's light the surface returns, from nought to one.
    fn lamp(&self) -> f64 {
        const HEIGHT: f64 = 1.2;
        let (re, im) = (
            self.z.re * self.slope.re + self.z.im * self.slope.im,
            self.z.im * self.slope.re - self.z.re * self.slope.im,
        );
        let toward = (im - re) / (re.hypot(im) * std::f64::consts::SQRT_2);
        ((toward + HEIGHT) / (1.0 + HEIGHT)).clamp(0.0, 1.0)
    }
}

/// The palette's colour at a place, smoothly between its neighbours.
fn blend(place: f64) -> Light {
    let (index, part) = (place as usize, place.fract());
    let part = part * part * (3.0 - 2.0 * part);
    let [from, to] = [index, index + 1].map(|index| PALETTE[index % PALETTE.len()]);
    [0, 1, 2].map(|channel| from[channel] + (to[channel] - from[channel]) * part)
}

/// Light as the byte that a screen expects (gamma 2.2).
fn encode(light: f64) -> u8 {
    (light.powf(1.0 / 2.2) * 255.0).round() as u8
}
