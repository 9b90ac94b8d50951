import { inflateSync } from "node:zlib";

/** The text of a PDF made by pdfkit: the glyphs of each page, by each font's own list of characters. */
const STREAM = /stream\r?\n([\s\S]*?)\r?\nendstream/g;

function streamsOf(pdf: Buffer): readonly string[] {
  return [...pdf.toString("latin1").matchAll(STREAM)].flatMap(([, body = ""]) => {
    try {
      return [inflateSync(Buffer.from(body, "latin1")).toString("latin1")];
    } catch {
      // A stream that is not compressed has no text.
      return [];
    }
  });
}

const textOfHex = (hex: string): string => Buffer.from(hex, "hex").swap16().toString("utf16le");

/** Glyph by glyph, in the order of the list. */
const charactersOf = (map: string): readonly string[] =>
  [...map.matchAll(/\[([^\]]*)\]/g)].flatMap(([, list = ""]) =>
    [...list.matchAll(/<([0-9a-f ]+)>/gi)].map(([, hex = ""]) => textOfHex(hex.replaceAll(" ", ""))),
  );

/** One text for each font: what is written in another one is not readable in it. */
export function textsOfPdf(pdf: Buffer): readonly string[] {
  const streams = streamsOf(pdf);
  const maps = streams.filter((stream) => stream.includes("beginbfrange")).map(charactersOf);
  const pages = streams.filter((stream) => /\bTJ\b/.test(stream));
  return maps.map((characters) =>
    pages
      .flatMap((page) => page.split("TJ"))
      .map((piece) =>
        [...piece.matchAll(/<([0-9a-f]+)>/gi)]
          .flatMap(([, hex = ""]) => hex.match(/.{4}/g) ?? [])
          .map((glyph) => characters[parseInt(glyph, 16)] ?? "")
          .join(""),
      )
      .join("\n"),
  );
}
