import { LegalHoldRequest } from "../../../../../api-schema/admin";
import { changeHold } from "../../../../../application/privacy/privacy-commands";
import { adminCommand } from "../../../../admin-input";

/** `POST /admin/acquiring/privacy/holds` — places or releases a legal hold. Needs `privacy`. */
export const POST = adminCommand({ permission: "privacy", body: LegalHoldRequest, run: changeHold });
