import { GroupCommit } from "../group-commit";

/** Writes that the test ends by hand, in order. */
class Writes {
  readonly begun: {
    readonly items: readonly string[];
    readonly end: () => void;
    readonly fail: (why: string) => void;
  }[] = [];

  readonly write = (items: readonly string[]): Promise<readonly string[]> =>
    new Promise((resolve, reject) =>
      this.begun.push({
        items,
        end: () => resolve(items.map((item) => `${item}!`)),
        fail: (why) => reject(new Error(why)),
      }),
    );

  get groups(): string[] {
    return this.begun.map(({ items }) => items.join(""));
  }
}

const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

function commits({ most = 3, atOnce = 1 } = {}): { writes: Writes; commit: GroupCommit<string, string> } {
  const writes = new Writes();
  const says = (word: string) => (error: unknown) => error instanceof Error && error.message === word;
  const commit = new GroupCommit({
    write: writes.write,
    isRefusal: says("refused"),
    isTrouble: says("away"),
    most,
    atOnce,
  });
  return { writes, commit };
}

/** The others arrive while the first is being written. */
async function arrive(commit: GroupCommit<string, string>, items: string): Promise<Promise<string>[]> {
  const [first = "", ...more] = items;
  const taken = [commit.take(first)];
  await settled();
  return [...taken, ...more.map((item) => commit.take(item))];
}

test("the first is written at once, and what arrives meanwhile is written together next", async () => {
  const { writes, commit } = commits();
  const all = await arrive(commit, "abcdef");
  expect(writes.groups).toEqual(["a"]);
  writes.begun[0]?.end();
  await settled();
  expect(writes.groups).toEqual(["a", "bcd"]);
  writes.begun[1]?.end();
  await settled();
  writes.begun[2]?.end();
  expect(await Promise.all(all)).toEqual(["a!", "b!", "c!", "d!", "e!", "f!"]);
  expect(writes.groups).toEqual(["a", "bcd", "ef"]);
});

test("items of the same moment are written together at once", async () => {
  const { writes, commit } = commits();
  const all = [..."abcd"].map((item) => commit.take(item));
  await settled();
  expect(writes.groups).toEqual(["abc"]);
  writes.begun[0]?.end();
  await settled();
  writes.begun[1]?.end();
  expect(await Promise.all(all)).toEqual(["a!", "b!", "c!", "d!"]);
});

test("no item resolves before its group's commit", async () => {
  const { writes, commit } = commits({ atOnce: 2, most: 1 });
  const answered: string[] = [];
  for (const item of "abc") void commit.take(item).then((result) => answered.push(result));
  await settled();
  expect(writes.groups).toEqual(["a", "b"]);
  writes.begun[1]?.end();
  await settled();
  expect(answered).toEqual(["b!"]);
});

test("a rejected item does not affect the others", async () => {
  const { writes, commit } = commits();
  const all = Promise.allSettled(await arrive(commit, "abcd"));
  writes.begun[0]?.end();
  await settled();
  writes.begun[1]?.fail("refused");
  for (const [turn, isGood] of [true, false, true].entries()) {
    await settled();
    const write = writes.begun[2 + turn];
    if (isGood) write?.end();
    else write?.fail("refused");
  }
  expect((await all).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled", "rejected", "fulfilled"]);
  expect(writes.groups).toEqual(["a", "bcd", "b", "c", "d"]);
});

test("a database failure rejects all waiting items, and later ones are tried again", async () => {
  const { writes, commit } = commits();
  const all = Promise.allSettled(await arrive(commit, "abcdefg"));
  writes.begun[0]?.fail("away");
  expect((await all).map(({ status }) => status)).toEqual(Array.from({ length: 7 }, () => "rejected"));
  expect(writes.groups).toEqual(["a"]);
  const later = commit.take("h");
  await settled();
  writes.begun[1]?.end();
  expect(await later).toBe("h!");
});

test("a failure of one group does not affect the next", async () => {
  const { writes, commit } = commits();
  const all = Promise.allSettled(await arrive(commit, "ab"));
  writes.begun[0]?.fail("reset");
  await settled();
  writes.begun[1]?.end();
  expect((await all).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
});

test("a missing result rejects the group", async () => {
  const commit = new GroupCommit({
    write: () => Promise.resolve([]),
    isRefusal: () => false,
    isTrouble: () => false,
    most: 1,
    atOnce: 1,
  });
  await expect(commit.take("a")).rejects.toThrow("a different number");
});
