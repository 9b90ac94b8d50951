import { createConnectionBudget, connectionsAtOnce } from "../connection-budget";

test.each([
  [1, 1],
  [4, 1],
  [10, 3],
  [25, 8],
  [100, 8],
])("with a pool of %i connections %i may hold one and request more", (poolSize, count) => {
  expect(connectionsAtOnce(poolSize)).toBe(count);
});

test("a failure rejects no other caller", async () => {
  const connectionBudget = createConnectionBudget(1);
  const failed = connectionBudget.take(() => Promise.reject(new Error("no")));
  const next = connectionBudget.take(() => Promise.resolve("done"));
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("done");
});
