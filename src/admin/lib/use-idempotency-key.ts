import { useRef } from "react";
import { newKey } from "./client";

/**
 * An idempotency key for a new record: a second click, or a retry after a lost answer, uses the same key; other content
 * gets another.
 */
export function useIdempotencyKey(): (request: object) => string {
  const last = useRef({ said: "", key: "" });
  return (request) => {
    const said = JSON.stringify(request);
    if (last.current.said !== said) last.current = { said, key: newKey() };
    return last.current.key;
  };
}
