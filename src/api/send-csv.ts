import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { MedusaResponse } from "@medusajs/framework/http";

/** Streams a file download in chunks. */
export async function sendCsv(res: MedusaResponse, filename: string, pieces: AsyncIterable<string>): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Type", "text/csv; charset=utf-8");
  res.setHeader("Content-Disposition", `attachment; filename="${filename}"`);
  // A disconnected client is not an error; a failure cuts the file off, because it must not look complete.
  await pipeline(Readable.from(pieces), res).catch(() => res.destroy());
}
