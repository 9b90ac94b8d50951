import { boundedPrefetch } from "../reconciliation/bounded-prefetch";

async function* upTo(count: number, taken: number[] = []): AsyncGenerator<number> {
  for (let value = 1; value <= count; value += 1) {
    await Promise.resolve();
    taken.push(value);
    yield value;
  }
}

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

/** Resolves after so many turns of the event loop. */
async function turns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await new Promise((resolve) => setImmediate(resolve));
}

describe("prefetched work", () => {
  it("results come in the order of the values, whichever completes first", async () => {
    const found = await all(
      boundedPrefetch(upTo(7), 3, async (value) => {
        await turns(8 - value);
        return value * 10;
      }),
    );
    expect(found).toEqual([10, 20, 30, 40, 50, 60, 70]);
  });

  it("never more than the maximum run, and as many as that if there are enough", async () => {
    let open = 0;
    let most = 0;
    await all(
      boundedPrefetch(upTo(20), 4, async (value) => {
        open += 1;
        most = Math.max(most, open);
        await turns(5 + (value % 3));
        open -= 1;
      }),
    );
    expect(most).toBe(4);
  });

  it("a stream is not read further than the work in progress", async () => {
    const taken: number[] = [];
    const results = boundedPrefetch(upTo(100, taken), 4, (value) => Promise.resolve(value));
    await results.next();
    expect(taken.length).toBeLessThanOrEqual(5);
  });

  it("the first failure ends it, and a later one is not an unhandled rejection", async () => {
    const fails = async (value: number): Promise<number> => {
      await turns(value);
      throw new Error(`value ${String(value)}`);
    };
    await expect(all(boundedPrefetch(upTo(9), 3, fails))).rejects.toThrow("value 1");
    await turns(10);
  });

  it("an empty stream has no results", async () => {
    await expect(all(boundedPrefetch(upTo(0), 3, (value) => Promise.resolve(value)))).resolves.toEqual([]);
  });
});
