import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { BODY_WAS_READ, receiveNotification } from "../application/notifications/receive-notification";
import type { Body } from "./body-door";
import { BodyDoor } from "./body-door";

const door = new BodyDoor();

const REFUSED: Readonly<Record<Exclude<Body["kind"], "whole">, readonly [number, string]>> = {
  none: [413, "too large"],
  slow: [408, "too slow"],
  busy: [503, "try again later"],
  read: [503, BODY_WAS_READ],
};

const RETRY_AFTER_SECONDS = "1";

/**
 * Answers a notification: 200 only once its bytes are committed or, without a valid signature, once the ledger has the
 * same facts from its own query; 503 if the database fails or too many arrive at once, so that the gateway delivers
 * again; 503, too, if a middleware of the store has read the body, as its exact bytes are gone; 408 for a body sent too slowly.
 */
export async function answerNotification(req: MedusaRequest, res: MedusaResponse, account: string): Promise<void> {
  res.setHeader("Cache-Control", "no-store");
  res.setHeader("Content-Type", "text/plain; charset=utf-8");
  const body = await door.read(req, 256 * 1024);
  if (body.kind !== "whole") {
    // The rest of the body is not read, so the connection is closed after the answer, as its headers say.
    if (body.kind === "read") {
      const logger = req.scope.resolve(ContainerRegistrationKeys.LOGGER);
      logger.error(`acquiring.notification_unreadable account=${account.slice(0, 64)}`);
    }
    const [status, text] = REFUSED[body.kind];
    res.setHeader("Connection", "close");
    if (status === 503) res.setHeader("Retry-After", RETRY_AFTER_SECONDS);
    res.once("finish", () => req.destroy());
    res.status(status).end(text);
    return;
  }
  const contentType = req.headers["content-type"] ?? null;
  const receipt = await receiveNotification(req.scope, { account, contentType, body: body.bytes });
  if (receipt.status === 503) res.setHeader("Retry-After", RETRY_AFTER_SECONDS);
  res.status(receipt.status).end(receipt.body);
}
