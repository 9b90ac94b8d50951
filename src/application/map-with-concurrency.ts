/** Items of background work at the same time, where each holds one connection to the database at most. */
export const AT_ONCE = 8;

/**
 * Runs `work` for each item, so many at a time, in their order. Work that throws
 * does not stop the rest: it is handed to `onError` with its item.
 */
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
