import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { DisputeInput } from "../../../../../api-schema/admin";
import { changeDispute } from "../../../../../application/disputes/change-dispute";
import { disputeDetails } from "../../../../../application/disputes/dispute-page";
import { adminCommand } from "../../../../admin-input";
import { answerAdmin } from "../../../../admin-request";
import { answeringStale } from "../../../../answering-stale";

/** `GET /admin/acquiring/disputes/:id` — one dispute with its history. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, { permission: "read", work: () => disputeDetails(req.scope, req.params.id ?? "") });
}

/** `POST /admin/acquiring/disputes/:id` — saves the due date, a note, and whether it was answered. Needs `resolve`. */
export const POST = answeringStale(adminCommand({ permission: "resolve", body: DisputeInput, run: changeDispute }));
