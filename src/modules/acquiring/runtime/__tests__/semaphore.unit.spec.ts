import { Semaphore } from "../semaphore";

/** Who is inside and who waits; the test ends each work item. */
class Work {
  readonly begun: string[] = [];
  private readonly ends = new Map<string, { done: (name: string) => void; fail: (error: Error) => void }>();

  of = (name: string) => (): Promise<string> => {
    this.begun.push(name);
    return new Promise((done, fail) => {
      this.ends.set(name, { done, fail });
    });
  };

  async done(name: string): Promise<void> {
    this.ends.get(name)?.done(name);
    await settle();
  }

  async fail(name: string, message: string): Promise<void> {
    this.ends.get(name)?.fail(new Error(message));
    await settle();
  }
}

const settle = async (): Promise<void> => {
  for (let turn = 0; turn < 10; turn += 1) await Promise.resolve();
};

const turns = (most: number): Semaphore =>
  new Semaphore(most, (error) => error instanceof Error && error.message === "out of time");

test("the maximum number is inside, the others wait in order", async () => {
  const work = new Work();
  const line = turns(2);
  const all = ["a", "b", "c", "d"].map((name) => line.take(work.of(name)));
  await settle();
  expect(work.begun).toEqual(["a", "b"]);
  await work.done("b");
  expect(work.begun).toEqual(["a", "b", "c"]);
  for (const name of ["a", "c", "d"]) await work.done(name);
  expect(await Promise.all(all)).toEqual(["a", "b", "c", "d"]);
});

test("when one inside times out all waiting callers are rejected, and later ones get in", async () => {
  const work = new Work();
  const line = turns(1);
  const all = Promise.allSettled(["a", "b", "c"].map((name) => line.take(work.of(name))));
  await work.fail("a", "out of time");
  expect((await all).map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
  expect(work.begun).toEqual(["a"]);
  const later = line.take(work.of("later"));
  await work.done("later");
  expect(await later).toBe("later");
});

test("another failure affects only its caller: the next gets in, and no slot is lost", async () => {
  const work = new Work();
  const line = turns(1);
  const all = Promise.allSettled(["a", "b"].map((name) => line.take(work.of(name))));
  await work.fail("a", "refused");
  await work.done("b");
  expect((await all).map(({ status }) => status)).toEqual(["rejected", "fulfilled"]);
  const next = line.take(work.of("next"));
  await work.done("next");
  expect(await next).toBe("next");
});
