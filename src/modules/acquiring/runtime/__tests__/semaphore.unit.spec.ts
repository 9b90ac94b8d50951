import { Semaphore } from "../semaphore";

/** Who is at the database, and who waits; every work ends when the test says so. */
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

test("as many as there are places are inside, the rest in the order in which they came", async () => {
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

test("when one inside runs out of time everybody in line is turned away, and who comes later gets a turn", async () => {
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

test("another failure is one's own: the next gets its turn, and no place is lost", async () => {
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
