//! Steps up to a time.

use zobrist_lattice::model::{Model, PairModel};
use zobrist_lattice::{
    Configuration, Flicker, Kmc, Lattice, RecallMode, Settings, Stage, Structure,
};

use crate::common::{End, end, pairs, scattered};

fn alloy() -> (PairModel, Configuration) {
    let lattice = Lattice::new(Structure::Bcc, [5, 5, 6]).unwrap();
    (pairs(lattice, 2), scattered(lattice, &[2, 9, 4], 2))
}

/// With and without flicker, and with a ramp.
fn all_settings() -> Vec<Settings> {
    let mut plain = Settings::new(300.0, 7);
    plain.recall = RecallMode::JumpSymmetry;
    let mut flicker = plain.clone();
    flicker.flicker = Some(Flicker::new(8, 4));
    let mut ramp = flicker.clone();
    ramp.ramp = vec![Stage::new(1e-3, 320.0), Stage::new(3e-3, 290.0), Stage::new(1e-2, 280.0)];
    let mut ended = ramp.clone();
    ended.end = 2e-2;
    vec![plain, flicker, ramp, ended]
}

/// The end of a trajectory after each step.
fn all_steps(mut kmc: Kmc<&PairModel>, steps: u64) -> Vec<End> {
    let mut ends = vec![end(&kmc)];
    for _ in 0..steps {
        if kmc.step_until(f64::INFINITY).unwrap().is_none() {
            break;
        }
        ends.push(end(&kmc));
    }
    ends
}

#[test]
fn times_that_are_asked_for_change_nothing() {
    let (model, start) = alloy();
    for settings in all_settings() {
        let begun = || Kmc::new(&model, start.clone(), settings.clone()).unwrap();
        let expected = all_steps(begun(), 1500);
        let (mut waits, mut stays) = (0, 0);
        for part in [0.01, 0.3, 2.5] {
            let mut kmc = begun();
            let (mut now, mut stops) = (0.0, 0);
            while (kmc.steps() as usize) < expected.len() - 1 {
                // Ever longer, as the time until a jump is from case to case.
                now += part * (1e-7 + now / 50.0);
                for again in 0..3 {
                    while (kmc.steps() as usize) < expected.len() - 1 {
                        if kmc.step_until(now).unwrap().is_none() {
                            waits += 1;
                            break;
                        }
                        assert_eq!(again, 0, "the second time nothing is left to do");
                        assert!(kmc.time() <= now);
                        assert_eq!(end(&kmc), expected[kmc.steps() as usize]);
                    }
                }
                // Nothing follows from times that are past, or are none.
                let shown = end(&kmc);
                for time in [now / 2.0, -1.0, f64::NAN, f64::NEG_INFINITY] {
                    assert_eq!(kmc.step_until(time).unwrap(), None);
                    assert_eq!(end(&kmc), shown);
                }
                // Nor from what a row after a step asks for.
                stays += u32::from(!shown.is_at(&expected[kmc.steps() as usize]));
                if stops % 10 == 0 {
                    assert!(kmc.residence().unwrap().is_some());
                    kmc.show_present();
                    assert_eq!(end(&kmc), shown);
                }
                stops += 1;
                if stops % 40 == 0 {
                    // While a step is kept, or within a basin, which is entered again.
                    let checkpoint = kmc.checkpoint();
                    kmc = Kmc::resume(&model, settings.clone(), &checkpoint).unwrap();
                    assert_eq!(kmc.checkpoint(), checkpoint);
                    // The clock may be at the end of a stage.
                    let last = &expected[kmc.steps() as usize];
                    assert!(end(&kmc).is_at(last), "{:?} {last:?}", end(&kmc));
                }
            }
        }
        assert!(waits > 500 && expected.len() > 300, "{waits} {}", expected.len());
        assert!(settings.flicker.is_none() == (stays == 0), "{stays}");
    }
}

#[test]
fn the_state_is_the_one_that_holds() {
    let (model, start) = alloy();
    let settings = &all_settings()[0];
    let expected = all_steps(Kmc::new(&model, start.clone(), settings.clone()).unwrap(), 400);
    let mut kmc = Kmc::new(&model, start, settings.clone()).unwrap();
    let last = expected.last().unwrap().time();
    let mut held = 0;
    for row in 0..300 {
        let time = last * f64::from(row) / 300.0;
        while kmc.step_until(time).unwrap().is_some() {}
        let at = expected.partition_point(|end| end.time() <= time);
        assert_eq!(end(&kmc), expected[at - 1], "{time}");
        held += u32::from(kmc.time() < time);
    }
    assert!(held > 250);
    // The very time of a jump.
    let mut kmc = Kmc::new(&model, kmc.configuration().clone(), settings.clone()).unwrap();
    let again = Kmc::new(&model, kmc.configuration().clone(), settings.clone()).unwrap();
    let first = all_steps(again, 1)[1].time();
    assert_eq!(kmc.step_until(first.next_down()).unwrap(), None);
    assert!(kmc.step_until(first).unwrap().is_some());
    assert_eq!(kmc.time(), first);
    assert_eq!(kmc.model().lattice(), model.lattice());
}

#[test]
fn in_every_mode() {
    let (model, start) = alloy();
    let settings = all_settings().remove(2);
    let run = |mode| {
        let mut settings = settings.clone();
        settings.recall = mode;
        let mut kmc = Kmc::new(&model, start.clone(), settings).unwrap();
        for row in 0..200 {
            let time = 1e-4 * f64::from(row);
            while kmc.step_until(time).unwrap().is_some() {}
        }
        assert!(kmc.exits() > 0);
        end(&kmc)
    };
    let ends = RecallMode::ALL.map(run);
    assert!(ends.iter().all(|other| *other == ends[0]));
}
