import type { MedusaContainer } from "@medusajs/framework/types";
import { recordEvidenceDownload } from "../../../modules/acquiring";
import { csvLine } from "../../csv";
import { resolveLedger } from "../../resolve-ledger";
import type { DisputeEvidence } from "./collect-evidence";
import { collectEvidence } from "./collect-evidence";
import { evidencePdf } from "./evidence-pdf";
import { evidenceSections, titleOfEvidence } from "./evidence-sections";

/** The evidence package as a file, recorded in the audit trail before it is handed out. */
export interface EvidenceFile {
  readonly name: string;
  readonly type: "application/pdf" | "application/zip";
  readonly bytes: Uint8Array;
}

interface EvidenceRequest {
  readonly disputeId: string;
  readonly format: "pdf" | "zip";
  readonly actorId: string;
}

export async function evidenceFile(
  container: MedusaContainer,
  { disputeId, format, actorId }: EvidenceRequest,
): Promise<EvidenceFile> {
  const ledger = resolveLedger(container);
  const evidence = await collectEvidence(container, disputeId);
  const pdf = await evidencePdf({
    title: titleOfEvidence(evidence),
    sections: evidenceSections(evidence),
    madeAt: new Date(evidence.generated_at),
  });
  const name = `evidence-${nameOf(evidence)}`;
  const file: EvidenceFile =
    format === "pdf"
      ? { name: `${name}.pdf`, type: "application/pdf", bytes: pdf }
      : { name: `${name}.zip`, type: "application/zip", bytes: await zipOf(evidence, pdf) };
  const at = ledger.now();
  await recordEvidenceDownload(ledger.attempts.connection, { disputeId, format, actorId, at });
  return file;
}

/** For a header and every file system. */
const nameOf = ({ dispute, payment }: DisputeEvidence): string =>
  (dispute.reference ?? payment.order_no).replace(/[^A-Za-z0-9_-]/g, "_").slice(0, 60);

export function timelineCsv({ timeline, payment: { currency } }: DisputeEvidence): string {
  const lines = timeline.map(({ at, kind, amount, actor, code, message, note }) =>
    csvLine([at, kind, amount, amount === null ? null : currency, actor, code, message, note]),
  );
  return [csvLine(["at", "kind", "amount", "currency", "actor", "code", "message", "note"]), ...lines].join("");
}

async function zipOf(evidence: DisputeEvidence, pdf: Uint8Array): Promise<Uint8Array> {
  const { strToU8, zipSync } = await import("fflate");
  const json = (value: unknown): Uint8Array => strToU8(`${JSON.stringify(value, null, 2)}\n`);
  return zipSync(
    {
      "evidence.pdf": pdf,
      "evidence.json": json(evidence),
      "order.json": json(evidence.order),
      "timeline.csv": strToU8(timelineCsv(evidence)),
    },
    { mtime: new Date(evidence.generated_at) },
  );
}
