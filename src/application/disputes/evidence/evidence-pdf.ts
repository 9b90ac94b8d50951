import { createRequire } from "node:module";
import { readFile } from "node:fs/promises";
import type { DocumentSection } from "./evidence-sections";

/** The document as a PDF. The libraries and fonts are loaded with the first one. */
const FONTS = { regular: "DejaVuSans.ttf", bold: "DejaVuSans-Bold.ttf" } as const;
const MARGIN = 48;
const NAME_WIDTH = 130;
const GAP = 12;
const SIZE = { title: 16, heading: 12, text: 9 } as const;
const GREY = "#555555";

const readFont = (name: string): Promise<Buffer> =>
  readFile(createRequire(__filename).resolve(`dejavu-fonts-ttf/ttf/${name}`));

const LACKING =
  "Characters that this document's font does not have are shown by their Unicode number, as [U+5C71]. The file evidence.json has them as they are.";

export interface EvidenceDocument {
  readonly title: string;
  readonly sections: readonly DocumentSection[];
  readonly madeAt: Date;
}

export async function evidencePdf({ title, sections, madeAt }: EvidenceDocument): Promise<Buffer> {
  const [{ default: PDFDocument }, { create }, regular, bold] = await Promise.all([
    import("pdfkit"),
    import("fontkit"),
    readFont(FONTS.regular),
    readFont(FONTS.bold),
  ]);
  const font = create(regular);
  let isLacking = false;
  const shown = (text: string): string =>
    [...text]
      .map((character) => {
        const code = character.codePointAt(0) ?? 0;
        if (character === "\n" || !("hasGlyphForCodePoint" in font) || font.hasGlyphForCodePoint(code))
          return character;
        isLacking = true;
        return `[U+${code.toString(16).toUpperCase().padStart(4, "0")}]`;
      })
      .join("");

  const info = { Title: title, CreationDate: madeAt, ModDate: madeAt, Producer: "medusa-payment-acquiring" };
  const document = new PDFDocument({ size: "A4", margin: MARGIN, bufferPages: true, info, lang: "en-GB" });
  const done = bytesOf(document);
  document.registerFont("regular", regular).registerFont("bold", bold);
  const width = document.page.width - 2 * MARGIN;
  const bottom = document.page.height - MARGIN;

  document.font("bold").fontSize(SIZE.title).text(shown(title), MARGIN, MARGIN, { width });
  for (const section of sections) addSection(section);
  if (isLacking) document.moveDown(1).font("regular").fillColor(GREY).text(LACKING, MARGIN, document.y, { width });
  addPageNumbers();
  document.end();
  return done;

  function addSection({ title: heading, rows, text }: DocumentSection): void {
    document.moveDown(1);
    // A heading stays with its first row.
    if (document.y + 4 * SIZE.heading > bottom) document.addPage();
    document.fillColor("black").font("bold").fontSize(SIZE.heading).text(heading, MARGIN, document.y, { width });
    document.moveDown(0.3).fontSize(SIZE.text);
    for (const row of rows) addRow(row);
    if (text !== undefined) document.font("regular").fillColor(GREY).text(text, MARGIN, document.y, { width });
  }

  function addRow([name, value]: readonly [string, string]): void {
    const [left, right] = [shown(name), shown(value)];
    const valueWidth = width - NAME_WIDTH - GAP;
    document.font("regular");
    const height = Math.max(
      document.heightOfString(left, { width: NAME_WIDTH }),
      document.heightOfString(right, { width: valueWidth }),
    );
    if (document.y + height > bottom) document.addPage();
    const top = document.y;
    document.fillColor(GREY).text(left, MARGIN, top, { width: NAME_WIDTH });
    const ended = document.y;
    document.fillColor("black").text(right, MARGIN + NAME_WIDTH + GAP, top, { width: valueWidth });
    document.y = Math.max(ended, document.y) + 2;
  }

  function addPageNumbers(): void {
    const { count } = document.bufferedPageRange();
    for (let page = 0; page < count; page += 1) {
      document.switchToPage(page);
      // Below the margin, where text would begin another page.
      document.page.margins.bottom = 0;
      document
        .font("regular")
        .fontSize(8)
        .fillColor(GREY)
        .text(`Page ${String(page + 1)} of ${String(count)}`, MARGIN, bottom + 14, { width, align: "right" });
    }
  }
}

function bytesOf(document: PDFKit.PDFDocument): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    document.on("data", (chunk: Buffer) => chunks.push(chunk));
    document.on("end", () => resolve(Buffer.concat(chunks)));
    document.on("error", reject);
  });
}
