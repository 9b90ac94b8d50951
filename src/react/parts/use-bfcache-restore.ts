import { useEffect } from "react";
import { useLatest } from "./use-latest";

export function useBfcacheRestore(callback: () => void): void {
  const latest = useLatest(callback);
  useEffect(() => {
    const onPageShow = (event: PageTransitionEvent): void => {
      if (event.persisted) latest.current();
    };
    globalThis.addEventListener("pageshow", onPageShow);
    return () => {
      globalThis.removeEventListener("pageshow", onPageShow);
    };
  }, [latest]);
}
