/**
 * Processes a stream's values, at most `size` at a time, and returns the results in order. The next value is taken when
 * a result is requested, so that reading, querying and comparing overlap with bounded memory. The first failure ends
 * it; results still in progress are dropped.
 */
export async function* boundedPrefetch<T, R>(
  values: AsyncIterable<T>,
  size: number,
  work: (value: T) => Promise<R>,
): AsyncGenerator<R> {
  const waiting: Promise<R>[] = [];
  for await (const value of values) {
    const started = work(value);
    // Awaited later; until then its rejection must not be unhandled.
    started.catch(() => undefined);
    waiting.push(started);
    const first = waiting.length < size ? undefined : waiting.shift();
    if (first) yield await first;
  }
  for (const each of waiting) yield await each;
}
