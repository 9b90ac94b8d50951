/**
 * The few parts of a browser page that the client touches, as globals until
 * `leave()`: an address, its history, and a window that messages come to.
 */
const NAMES = ["location", "history", "addEventListener", "removeEventListener"] as const;

export interface FakePage {
  /** The address bar. */
  readonly address: () => string;
  /** Addresses that were navigated to. */
  readonly visited: readonly string[];
  /** How many listen for messages. */
  readonly listeners: () => number;
  /** A message from another window arrives. */
  readonly receive: (origin: string, data: unknown) => void;
  /** Puts back what was there before. */
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
