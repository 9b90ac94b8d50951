import { useRef } from "react";
import { newKey } from "./client";

/** A second click, or a retry after a lost answer, uses the same key; other content gets another. */
export function useIdempotencyKey(): (request: object) => string {
  const last = useRef({ content: "", key: "" });
  return (request) => {
    const content = JSON.stringify(request);
    if (last.current.content !== content) last.current = { content, key: newKey() };
    return last.current.key;
  };
}
