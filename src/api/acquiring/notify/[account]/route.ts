import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { answerNotification } from "../../../answer-notification";

/**
 * `POST /acquiring/notify/:account` — the notify_url given to the gateway (our default for what the interface leaves
 * open, section 3). In a store, the middleware for the same URL answers first; see `middlewares.ts`.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerNotification(req, res, req.params.account ?? "");
}
