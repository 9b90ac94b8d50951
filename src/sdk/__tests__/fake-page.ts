/**
 * The parts of a browser page that the client uses, as globals until `leave()`: location, history, and messages to the
 * window.
 */
const NAMES = ["location", "history", "addEventListener", "removeEventListener"] as const;

export interface FakePage {
  readonly address: () => string;
  /** URLs that were navigated to. */
  readonly visited: readonly string[];
  /** Number of message listeners. */
  readonly listeners: () => number;
  /** Delivers a message from another window. */
  readonly receive: (origin: string, data: unknown) => void;
  /** Restores the previous globals. */
  readonly leave: () => void;
}

export function openPage(start: string): FakePage {
  let address = start;
  const visited: string[] = [];
  const listeners = new Set<(event: unknown) => void>();
  const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  const parts: Record<(typeof NAMES)[number], unknown> = {
    location: {
      get href() {
        return address;
      },
      assign: (url: string) => visited.push(url),
    },
    history: {
      state: { from: "shop" },
      replaceState: (_state: unknown, _title: string, url: string) => {
        address = url;
      },
    },
    addEventListener: (_type: string, listener: (event: unknown) => void) => listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: unknown) => void) => listeners.delete(listener),
  };
  for (const name of NAMES) Object.defineProperty(globalThis, name, { value: parts[name], configurable: true });
  return {
    address: () => address,
    visited,
    listeners: () => listeners.size,
    receive: (origin, data) => {
      for (const listener of listeners) listener({ origin, data });
    },
    leave: () => {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      }
    },
  };
}
