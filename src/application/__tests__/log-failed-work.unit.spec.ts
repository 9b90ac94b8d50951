import { createMedusaContainer } from "@medusajs/framework/utils";
import { ACQUIRING_MODULE } from "../../modules/acquiring";
import { forEachDue } from "../for-each-due";
import { logFailedWork } from "../log-failed-work";

function watched() {
  const lines: string[] = [];
  const container = createMedusaContainer();
  container.register({
    logger: { resolve: () => ({ error: (line: string) => lines.push(line) }) },
    [ACQUIRING_MODULE]: { resolve: () => ({ attempts: { poolSize: 10 }, drain: { isOver: false } }) },
  });
  return { container, lines };
}

test("the line says which kind of work failed for each item", async () => {
  const { container, lines } = watched();
  await forEachDue(container, ["acqatt_1", "acqatt_2"], {
    work: "projection",
    run: (id) => (id === "acqatt_1" ? Promise.reject(new Error("no order")) : Promise.resolve()),
  });
  expect(lines).toEqual(["acquiring.work_failed work=projection id=acqatt_1 error=no order"]);
});

test("the line of work as a whole has no ID", () => {
  const { container, lines } = watched();
  logFailedWork(container, { work: "poll" }, new Error("no database"));
  expect(lines).toEqual(["acquiring.work_failed work=poll error=no database"]);
});

test("a card number in the error is not logged", () => {
  const { container, lines } = watched();
  logFailedWork(container, { work: "notification", id: "acqin_1" }, new Error("card 4111111111111111"));
  expect(lines[0]).toMatch(/^acquiring\.work_failed work=notification id=acqin_1 error=card /);
  expect(lines[0]).not.toContain("4111111111111111");
});
