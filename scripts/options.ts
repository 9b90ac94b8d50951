import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderOptions } from "./option-reference";

/** `npm run options`: writes docs/options.md from the schema of the options. A test compares the two. */
writeFileSync(join(__dirname, "../docs/options.md"), renderOptions());
