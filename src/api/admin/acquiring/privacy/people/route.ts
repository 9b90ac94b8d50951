import { PersonRequest } from "../../../../../api-schema/admin";
import { answerPerson } from "../../../../../application/privacy/privacy-commands";
import { adminCommand } from "../../../../admin-input";

/** `POST /admin/acquiring/privacy/people` — counts, exports or erases what is stored of a person. Needs `privacy`. */
export const POST = adminCommand({ permission: "privacy", body: PersonRequest, run: answerPerson });
