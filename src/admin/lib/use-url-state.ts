import { useCallback, useRef } from "react";
import { useSearchParams } from "react-router-dom";

/** The page's URL as the store of filters, named as in the API schema: reload, bookmark and back keep them. */
export interface UrlState {
  readonly all: (name: string) => readonly string[];
  readonly one: (name: string) => string | null;
  /** Null and empty values remove a name. Any change except of the page goes back to the first page. */
  readonly set: (changes: Readonly<Record<string, string | readonly string[] | null>>) => void;
  /** The same without a step back: for a correction of the URL. */
  readonly replace: (changes: Parameters<UrlState["set"]>[0]) => void;
  readonly pick: (names: readonly string[]) => URLSearchParams;
}

export const PAGE_SIZE = 20;

export function useUrlState(): UrlState {
  const [params, setParams] = useSearchParams();
  return {
    all: (name) => params.getAll(name),
    one: (name) => params.get(name),
    set: (changes) => setParams((before) => changed(before, changes)),
    replace: (changes) => setParams((before) => changed(before, changes), { replace: true }),
    pick: (names) => new URLSearchParams([...params].filter(([name, value]) => names.includes(name) && value !== "")),
  };
}

/** Names that filter nothing: changing them keeps the page. */
const ASIDE: readonly string[] = ["offset", "payment", "run", "days", "chart"];

export function changed(before: URLSearchParams, changes: Parameters<UrlState["set"]>[0]): URLSearchParams {
  const after = new URLSearchParams(before);
  if (Object.keys(changes).some((name) => !ASIDE.includes(name))) after.delete("offset");
  for (const [name, value] of Object.entries(changes)) {
    after.delete(name);
    const values = typeof value === "string" ? [value] : (value ?? []);
    for (const one of values) if (one !== "") after.append(name, one);
  }
  return after;
}

/** Opens a payment beside the list. A stable function, so that the table's cells are not rendered again. */
export function useOpen(address: UrlState): (id: string) => void {
  const latest = useRef(address);
  latest.current = address;
  return useCallback((id) => latest.current.set({ payment: id }), []);
}
