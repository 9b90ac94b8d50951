export interface Cell {
  readonly medusa: string;
  readonly node: string;
  readonly postgres: string;
  readonly manager: string;
}

export interface Result {
  readonly cell: Cell;
  /** Of the run, as in 2026-11-26. */
  readonly date: string;
  readonly steps: readonly {
    readonly step: string;
    readonly outcome: "passed" | "failed";
    readonly seconds: number;
    readonly message?: string;
  }[];
}

export function isPassed(result: Result): boolean;
export function passedVersions(results: readonly Result[]): string[];
export function page(results: readonly Result[]): string;
