import { useEffect, useRef } from "react";

/** The latest value for code that runs later, so that a shop may pass a new callback with each render. */
export function useLatest<T>(value: T): { readonly current: T } {
  const latest = useRef(value);
  useEffect(() => {
    latest.current = value;
  });
  return latest;
}
