import { Coalescer } from "../coalescer";

/** Work that a test ends by hand, group by group. */
function bench({ most = 50, atOnce = 1 } = {}) {
  const begun: string[][] = [];
  const open: { end: () => void; fail: () => void }[] = [];
  const groups = new Coalescer<string, string>({
    most,
    atOnce,
    nameOf: (item) => item.slice(0, 1),
    run: (items) => {
      begun.push([...items]);
      return new Promise((resolve, reject) => {
        open.push({
          end: () => resolve(items.map((item) => `${item}!`)),
          fail: () => reject(new Error("no")),
        });
      });
    },
  });
  return { groups, begun, open };
}

const aMoment = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

test("items added at the same moment are one group, and each gets its own result", async () => {
  const { groups, begun, open } = bench();
  const all = ["a", "b", "c"].map((item) => groups.add(item));
  await aMoment();
  expect(begun).toEqual([["a", "b", "c"]]);
  open[0]?.end();
  expect(await Promise.all(all)).toEqual(["a!", "b!", "c!"]);
});

test("items that arrive while the maximum number of groups runs form the next group", async () => {
  const { groups, begun, open } = bench({ atOnce: 1 });
  void groups.add("a");
  await aMoment();
  void groups.add("b");
  await aMoment();
  void groups.add("c");
  await aMoment();
  expect(begun).toEqual([["a"]]);
  open[0]?.end();
  await aMoment();
  expect(begun).toEqual([["a"], ["b", "c"]]);
});

test("a group has a maximum size, and several run at once", async () => {
  const { groups, begun } = bench({ most: 2, atOnce: 2 });
  for (const item of ["a", "b", "c", "d", "e"]) void groups.add(item);
  await aMoment();
  expect(begun).toEqual([
    ["a", "b"],
    ["c", "d"],
  ]);
});

test("two items of one name are in two groups, in order", async () => {
  const { groups, begun, open } = bench();
  void groups.add("a1");
  void groups.add("b1");
  void groups.add("a2");
  await aMoment();
  expect(begun).toEqual([["a1", "b1"]]);
  open[0]?.end();
  await aMoment();
  expect(begun).toEqual([["a1", "b1"], ["a2"]]);
});

test("a group's failure rejects its own items, and the next group starts", async () => {
  const { groups, begun, open } = bench();
  const first = groups.add("a");
  await aMoment();
  const second = groups.add("b");
  open[0]?.fail();
  await expect(first).rejects.toThrow("no");
  await aMoment();
  expect(begun).toEqual([["a"], ["b"]]);
  open[1]?.end();
  expect(await second).toBe("b!");
});
