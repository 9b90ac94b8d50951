import type { RefObject } from "react";
import { useEffect, useRef } from "react";

/**
 * Moves the focus to what a step brought, when that step took the focused thing away;
 * a shopper who is somewhere else on the page is left there.
 */
export function useKeptFocus(root: RefObject<HTMLElement | null>, step: string): void {
  const before = useRef(step);
  useEffect(() => {
    if (before.current === step) return;
    before.current = step;
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body;
    if (!isLost && !root.current?.contains(activeElement)) return;
    root.current?.querySelector<HTMLElement>("[data-acq-focus]")?.focus({ preventScroll: false });
  }, [root, step]);
}
