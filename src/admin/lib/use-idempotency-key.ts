import { useRef } from "react";
import { newKey } from "./client";

/** A key for what is to be made: a second click, or a try after a lost answer, is the same wish; other content is another. */
export function useIdempotencyKey(): (wish: object) => string {
  const last = useRef({ said: "", key: "" });
  return (wish) => {
    const said = JSON.stringify(wish);
    if (last.current.said !== said) last.current = { said, key: newKey() };
    return last.current.key;
  };
}
