import type { ImportKind, LineProblem, LineResult } from "../../application/import/import-record";

/** Counts of an import, as text. */
export class ImportSummary {
  readonly #counts = { imported: 0, present: 0, rejected: 0 };
  readonly #notes = new Map<string, number>();

  add({ outcome, notes }: Pick<LineResult, "outcome" | "notes">): void {
    this.#counts[outcome] += 1;
    for (const note of notes) this.#notes.set(note, (this.#notes.get(note) ?? 0) + 1);
  }

  get rejected(): number {
    return this.#counts.rejected;
  }

  lines(
    kind: ImportKind,
    { isDry, rejects }: { readonly isDry: boolean; readonly rejects: string },
  ): readonly string[] {
    const { imported, present, rejected } = this.#counts;
    const read = imported + present + rejected;
    const did = isDry ? "would be imported" : "imported";
    return [
      `${kind}: ${String(read)} read, ${String(imported)} ${did}, ${String(present)} already here, ${String(rejected)} rejected.`,
      ...[...this.#notes].map(([note, count]) => `  ${String(count)} × ${note}`),
      ...(rejected > 0 ? [`Rejected lines: ${rejects}. Correct them there, and import that file.`] : []),
      ...(isDry ? ["Nothing was changed. Add --apply to import."] : []),
    ];
  }
}

/** Names the line, the field and the remedy; the texts repeat no card number. */
export const problemLine = (line: number, { field, problem, fix }: LineProblem): string =>
  `line ${String(line)}${field ? `, ${field}` : ""}: ${problem}. ${fix}`;
