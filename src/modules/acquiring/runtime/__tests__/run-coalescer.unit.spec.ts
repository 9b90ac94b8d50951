import { createRunCoalescer } from "../coalescer";

/** Runs that end when the test says so. */
function stage() {
  const shared = createRunCoalescer();
  const begun: string[] = [];
  const ends: { done: () => void; fail: (error: Error) => void }[] = [];
  const ask = (name: string): Promise<void> =>
    shared.add(() => {
      begun.push(name);
      return new Promise<void>((done, fail) => ends.push({ done, fail }));
    });
  return { begun, ends, ask };
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("callers during a run share the next one, which starts after their call", async () => {
  const { begun, ends, ask } = stage();
  const ended: string[] = [];
  for (const name of ["a", "b", "c"]) {
    void ask(name).then(() => ended.push(name));
    await turn();
  }
  expect(begun).toEqual(["a"]);
  ends[0]?.done();
  await turn();
  expect([begun, ended]).toEqual([["a", "b"], ["a"]]);
  void ask("d").then(() => ended.push("d"));
  ends[1]?.done();
  await turn();
  expect([begun, ended]).toEqual([
    ["a", "b", "d"],
    ["a", "b", "c"],
  ]);
  ends[2]?.done();
  await turn();
  expect(ended).toEqual(["a", "b", "c", "d"]);
});

test("a failed run rejects those who shared it, and the next one runs", async () => {
  const { begun, ends, ask } = stage();
  const first = ask("a");
  await turn();
  const second = ask("b");
  ends[0]?.fail(new Error("no"));
  await expect(first).rejects.toThrow("no");
  await turn();
  ends[1]?.done();
  await expect(second).resolves.toBeUndefined();
  expect(begun).toEqual(["a", "b"]);
});

test("after the last run has ended the next starts at once", async () => {
  const { begun, ends, ask } = stage();
  const first = ask("a");
  await turn();
  ends[0]?.done();
  await first;
  void ask("b");
  await turn();
  expect(begun).toEqual(["a", "b"]);
});
