import { readFileSync } from "node:fs";
import { join } from "node:path";
import { renderStates } from "../states-document";

test("docs/states.md matches the transition table", () => {
  const page = readFileSync(join(__dirname, "../../../../../docs/states.md"), "utf8");
  expect(page).toBe(renderStates());
});
