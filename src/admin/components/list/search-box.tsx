import { Input } from "@medusajs/ui";
import { useEffect, useRef, useState } from "react";
import type { Address } from "../../lib/use-address";
import { useWords } from "../../lib/words";

/** Searches when the typing pauses, so that not every letter is a request. */
const PAUSE_MS = 300;

export function SearchBox({ address }: { address: Address }) {
  const { say } = useWords();
  const current = address.one("q") ?? "";
  const [typed, setTyped] = useState(current);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => setTyped(current), [current]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => address.set({ q: text }), PAUSE_MS);
  };
  return (
    <Input
      size="small"
      role="searchbox"
      maxLength={100}
      className="w-60"
      value={typed}
      placeholder={say("list.search")}
      aria-label={say("list.searchLabel")}
      onChange={(event) => type(event.target.value)}
      data-testid="acquiring-search"
    />
  );
}
