import { once } from "node:events";
import type { WriteStream } from "node:fs";
import { createWriteStream } from "node:fs";
import { finished } from "node:stream/promises";
import type { ImportKind, LineResult } from "../../application/import/import-record";
import { importColumnsOf } from "../../application/import/record-schemas";
import type { FileFormat } from "./read-file";
import { REJECT_COLUMNS } from "./read-file";

/** Rejected lines in the format of the import file, with the reason, to be corrected and imported. Created if there is one. */
export class RejectsFile {
  #out: WriteStream | null = null;

  constructor(
    readonly path: string,
    private readonly format: FileFormat,
    private readonly kind: ImportKind,
  ) {}

  async add(result: LineResult): Promise<void> {
    const out = (this.#out ??= await this.open());
    const line =
      this.format === "csv" ? this.csv(result) : JSON.stringify({ ...shownFields(result), ...reasonOf(result) });
    if (!out.write(`${line}\n`)) await once(out, "drain");
  }

  async close(): Promise<void> {
    if (!this.#out) return;
    this.#out.end();
    await finished(this.#out);
  }

  /** Readable for its owner only: it contains customers and tokens. */
  private async open(): Promise<WriteStream> {
    const out = createWriteStream(this.path, { mode: 0o600 });
    await once(out, "open");
    if (this.format === "csv") out.write(`${[...importColumnsOf(this.kind), ...REJECT_COLUMNS].join(",")}\n`);
    return out;
  }

  private csv(result: LineResult): string {
    const fields = shownFields(result);
    const reason = reasonOf(result);
    const cells = [
      ...importColumnsOf(this.kind).map((name) => String(fields[name] ?? "")),
      ...REJECT_COLUMNS.map((name) => String(reason[name])),
    ];
    return cells.map((cell) => (/[",\r\n;\t]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell)).join(",");
  }
}

/** Nothing of a line that may contain a card number. */
const shownFields = ({ record, isSecret }: LineResult): LineResult["record"]["fields"] =>
  isSecret ? {} : record.fields;

const reasonOf = ({ record, problem }: LineResult) => ({
  line: record.line,
  field: problem?.field ?? "",
  problem: problem?.problem ?? "",
  fix: problem?.fix ?? "",
});
