import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderStates } from "../src/modules/acquiring/domain/states-document";

/** `npm run states`: writes docs/states.md from the transition table. A test compares the two. */
writeFileSync(join(__dirname, "../docs/states.md"), renderStates());
