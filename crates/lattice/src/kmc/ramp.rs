//! Temperatures that change with time.

/// A stage of a ramp: a temperature that holds until a time.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Stage {
    /// The time in s at which the stage ends, counted from the start of the simulation.
    pub until: f64,
    /// The temperature in K, above 0.
    pub temperature: f64,
}
