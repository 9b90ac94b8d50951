import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { MedusaResponse } from "@medusajs/framework/http";

/** A file to be saved, piece by piece as it is made. */
export async function sendCsv(res: MedusaResponse, filename: string, pieces: AsyncIterable<string>): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Type", "text/csv; charset=utf-8");
  res.setHeader("Content-Disposition", `attachment; filename="${filename}"`);
  // Who goes away in the middle is no error of ours, and a failure in the middle cuts the file off: it must not look whole.
  await pipeline(Readable.from(pieces), res).catch(() => res.destroy());
}
