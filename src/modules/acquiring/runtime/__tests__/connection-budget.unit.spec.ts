import { createConnectionBudget, connectionsAtOnce } from "../connection-budget";

test.each([
  [1, 1],
  [4, 1],
  [10, 3],
  [25, 8],
  [100, 8],
])("with a pool of %i connections %i hold one at a time and may ask for more", (poolSize, count) => {
  expect(connectionsAtOnce(poolSize)).toBe(count);
});

test("one that fails turns nobody away", async () => {
  const holders = createConnectionBudget(1);
  const failed = holders.take(() => Promise.reject(new Error("no")));
  const next = holders.take(() => Promise.resolve("done"));
  await expect(failed).rejects.toThrow("no");
  expect(await next).toBe("done");
});
