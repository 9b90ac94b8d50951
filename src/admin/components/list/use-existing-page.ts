import { useEffect, useRef } from "react";
import { existingOffset, offsetOf } from "../../lib/existing-offset";
import type { UrlState } from "../../lib/use-url-state";

interface Loaded {
  readonly data: { readonly count: number } | undefined;
  /** Of the page before, while this one loads. */
  readonly isPlaceholderData: boolean;
}

/** Instead of a page beyond the end, the last one is opened. */
export function useExistingPage(address: UrlState, { data, isPlaceholderData }: Loaded, rows: number): void {
  const latest = useRef(address);
  latest.current = address;
  const offset = offsetOf(address.one("offset"));
  const wanted = data === undefined || isPlaceholderData ? offset : existingOffset(offset, rows, data.count);
  useEffect(() => {
    if (wanted !== offset) latest.current.replace({ offset: wanted === 0 ? null : String(wanted) });
  }, [wanted, offset]);
}
