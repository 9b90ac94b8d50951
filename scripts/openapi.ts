import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { adminOpenApi } from "../src/api-schema/admin/openapi";

/** `npm run openapi`: writes docs/openapi.json from the API schema of the dashboard. A test compares the two. */
writeFileSync(join(__dirname, "../docs/openapi.json"), `${JSON.stringify(adminOpenApi(), null, 2)}\n`);
