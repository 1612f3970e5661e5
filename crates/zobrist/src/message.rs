//! Messages with numbers in them, for panics that are errors of compilation in a constant, where
//! nothing else can be formatted.

/// A text that is put together in a constant. A part for which there is no room is left out.
pub(crate) struct Message {
    bytes: [u8; 256],
    len: usize,
}

impl Message {
    pub(crate) const fn new(text: &str) -> Message {
        Message { bytes: [0; 256], len: 0 }.text(text)
    }

    pub(crate) const fn text(mut self, text: &str) -> Message {
        let text = text.as_bytes();
        if text.len() <= self.bytes.len() - self.len {
            let mut place = 0;
            while place < text.len() {
                self.bytes[self.len + place] = text[place];
                place += 1;
            }
            self.len += text.len();
        }
        self
    }

    pub(crate) const fn number(self, number: usize) -> Message {
        let mut digits = [b'0'; 20];
        let mut first = digits.len() - 1;
        let mut rest = number;
        digits[first] += (rest % 10) as u8;
        rest /= 10;
        while rest > 0 {
            first -= 1;
            digits[first] += (rest % 10) as u8;
            rest /= 10;
        }
        self.text(utf8(digits.split_at(first).1))
    }

    #[track_caller]
    pub(crate) const fn fail(&self) -> ! {
        panic!("{}", utf8(self.bytes.split_at(self.len).0))
    }
}

const fn utf8(bytes: &[u8]) -> &str {
    match core::str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => panic!("a message is made of texts"),
    }
}

#[cfg(test)]
mod tests {
    extern crate std;

    use super::*;

    #[test]
    fn numbers_are_those_of_format() {
        for number in [0, 7, 10, 99, 100, 4_294_967_295, usize::MAX] {
            let message = Message::new("got ").number(number).text(" keys");
            let text = utf8(&message.bytes[..message.len]);
            assert_eq!(text, std::format!("got {number} keys"));
        }
    }

    #[test]
    fn what_exceeds_the_room_is_left_out() {
        let long = "x".repeat(200);
        let message = Message::new(&long).text(&long).text("end");
        assert_eq!(utf8(&message.bytes[..message.len]), long.clone() + "end");
    }
}
