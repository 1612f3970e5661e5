//! Upcoming repetitions against move generation.

use super::*;

/// Numbers of moves from the start: 44 and 1,920 positions after one and two plies, as other
/// programs publish for xiangqi.
#[test]
fn the_start_has_the_published_numbers_of_moves() {
    let start = Xiangqi::new("rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR");
    let replies = start.moves().into_iter().map(|m| start.after(m).moves().len());
    assert_eq!((start.moves().len(), replies.sum::<usize>()), (44, 1920));
}

#[test]
fn equal_to_move_generation() {
    let moves = reversible_moves();
    let mut random = SplitMix64::new(3);
    let roots = [
        "rheakaehr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RHEAKAEHR",
        "4k4/9/3h5/2P6/9/9/9/4H4/4A4/3K5",
        "3ak4/4a4/9/P7p/9/4E4/9/2C6/9/4KA3",
        "4k4/1R7/9/9/4c4/9/5E3/9/7r1/3K1AE2",
    ];
    let (mut all, mut repeatable, mut asked_in_vain) = (0, 0, 0);
    for root in roots.iter().cycle().take(60) {
        let (mut game, mut history) = (Xiangqi::new(root), History::new(Rule::Fold(2)));
        history.push(Step::Start(0), game.hasher.hash());
        let (mut hashes, mut first, mut made) = (vec![game.hasher.hash()], 0, Vec::new());
        for _ in 0..60 {
            let legal = game.moves();
            let reached: Vec<u64> = legal.iter().map(|m| game.after(*m).hasher.hash()).collect();
            let expected = (first..hashes.len()).rfind(|ply| reached.contains(&hashes[*ply]));
            let upcoming = game.upcoming(&history, &moves);
            assert_eq!(upcoming.map(|it| it.0), expected, "{root}: {made:?}");
            assert!(upcoming.is_none_or(|it| legal.contains(&it.1)));
            let hashes_alone = history.upcoming(&moves, |_| true);
            asked_in_vain += usize::from(hashes_alone.is_some() && upcoming.is_none());
            (all, repeatable) = (all + 1, repeatable + usize::from(upcoming.is_some()));
            // Half of the time the last but one is taken back.
            let back = made.len().checked_sub(2).map(|at: usize| made[at]);
            let back = back.map(|(from, to): Move| (to, from)).filter(|m| legal.contains(m));
            let any =
                || Some(*legal.get((random.next_u64() % legal.len().max(1) as u64) as usize)?);
            let Some(m) = back.filter(|_| all % 2 == 0).or_else(any) else { break };
            let irreversible = is_irreversible(&game, m);
            game = game.after(m);
            if irreversible {
                first = hashes.len();
                history.push_irreversible(Step::Play(0), game.hasher.hash());
            } else {
                history.push(Step::Play(0), game.hasher.hash());
            }
            made.push(m);
            hashes.push(game.hasher.hash());
        }
    }
    assert!(repeatable > all / 10 && asked_in_vain > 10, "{all}, {repeatable}, {asked_in_vain}");
}
