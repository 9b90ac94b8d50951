import { Input } from "@medusajs/ui";
import { useEffect, useRef, useState } from "react";
import type { UrlState } from "../../lib/use-url-state";
import type { Word } from "../../lib/words";
import { useTexts } from "../../lib/words";

/** Searches when the typing pauses, so that not every letter is a request. */
const PAUSE_MS = 300;

interface Props {
  readonly address: UrlState;
  /** What can be searched for. */
  readonly hint?: Word;
  readonly label?: Word;
}

export function SearchBox({ address, hint = "list.search", label = "list.searchLabel" }: Props) {
  const { say } = useTexts();
  const current = address.one("q") ?? "";
  const [typed, setTyped] = useState(current);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // What was chosen since the typing is in the latest address only.
  const latest = useRef(address);
  latest.current = address;
  useEffect(() => setTyped(current), [current]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const type = (text: string): void => {
    setTyped(text);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => latest.current.set({ q: text }), PAUSE_MS);
  };
  return (
    <Input
      size="small"
      role="searchbox"
      maxLength={100}
      className="w-60"
      value={typed}
      placeholder={say(hint)}
      aria-label={say(label)}
      onChange={(event) => type(event.target.value)}
      data-testid="acquiring-search"
    />
  );
}
