import { evidencePdf } from "../evidence-pdf";
import { evidenceSections, titleOfEvidence } from "../evidence-sections";
import { EVIDENCE } from "./evidence-example";
import { textsOfPdf } from "./pdf-text";

const pdfOf = (evidence = EVIDENCE): Promise<Buffer> =>
  evidencePdf({
    title: titleOfEvidence(evidence),
    sections: evidenceSections(evidence),
    madeAt: new Date(evidence.generated_at),
  });
const readable = (pdf: Buffer): string => textsOfPdf(pdf).join("\n");

test("the document has its content in readable characters, Latin or not", async () => {
  const pdf = await pdfOf();
  expect(pdf.subarray(0, 5).toString()).toBe("%PDF-");
  const text = readable(pdf);
  for (const part of ["Evidence for dispute D1, order #12", "Зоя Łukasiewicz", "Αθήνα", "411111******1111", "1Z999"])
    expect(text).toContain(part);
  expect(text).toContain("Page 1 of 2");
});

test("a character that the font lacks is shown by its number, with a remark", async () => {
  const text = readable(await pdfOf());
  expect(text).toContain("[U+5C71][U+7530] [U+82B1][U+5B50]");
  expect(text).toContain("evidence.json");
  const latin = { ...EVIDENCE, order: null };
  expect(readable(await pdfOf(latin))).not.toContain("evidence.json");
});

test("a long timeline continues on further pages, each with its number", async () => {
  const [entry] = EVIDENCE.timeline;
  if (!entry) throw new Error("No entry.");
  const pdf = await pdfOf({ ...EVIDENCE, timeline: Array.from({ length: 200 }, () => entry) });
  const pages = pdf.toString("latin1").match(/\/Type \/Page\b/g)?.length ?? 0;
  expect(pages).toBeGreaterThan(4);
  expect(readable(pdf)).toContain(`Page ${String(pages)} of ${String(pages)}`);
});
