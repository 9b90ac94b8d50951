import { PAGE_SIZE } from "./use-url-state";

/** Of the URL; anything else than a positive number is the first page. */
export const offsetOf = (text: string | null): number => Math.max(0, Math.trunc(Number(text)) || 0);

/** The last page's if this one is empty. A count may be cut off: a page beyond it that has rows exists. */
export function existingOffset(offset: number, rows: number, count: number): number {
  if (rows > 0 || offset === 0) return offset;
  const last = Math.max(0, Math.ceil(count / PAGE_SIZE) - 1) * PAGE_SIZE;
  return last < offset ? last : 0;
}
