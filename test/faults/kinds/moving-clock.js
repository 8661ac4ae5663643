/** A server loads this file first. SIGUSR2 moves the clock of the process ten minutes ahead; SIGWINCH moves it back. */
const JUMP_MS = 600_000;
const RealDate = Date;
let offset = 0;

class MovedDate extends RealDate {
  constructor(...values) {
    super(...(values.length === 0 ? [RealDate.now() + offset] : values));
  }

  static now() {
    return RealDate.now() + offset;
  }
}

globalThis.Date = MovedDate;
process.on('SIGUSR2', () => void (offset = JUMP_MS));
process.on('SIGWINCH', () => void (offset = 0));
