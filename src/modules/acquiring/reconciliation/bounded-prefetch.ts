/**
 * Works on a stream's values, at most `size` of them at a time, and hands the results on
 * in the stream's order. The next value is taken as soon as one result is wanted, so that
 * reading, asking and comparing overlap, and so that no more than `size` are in memory.
 * The first failure ends it; what is still under way then ends unheard.
 */
export async function* boundedPrefetch<T, R>(
  values: AsyncIterable<T>,
  size: number,
  work: (value: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting: Promise<R>[] = [];
  for await (const value of values) {
    const started = work(value);
    // Whoever waits for it hears of its failure; until then it must not be an unhandled one.
    started.catch(() => undefined);
    waiting.push(started);
    const first = waiting.length < size ? undefined : waiting.shift();
    if (first) yield await first;
  }
  for (const each of waiting) yield await each;
}
