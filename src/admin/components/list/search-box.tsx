import { Input } from "@medusajs/ui";
import { useEffect, useRef, useState } from "react";
import type { UrlState } from "../../lib/use-url-state";
import type { TextKey } from "../../lib/texts";
import { useTexts } from "../../lib/texts";

/** Searches when typing pauses, so that not every letter is a request. */
const PAUSE_MS = 300;

interface Props {
  readonly address: UrlState;
  readonly hint?: TextKey;
  readonly label?: TextKey;
}

export function SearchBox({ address, hint = "payments.search", label = "payments.searchLabel" }: Props) {
  const { t } = useTexts();
  const current = address.one("q") ?? "";
  const [typed, setTyped] = useState(current);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  // Filters set while typing are only in the latest URL.
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
      placeholder={t(hint)}
      aria-label={t(label)}
      onChange={(event) => type(event.target.value)}
      data-testid="acquiring-search"
    />
  );
}
