/** Concurrency of background work that holds at most one database connection per item. */
export const AT_ONCE = 8;

/** Runs `work` for each item in order with limited concurrency. Errors go to `onError` and stop nothing. */
export async function mapWithConcurrency<Item>(
  items: readonly Item[],
  atOnce: number,
  { work, onError }: { work: (item: Item) => Promise<unknown>; onError: (item: Item, error: unknown) => void },
): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) {
      try {
        await work(item);
      } catch (error) {
        onError(item, error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(atOnce, items.length) }, worker));
}
