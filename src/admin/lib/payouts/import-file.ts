/** A CSV file on its way to the server: read as text, and cut back into its rows for who has to correct some. Pure. */

/** As many characters as the API schema takes. */
const MOST = 2_000_000;

export type WrongFile = "tooBig" | "empty" | "notText";

/** The file's text, without a mark of byte order; or why it cannot be looked at. */
export async function readFile(file: File): Promise<{ readonly text: string } | { readonly wrong: WrongFile }> {
  // A character has at least one byte: what is larger than this cannot be within the limit by much.
  if (file.size > MOST * 4) return { wrong: "tooBig" };
  return fileText(await file.arrayBuffer());
}

export function fileText(bytes: ArrayBuffer): { readonly text: string } | { readonly wrong: WrongFile } {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    if (text.length > MOST) return { wrong: "tooBig" };
    return text.trim() === "" ? { wrong: "empty" } : { text };
  } catch {
    return { wrong: "notText" };
  }
}

/** The records of a CSV text as they stand there; one may go over several lines when it is quoted. */
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

/** The header and the rows of these lines, as a spreadsheet counts them, out of the same file. */
export function rowsAt(csv: string, lines: readonly number[]): string {
  const records = recordsOf(csv);
  const picked = [1, ...lines].flatMap((line) => records[line - 1] ?? []);
  return `${picked.join("\r\n")}\r\n`;
}

/** Hands a text to the browser as a file, with a mark that spreadsheets know UTF-8 by. */
export function saveText(text: string, name: string): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(new Blob(["\uFEFF", text], { type: "text/csv;charset=utf-8" }));
  link.download = name;
  link.click();
  URL.revokeObjectURL(link.href);
}
