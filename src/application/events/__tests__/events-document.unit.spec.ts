import { readFileSync } from "node:fs";
import { join } from "node:path";
import { EVENT_OF_ENTRY } from "../../../modules/acquiring";
import { PAYMENT_EVENTS } from "../event-names";
import { renderEvents } from "../events-document";

test("docs/events.md matches the names and fields of the events", () => {
  const page = readFileSync(join(__dirname, "../../../../docs/events.md"), "utf8");
  expect(page).toBe(renderEvents());
});

test("each announced journal entry has an event of its own", () => {
  const names = Object.values(EVENT_OF_ENTRY).map((name) => `acquiring.payment.${name}`);
  expect(names.sort()).toEqual(Object.keys(PAYMENT_EVENTS).sort());
});
