import { useEffect, useLayoutEffect } from "react";

/**
 * For effects that move the focus or the caret, or clear a field: they run before the browser shows the change. Later they
 * would interrupt a customer who types already. On a server nothing is shown.
 */
export const useBeforePaint = typeof document === "undefined" ? useEffect : useLayoutEffect;
