/** Remembers the cart of this browser by its id; where storage is forbidden the cart lives as long as the page. */
const KEY = "ler-og-sand-cart";

export function keptCartId(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

export function keepCartId(id: string | null): void {
  try {
    if (id === null) localStorage.removeItem(KEY);
    else localStorage.setItem(KEY, id);
  } catch {
    return;
  }
}
