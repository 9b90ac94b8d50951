import acquiringReconcile from "../../../jobs/acquiring-reconcile";
import { ACQUIRING_MODULE } from "../../../modules/acquiring";

test("the books are compared, also if the earlier steps of the job fail", async () => {
  const errors: string[] = [];
  const logger = { info: () => undefined, error: (line: string) => errors.push(line) };
  const runIfDue = jest.fn(() => Promise.resolve(null));
  const ledger = { readiness: { isMigrated: () => Promise.resolve(true) }, reconciler: { runIfDue } };
  // @ts-expect-error -- a container in which every other step fails
  await acquiringReconcile({ resolve: (name) => (name === ACQUIRING_MODULE ? ledger : logger) });
  expect(runIfDue).toHaveBeenCalledTimes(1);
  expect(errors).toMatchObject(
    ["unbegun", "cancelled", "disputes"].map((step) => expect.stringContaining(`step=${step} error=`)),
  );
});
