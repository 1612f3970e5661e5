//! The law of checkpoints and of the tables beside them: whatever stands in one is refused, or is
//! a simulation that goes on: a step is done or an error, and each vacancy has a site.

use std::sync::LazyLock;

use zobrist::Fnv1a;
use zobrist_lattice::model::{PairModel, PairParameters};
use zobrist_lattice::{
    Configuration, Flicker, Kmc, Lattice, RecallMode, Settings, Site, Species, Stage, Structure,
    Tracking, Verification,
};

/// A simulation that was stopped: its model, its settings, its checkpoint and its table.
struct Stopped {
    model: PairModel,
    settings: Settings,
    checkpoint: Vec<u8>,
    table: Vec<u8>,
}

static STOPPED: LazyLock<Vec<Stopped>> = LazyLock::new(|| {
    let modes = RecallMode::ALL.map(|mode| (mode, Verification::Hash));
    let content = (RecallMode::Environment, Verification::Content);
    modes
        .into_iter()
        .chain([content])
        .map(|(mode, verification)| stopped(mode, verification, false))
        .chain(
            [RecallMode::None, RecallMode::State]
                .map(|mode| stopped(mode, Verification::Hash, true)),
        )
        .collect()
});

/// With atoms that are followed, free time and a ramp, if `follows`.
fn stopped(mode: RecallMode, verification: Verification, follows: bool) -> Stopped {
    let lattice = Lattice::new(Structure::Bcc, [3, 3, 3]).unwrap();
    let pairs = vec![vec![vec![0.01, 0.02, 0.04], vec![0.02, 0.03, 0.01], vec![0.04, 0.01, 0.05]]];
    let parameters = PairParameters::new(pairs, vec![0.6, 0.0, 0.5]);
    let model = PairModel::new(lattice, &parameters).unwrap();
    let mut settings = Settings::new(300.0, 7);
    (settings.recall, settings.verification) = (mode, verification);
    settings.flicker = Some(Flicker::new(3, 4));
    if follows {
        settings.tracking = Tracking::All;
        settings.track_free_time = true;
        settings.end = 1.0;
        let stage = |until, temperature| Stage::new(until, temperature);
        settings.ramp = vec![stage(1e-4, 310.0), stage(1e-2, 290.0)];
    }
    let mut start = Configuration::new(lattice);
    start.set(Site(5), Species::VACANCY);
    start.set(Site(20), Species::VACANCY);
    start.set(Site(7), Species(2));
    let mut kmc = Kmc::new(model.clone(), start, settings.clone()).unwrap();
    kmc.run(20).unwrap();
    // The next jump has been drawn.
    while kmc.step_until(kmc.time()).unwrap().is_some() {}
    let mut table = Vec::new();
    kmc.save_recall(&mut table).unwrap();
    Stopped { model, settings, checkpoint: kmc.checkpoint(), table }
}

/// Content for all bytes. The first chooses the simulation; each three of the others change one
/// byte of its checkpoint, or of its table, or append one, and the checksums are made good.
pub(crate) fn law(bytes: &[u8]) {
    let Some((which, edits)) = bytes.split_first() else { return };
    let Stopped { model, settings, checkpoint, table } =
        &STOPPED[usize::from(*which) % STOPPED.len()];
    if let Err(error) = Kmc::resume(model, settings.clone(), edits) {
        assert!(!error.to_string().is_empty());
    }
    let (mut checkpoint, mut table) = (checkpoint.clone(), table.clone());
    if which & 0x80 == 0 {
        change_checkpoint(&mut checkpoint, |bytes| edit(bytes, edits));
    } else if !table.is_empty() {
        change_table(&mut table, |bytes| edit(bytes, edits));
    }
    is_refused_or_goes_on(model, settings, &checkpoint, &table);
}

fn change_checkpoint(checkpoint: &mut Vec<u8>, change: impl Fn(&mut Vec<u8>)) {
    checkpoint.truncate(checkpoint.len() - 8);
    change(checkpoint);
    let checksum = Fnv1a::new().bytes(checkpoint).finish();
    checkpoint.extend_from_slice(&checksum.to_le_bytes());
}

fn change_table(table: &mut Vec<u8>, change: impl Fn(&mut Vec<u8>)) {
    table.truncate(table.len() - 8);
    change(table);
    if table.len() >= 64 {
        let header = Fnv1a::new().bytes(&table[..56]).finish();
        table[56..64].copy_from_slice(&header.to_le_bytes());
        let checksum = Fnv1a::new().bytes(&table[64..]).finish();
        table.extend_from_slice(&checksum.to_le_bytes());
    }
}

fn is_refused_or_goes_on(model: &PairModel, settings: &Settings, checkpoint: &[u8], table: &[u8]) {
    match Kmc::resume(model, settings.clone(), checkpoint) {
        Ok(mut kmc) => {
            if let Err(error) = kmc.load_recall(table) {
                assert!(!error.to_string().is_empty());
            }
            goes_on(&mut kmc);
            let stopped = kmc.checkpoint();
            let again = Kmc::resume(model, settings.clone(), &stopped).unwrap();
            assert_eq!(again.checkpoint(), stopped);
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
}

fn edit(bytes: &mut Vec<u8>, edits: &[u8]) {
    for edit in edits.chunks_exact(3) {
        let [low, high, byte] = edit else { unreachable!("three bytes") };
        let place = usize::from(u16::from_le_bytes([*low, *high])) % (bytes.len() + 1);
        match bytes.get_mut(place) {
            Some(old) => *old = *byte,
            None => bytes.push(*byte),
        }
    }
}

fn goes_on(kmc: &mut Kmc<&PairModel>) {
    for _ in 0..12 {
        let steps = kmc.steps();
        let done = match kmc.step() {
            Ok(_) => 1,
            Err(error) => {
                assert!(!error.to_string().is_empty());
                0
            }
        };
        assert_eq!(kmc.steps(), steps + done);
        if kmc.settings().tracking == Tracking::All {
            let is_of = |(at, site): (usize, &Site)| {
                let species = kmc.configuration().occupant(*site);
                if at < 2 { species == Species::VACANCY } else { species > Species::VACANCY }
            };
            assert!(kmc.others().iter().enumerate().all(is_of));
            let followed = [0, 2].map(|of| kmc.displacement_of(Species(of)).count());
            assert_eq!(followed.iter().sum::<usize>() + 2, kmc.configuration().occupants().len());
            let _ = kmc.free_time_per_site_at(1.0, |temperature| temperature);
        }
        let mut sites = kmc.vacancies().to_vec();
        sites.sort_unstable();
        assert!(kmc.configuration().sites_of(Species::VACANCY).eq(sites));
    }
    // Of a lattice of the host alone the hash is zero.
    let mut state = kmc.state().clone();
    for site in kmc.configuration().lattice().sites() {
        state.set(site, Species::HOST);
    }
    assert_eq!(state.hash(), 0);
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No vacancy jumps to another, though a file with good checksums says that it may.
    #[test]
    fn vacancies_stay_apart() {
        let lattice = Lattice::new(Structure::Bcc, [6, 6, 6]).unwrap();
        let pairs = vec![vec![vec![0.0, 0.0], vec![0.0, 0.0]]];
        let parameters = PairParameters::new(pairs, vec![0.6, 0.0]);
        let model = PairModel::new(lattice, &parameters).unwrap();
        let mut start = Configuration::new(lattice);
        let beside = lattice.neighbor(Site(0), lattice.structure().directions()[0]);
        let far = Site(lattice.len() as u32 / 2 + 6);
        for site in [Site(0), beside, far] {
            start.set(site, Species::VACANCY);
        }
        let mut refused = 0;
        for (mode, seed) in
            RecallMode::ALL.into_iter().flat_map(|mode| (0..8).map(move |seed| (mode, seed)))
        {
            let mut settings = Settings::new(300.0, seed);
            settings.recall = mode;
            let mut kmc = Kmc::new(&model, start.clone(), settings.clone()).unwrap();
            for _ in 0..3 {
                kmc.step().unwrap();
                let mut checkpoint = kmc.checkpoint();
                change_checkpoint(&mut checkpoint, |bytes| open(bytes));
                match Kmc::resume(&model, settings.clone(), &checkpoint) {
                    Ok(mut kmc) => goes_on(&mut kmc),
                    Err(_) => refused += 1,
                }
            }
            let mut table = Vec::new();
            kmc.save_recall(&mut table).unwrap();
            if !table.is_empty() {
                change_table(&mut table, |bytes| open(bytes));
                let mut again = Kmc::new(&model, start.clone(), settings).unwrap();
                again.load_recall(&table[..]).unwrap();
                goes_on(&mut again);
            }
        }
        assert!(refused > 0);
    }

    /// Makes infinite barriers low.
    fn open(bytes: &mut [u8]) {
        for at in 0..bytes.len() - 7 {
            let number = &mut bytes[at..at + 8];
            if *number == f64::INFINITY.to_le_bytes() {
                number.copy_from_slice(&0.1_f64.to_le_bytes());
            }
        }
    }
}
