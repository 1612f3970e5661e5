//! Frames that are written, compressed, and read back to the same sites.

use std::io::{Read, Write};
use std::path::Path;

use zobrist_input::decompress_text;
use zobrist_lattice::{Configuration, Lattice, Site, Species, Structure};
use zobrist_simulation::atoms::{
    Compression, FrameWriter, Moment, compressed_frame, place_on_lattice, write_compressed,
};

use crate::common::{CONSTANT, FORMATS, alloy, frame, lattices, moment, names, read};

const COMPRESSIONS: [Compression; 3] = [Compression::Plain, Compression::Gzip, Compression::Zstd];

/// The configuration of a frame, by the symbols of its atoms.
fn configuration(bytes: &[u8], lattice: Lattice) -> Configuration {
    let frame = read(bytes).unwrap();
    let sites = place_on_lattice(&frame, lattice, CONSTANT, 1e-8).unwrap();
    let mut names = names();
    names[1] = "X".to_owned();
    let mut alloy = Configuration::new(lattice);
    for (site, atom) in lattice.sites().zip(sites) {
        let symbol = &frame.atoms[atom.unwrap()].symbol;
        let number = names.iter().position(|name| name == symbol).unwrap();
        alloy.set(site, Species(number as u8));
    }
    alloy
}

#[test]
fn all_structures_formats_and_compressions() {
    for lattice in lattices() {
        let alloy = alloy(lattice);
        for format in FORMATS {
            for compression in COMPRESSIONS {
                let frames = [3, 4].map(|step| {
                    compressed_frame(&frame(format, &alloy, moment(step)), compression)
                });
                let bytes = frames.concat();
                assert_eq!(configuration(&bytes, lattice), alloy, "{lattice} {format:?}");
                assert_eq!(read(&bytes).unwrap().step, Some(4));
                assert_eq!(read(&frames[0]).unwrap().step, Some(3));
            }
        }
    }
}

#[test]
fn times_and_energies_to_the_last_bit() {
    let alloy = Configuration::new(Lattice::new(Structure::Sc, [1; 3]).unwrap());
    let mut bits = 0x9e37_79b9_7f4a_7c15_u64;
    let special = [0.0, -0.0, f64::MIN_POSITIVE, 5e-324, f64::MAX, 1e16, 0.1 + 0.2];
    let random = std::iter::repeat_with(|| {
        bits = bits.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
        f64::from_bits(bits)
    });
    for number in special.into_iter().chain(random.filter(|number| number.is_finite()).take(200)) {
        let moment = Moment::new(u64::MAX, Some(number.abs()), Some(number));
        for format in FORMATS {
            let read = read(frame(format, &alloy, moment)).unwrap();
            assert_eq!(read.step, Some(u64::MAX));
            assert_eq!(read.time.map(f64::to_bits), Some(number.abs().to_bits()));
            let has_energy = format == FORMATS[0];
            let energy = has_energy.then(|| number.to_bits());
            assert_eq!(read.energy.map(f64::to_bits), energy, "{number:?}");
        }
    }
}

/// Far from the corner, where a position has the fewest digits after the point.
#[test]
fn long_boxes() {
    for cells in [[1 << 20, 1, 1], [1, 1 << 20, 1]] {
        let lattice = Lattice::new(Structure::Hcp, cells).unwrap();
        let mut alloy = Configuration::new(lattice);
        let last = Site(lattice.len() as u32 - 1);
        alloy.set(last, Species(2));
        for format in FORMATS {
            let only = Some(&[Species(2)][..]);
            let writer = FrameWriter::new(format, lattice, CONSTANT, &names(), only).unwrap();
            let mut bytes = Vec::new();
            writer.write(&alloy, moment(1), &mut bytes).unwrap();
            let sites = place_on_lattice(&read(bytes).unwrap(), lattice, CONSTANT, 1e-6).unwrap();
            assert_eq!(sites.iter().position(Option::is_some), Some(last.index()));
        }
    }
}

#[test]
fn the_ending_asks_for_the_compression() {
    for (name, expected) in [
        ("run.xyz", Compression::Plain),
        ("run", Compression::Plain),
        ("run.xyz.gz", Compression::Gzip),
        ("run.lammpstrj.ZST", Compression::Zstd),
        (".gz", Compression::Plain),
    ] {
        assert_eq!(Compression::of_name(Path::new(name)).unwrap(), expected, "{name}");
    }
    for name in ["run.xyz.bz2", "run.XZ", "run.zip"] {
        let error = Compression::of_name(Path::new(name)).unwrap_err().to_string();
        assert!(error.contains("expected a dump that ends in .gz or .zst"), "{error}");
    }
}

#[test]
fn frames_are_compressed_as_they_are_written() {
    let alloy = alloy(Lattice::new(Structure::Bcc, [8; 3]).unwrap());
    let writer = FrameWriter::new(FORMATS[0], alloy.lattice(), CONSTANT, &names(), None).unwrap();
    let plain = frame(FORMATS[0], &alloy, moment(5));
    for compression in COMPRESSIONS {
        let mut packed = Vec::new();
        let write = |out: &mut dyn Write| writer.write(&alloy, moment(5), out);
        write_compressed(compression, &mut packed, write).unwrap();
        let mut text = Vec::new();
        decompress_text(&packed[..], "packed").unwrap().read_to_end(&mut text).unwrap();
        assert!(text == plain, "{compression:?}");
        let is_plain = compression == Compression::Plain;
        assert_eq!(packed.len() * 3 < plain.len(), !is_plain, "{compression:?}");
    }
}
