import type { IncomingMessage } from "node:http";

/**
 * Reads a request's exact bytes; null when there are more than `limit` bytes, of which no more are kept, and when the
 * sender broke off: nobody hears the answer to that, and it is nothing to fill the log with.
 */
export async function readBody(req: IncomingMessage, limit: number): Promise<Buffer | null> {
  const declared = req.headers["content-length"];
  if (declared !== undefined && BigInt(/^\d{1,15}$/.test(declared) ? declared : "0") > BigInt(limit)) return null;
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    let size = 0;
    // What has not arrived when the connection ends never will; the first word counts.
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
