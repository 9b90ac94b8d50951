import type { IncomingMessage } from "node:http";

/** Reads a request's exact bytes; null for more than `limit` bytes, or if the client disconnected. */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer | null> {
  const declared = req.headers["content-length"];
  if (declared !== undefined && BigInt(/^\d{1,15}$/.test(declared) ? declared : "0") > BigInt(limit)) return null;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // Bytes missing when the connection ends never arrive; only the first resolve counts.
    req.once("close", () => resolve(null));
    req.once("error", (error) => (req.complete ? reject(error) : resolve(null)));
    req.once("end", () => resolve(Buffer.concat(chunks)));
    req.on("data", (bytes: Buffer) => {
      size += bytes.byteLength;
      if (size > limit) {
        req.pause();
        resolve(null);
      } else {
        chunks.push(bytes);
      }
    });
  });
}
