//! Does nothing: cargo wants a build script where a manifest says `links`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
}
