import type { IncomingMessage } from "node:http";

/**
 * Reads a request's exact bytes; null when there are more than `limit` bytes, of which no more are kept, and when the
 * sender broke off: nobody hears the answer to that, and it is nothing to fill the log with.
 */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer | null> {
  const declared = req.headers["content-length"];
  if (declared !== undefined && BigInt(/^\d{1,15}$/.test(declared) ? declared : "0") > BigInt(limit)) return null;
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of req) {
      const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
      size += bytes.byteLength;
      if (size > limit) return null;
      chunks.push(bytes);
    }
  } catch (error) {
    if (!req.complete) return null;
    throw error;
  }
  return Buffer.concat(chunks);
}
