/** Reads a CSV file as text, and cuts it into its rows again for corrections. Pure. */

/** The limit of the API schema. */
const MOST = 2_000_000;

export type FileError = "tooBig" | "empty" | "notText";

/** The file's text without a byte-order mark, or why it cannot be read. */
export async function readFile(file: File): Promise<{ readonly text: string } | { readonly problem: FileError }> {
  // A character has at least one byte: a file much larger than this cannot be within the limit.
  if (file.size > MOST * 4) return { problem: "tooBig" };
  return fileText(await file.arrayBuffer());
}

export function fileText(bytes: ArrayBuffer): { readonly text: string } | { readonly problem: FileError } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.length > MOST) return { problem: "tooBig" };
    return text.trim() === "" ? { problem: "empty" } : { text };
  } catch {
    return { problem: "notText" };
  }
}

/** The raw records of a CSV text; a quoted one may span several lines. */
export function recordsOf(csv: string): readonly string[] {
  const records: string[] = [];
  let from = 0;
  let isQuoted = false;
  for (let at = 0; at < csv.length; at += 1) {
    const character = csv[at];
    if (character === '"') isQuoted = !isQuoted;
    if (character !== "\n" || isQuoted) continue;
    records.push(csv.slice(from, at).replace(/\r$/, ""));
    from = at + 1;
  }
  if (from < csv.length) records.push(csv.slice(from));
  return records;
}

/** The header and the rows with these line numbers, as a spreadsheet counts them. */
export function rowsAt(csv: string, lines: readonly number[]): string {
  const records = recordsOf(csv);
  const picked = [1, ...lines].flatMap((line) => records[line - 1] ?? []);
  return `${picked.join("\r\n")}\r\n`;
}

/** Saves a text as a file, with a byte-order mark by which spreadsheets recognise UTF-8. */
export function saveText(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
