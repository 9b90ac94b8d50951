import { createRequire } from "node:module";
import type * as Library from "undici";
import { onFirstUse } from "../model/on-first-use";

/** The HTTP client, loaded with the first request: it has more files than the rest of the plugin. */
export const undici = onFirstUse((): typeof Library => createRequire(__filename)("undici"));
