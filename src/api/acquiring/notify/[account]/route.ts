import type { MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { answerNotification } from "../../../answer-notification";

/**
 * `POST /acquiring/notify/:account` — the address given to the gateway as
 * notify_url (our default for what the interface leaves open, section 3). In a
 * store the middleware of the same address answers first; see `middlewares.ts`.
 */
export async function POST(req: MedusaRequest, res: MedusaResponse): Promise<void> {
  await answerNotification(req, res, req.params.account ?? "");
}
