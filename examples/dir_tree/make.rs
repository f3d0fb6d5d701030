//! Makes a tree to walk: so many entries, always the same for the same number.
//!
//! Directories of unequal size and depth, one long list of files, symbolic links of which some point upwards, and
//! files with two names. Files have a length but occupy nothing.

use std::fs::{self, File};
use std::io;
use std::path::Path;
use tine::prelude::*;

/// Puts `entries` entries into the directory at `path`, which must not exist or be empty.
pub(crate) fn make(path: &Path, entries: u64) -> io::Result<()> {
    fs::create_dir_all(path)?;
    if fs::read_dir(path)?.next().is_some() {
        return Err(io::Error::other("the directory is not empty"));
    }
    let flat = entries / 20;
    if flat > 0 {
        fs::create_dir(path.join("flat"))?;
        leaves(&path.join("flat"), flat - 1, 0)?;
    }
    fill(path, entries - flat, 1)
}

/// Some leaves, and the rest divided among directories of unequal size.
fn fill(path: &Path, entries: u64, seed: u64) -> io::Result<()> {
    if entries < 24 {
        return leaves(path, entries, seed);
    }
    let own = 4 + mixed(seed) % 16;
    leaves(path, own, seed)?;
    let parts = (entries - own).min(2 + mixed(seed + 1) % 7);
    let weights: Vec<u64> = (0..parts).map(|part| 1 + mixed(seed ^ part) % 9).collect();
    let sum: u64 = weights.iter().sum();
    let ends: Vec<u64> = weights
        .iter()
        .scan(0, |end, weight| {
            *end += weight;
            Some((entries - own) * *end / sum)
        })
        .collect();
    (0..ends.len()).into_par_iter().try_for_each(|part| {
        let begin = part.checked_sub(1).map_or(0, |before| ends[before]);
        let Some(below) = (ends[part] - begin).checked_sub(1) else {
            return Ok(());
        };
        let path = path.join(format!("part-{part}"));
        fs::create_dir(&path)?;
        fill(&path, below, mixed(seed.wrapping_add(part as u64 + 2)))
    })
}

fn leaves(path: &Path, count: u64, seed: u64) -> io::Result<()> {
    for index in 0..count {
        let chance = mixed(seed.wrapping_mul(31).wrapping_add(index));
        let name = path.join(format!("leaf-{index}.txt"));
        let before = path.join(format!("leaf-{}.txt", index.wrapping_sub(1)));
        match chance % 64 {
            0 => link("..", &name)?,
            1 if before.is_file() => fs::hard_link(before, name)?,
            _ => File::create(name)?.set_len(chance % 10_000)?,
        }
    }
    Ok(())
}

#[cfg(unix)]
fn link(to: &str, name: &Path) -> io::Result<()> {
    std::os::unix::fs::symlink(to, name)
}

/// Elsewhere links need rights; a file keeps the number of entries.
#[cfg(not(unix))]
fn link(_: &str, name: &Path) -> io::Result<()> {
    File::create(name).map(drop)
}

/// Scatters a number over all 64 bits.
fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}
