/** Progress of a long command: a progress bar on a terminal, a line from time to time elsewhere. */
export interface Progress {
  at(done: number, total: number): void;
  end(): void;
}

/** The output; `isTTY` decides the form. */
export interface ProgressStream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const WIDTH = 30;
/** Without a terminal: a line for each tenth of the work. */
const TENTHS = 10;

export function createProgress(stream: ProgressStream, what: string): Progress {
  let shown = -1;
  const at = (done: number, total: number): void => {
    const part = total === 0 ? WIDTH : Math.floor((Math.min(done, total) * WIDTH) / total);
    if (stream.isTTY) {
      stream.write(`\r[${"#".repeat(part)}${"-".repeat(WIDTH - part)}] ${String(done)} of ${String(total)} ${what}`);
    } else {
      const tenth = total === 0 ? TENTHS : Math.floor((Math.min(done, total) * TENTHS) / total);
      if (tenth === shown) return;
      stream.write(`${String(done)} of ${String(total)} ${what}\n`);
      shown = tenth;
    }
  };
  return { at, end: () => void (stream.isTTY && stream.write("\n")) };
}
