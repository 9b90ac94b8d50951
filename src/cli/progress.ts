export interface Progress {
  at(done: number, total: number): void;
  end(): void;
}

export interface ProgressStream {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

const WIDTH = 30;
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
