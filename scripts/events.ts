import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { renderEvents } from "../src/application/events/events-document";

/** `npm run events`: writes docs/events.md from the names and the schema of the events. A test compares the two. */
writeFileSync(join(__dirname, "../docs/events.md"), renderEvents());
