import type { RefObject } from "react";
import { useRef } from "react";
import { useBeforePaint } from "./use-before-paint";

/** Moves the focus to the new content if a step removed the focused element; a focus elsewhere on the page stays. */
export function useKeptFocus(root: RefObject<HTMLElement | null>, step: string): void {
  const before = useRef(step);
  useBeforePaint(() => {
    if (before.current === step) return;
    before.current = step;
    const { activeElement, body } = document;
    const isLost = activeElement === null || activeElement === body;
    if (!isLost && !root.current?.contains(activeElement)) return;
    root.current?.querySelector<HTMLElement>("[data-acq-focus]")?.focus({ preventScroll: false });
  }, [root, step]);
}
