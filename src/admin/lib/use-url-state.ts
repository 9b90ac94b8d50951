import { useCallback, useRef } from "react";
import { useSearchParams } from "react-router-dom";

/**
 * The page's address as the place where filters live: a reload, a bookmark and the back button keep them. The names are
 * the API schema's, so that what is asked of the server is the address itself.
 */
export interface UrlState {
  readonly all: (name: string) => readonly string[];
  readonly one: (name: string) => string | null;
  /** Null and empty texts take a name out. Any change but one of the page begins at the first page again. */
  readonly set: (changes: Readonly<Record<string, string | readonly string[] | null>>) => void;
  readonly pick: (names: readonly string[]) => URLSearchParams;
}

export const PAGE_SIZE = 20;

export function useUrlState(): UrlState {
  const [params, setParams] = useSearchParams();
  return {
    all: (name) => params.getAll(name),
    one: (name) => params.get(name),
    set: (changes) => setParams((before) => changed(before, changes)),
    pick: (names) => new URLSearchParams([...params].filter(([name, value]) => names.includes(name) && value !== "")),
  };
}

/** Names that filter nothing: changing them keeps the page where it is. */
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

/** Opens a payment beside the list. Stays the same function, so that a table's cells are not made anew each time. */
export function useOpen(address: UrlState): (id: string) => void {
  const latest = useRef(address);
  latest.current = address;
  return useCallback((id) => latest.current.set({ payment: id }), []);
}
