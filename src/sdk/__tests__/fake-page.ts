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

/** What a framework does with the history of the page. */
export interface FakeRouter {
  readonly state: unknown;
  /** The state and the URL that are set; `before` is the current state. */
  readonly replace: (state: unknown, url: string, before: unknown) => unknown;
}

export function openPage(start: string, router?: FakeRouter): FakePage {
  let address = start;
  let state: unknown = router?.state ?? { from: "shop" };
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
      get state() {
        return state;
      },
      replaceState: (next: unknown, _title: string, url: string) => {
        state = router ? router.replace(next, url, state) : next;
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
