import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { receiveNotification } from "../workflows/notification";
import { readBody } from "./read-body";

/**
 * Answers a notification: 200 only after the bytes are in a committed row; 503 when the
 * database cannot take them, so that the sender comes back.
 */
export async function answerNotification(req: MedusaRequest, res: MedusaResponse, account: string): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Type", "text/plain; charset=utf-8");
  const body = await readBody(req, 256 * 1024);
  if (body === null) {
    // The rest of the body is not read; the connection ends once the answer has left, and the sender is told so.
    res.setHeader("Connection", "close");
    res.once("finish", () => req.destroy());
    res.status(413).end("too large");
    return;
  }
  const contentType = req.headers["content-type"] ?? null;
  const receipt = await receiveNotification(req.scope, { account, contentType, body });
  res.status(receipt.status).end(receipt.body);
}
