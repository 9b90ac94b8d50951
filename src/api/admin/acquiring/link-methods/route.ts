import type { AuthenticatedMedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import type { LinkMethods } from "../../../../api-schema/admin";
import { LinkMethodFilters } from "../../../../api-schema/admin";
import { methodsOf } from "../../../../application/payables/link-page";
import { readAdminInput } from "../../../admin-input";
import { answerAdmin } from "../../../admin-request";

/** `GET /admin/acquiring/link-methods?currency_code=…` — the methods to choose from for a link; answer: `LinkMethods`. Needs `read`. */
export async function GET(req: AuthenticatedMedusaRequest, res: MedusaResponse): Promise<void> {
  await answerAdmin(req, res, {
    permission: "read",
    work: () => {
      const { currency_code: code } = readAdminInput(LinkMethodFilters, req.query);
      return Promise.resolve<LinkMethods>({ methods: methodsOf(req.scope, code.toUpperCase()) });
    },
  });
}
