// Steps through a line by itself.

/** Milliseconds between two moves. */
const pause = 1500;

export class Autoplay {
  private timer = 0;

  /** `forward` steps, and answers false at the end; `changed` is told when it begins and ends. */
  constructor(
    private readonly forward: () => boolean,
    private readonly changed: (runs: boolean) => void,
  ) {}

  toggle(): void {
    if (this.timer !== 0) return this.stop();
    if (!this.forward()) return;
    this.timer = window.setInterval(() => {
      if (!this.forward()) this.stop();
    }, pause);
    this.changed(true);
  }

  stop(): void {
    if (this.timer === 0) return;
    clearInterval(this.timer);
    this.timer = 0;
    this.changed(false);
  }
}
