//! The picture as PNG, with letters that it brings itself.

use crate::trace::data::Trace;
use crate::trace::picture::{Anchor, Picture, Shape, Size as TextSize, picture};
use embedded_graphics::mono_font::{MonoTextStyle, iso_8859_1};
use embedded_graphics::pixelcolor::Rgb888;
use embedded_graphics::prelude::*;
use embedded_graphics::primitives::{Line, PrimitiveStyle, Rectangle};
use embedded_graphics::text::{Alignment, Text};
use std::convert::Infallible;
use std::io::{self, BufWriter, Write};

impl Trace {
    /// Draws the picture of [`write_svg`](Self::write_svg) as a PNG file. Letters outside of Latin-1 become question marks.
    ///
    /// # Errors
    /// Those of `out`.
    ///
    /// ```
    /// let mut file = Vec::new();
    /// tine::trace::snapshot().write_png(&mut file)?;
    /// assert!(file.starts_with(b"\x89PNG"));
    /// # Ok::<(), std::io::Error>(())
    /// ```
    pub fn write_png(&self, out: impl Write) -> io::Result<()> {
        let bitmap = Bitmap::draw(&picture(self));
        let Size { width, height } = bitmap.size;
        let mut encoder = png::Encoder::new(BufWriter::new(out), width, height);
        encoder.set_color(png::ColorType::Rgb);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&bitmap.bytes)?;
        Ok(writer.finish()?)
    }
}

/// Three bytes a pixel, row by row.
struct Bitmap {
    size: Size,
    bytes: Vec<u8>,
}

impl Bitmap {
    fn draw(picture: &Picture) -> Self {
        let size = Size::new(picture.width as u32, picture.height as u32);
        let mut bitmap = Bitmap {
            size,
            bytes: vec![0; 3 * size.width as usize * size.height as usize],
        };
        for shape in &picture.shapes {
            let Ok(()) = bitmap.add(shape);
        }
        bitmap
    }

    fn add(&mut self, shape: &Shape) -> Result<(), Infallible> {
        match *shape {
            Shape::Rect { at, size, color } => {
                let size = Size::new(size.0 as u32, size.1 as u32);
                self.fill_solid(&Rectangle::new(at.into(), size), rgb(color))
            }
            Shape::Line { from, to, color } => {
                let style = PrimitiveStyle::with_stroke(rgb(color), 1);
                let line = Line::new(from.into(), to.into());
                line.into_styled(style).draw(self)
            }
            Shape::Text {
                at,
                ref text,
                size,
                anchor,
                color,
            } => {
                let font = match size {
                    TextSize::Title => &iso_8859_1::FONT_10X20,
                    TextSize::Label => &iso_8859_1::FONT_7X13,
                };
                let style = MonoTextStyle::new(font, rgb(color));
                let alignment = match anchor {
                    Anchor::Start => Alignment::Left,
                    Anchor::Middle => Alignment::Center,
                    Anchor::End => Alignment::Right,
                };
                let text = Text::with_alignment(text, at.into(), style, alignment);
                text.draw(self).map(|_| ())
            }
        }
    }
}

fn rgb(color: u32) -> Rgb888 {
    let [_, red, green, blue] = color.to_be_bytes();
    Rgb888::new(red, green, blue)
}

impl OriginDimensions for Bitmap {
    fn size(&self) -> Size {
        self.size
    }
}

impl DrawTarget for Bitmap {
    type Color = Rgb888;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<Rgb888>>,
    {
        let paper = self.bounding_box();
        for Pixel(at, color) in pixels {
            if paper.contains(at) {
                let pixel = 3 * (at.y as usize * self.size.width as usize + at.x as usize);
                self.bytes[pixel..pixel + 3].copy_from_slice(&[color.r(), color.g(), color.b()]);
            }
        }
        Ok(())
    }
}
