//! Results as a bar of characters.

/// Characters for wins of White, draws and wins of Black.
const PARTS: [char; 3] = ['█', '▒', '·'];

/// A bar of `width` characters, divided in proportion to three numbers that are not all 0: a part that
/// is not 0 has a character at least, if there is room.
pub fn bar(numbers: [u64; 3], width: usize) -> String {
    let sum: u128 = numbers.iter().map(|number| u128::from(*number)).sum();
    let share = |number: u64| u128::from(number) * width as u128;
    let mut parts = numbers.map(|number| (share(number) / sum) as usize);
    for (part, number) in parts.iter_mut().zip(numbers) {
        *part = (*part).max(usize::from(number > 0));
    }
    // A remainder goes to the parts that lack most, an excess comes from the longest.
    let lacks = |parts: &[usize; 3], at: usize| {
        share(numbers[at]) as i128 - (parts[at] as i128 * sum as i128)
    };
    while parts.iter().sum::<usize>() < width {
        let most = (0..3).max_by_key(|at| lacks(&parts, *at)).expect("three parts");
        parts[most] += 1;
    }
    while parts.iter().sum::<usize>() > width {
        let longest = (0..3).rev().max_by_key(|at| parts[*at]).expect("three parts");
        parts[longest] -= 1;
    }
    PARTS.iter().zip(parts).map(|(part, length)| part.to_string().repeat(length)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_in_proportion() {
        for (numbers, expected) in [
            ([1, 0, 0], "████████"),
            ([0, 0, 7], "········"),
            ([1, 1, 2], "██▒▒····"),
            ([49, 13, 38], "████▒···"),
            ([1000, 1, 1000], "███▒····"),
            ([1, 0, 1000], "█·······"),
            ([u64::MAX, u64::MAX, u64::MAX], "██▒▒▒···"),
        ] {
            assert_eq!(bar(numbers, 8), expected, "{numbers:?}");
        }
    }

    #[test]
    fn bars_have_their_width() {
        for width in 0..40 {
            for numbers in [[1, 2, 3], [0, 5, 0], [9, 0, 1], [1, 1000, 1], [100, 1, 1]] {
                assert_eq!(bar(numbers, width).chars().count(), width);
            }
        }
    }
}
