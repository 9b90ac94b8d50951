/** The parts of a browser page that the SDK uses, for tests without a browser. */
export interface FakePage {
  readonly address: () => string;
  /** Delivers a message from another window. */
  readonly hear: (message: { readonly origin: string; readonly data: unknown }) => void;
  /** Number of listeners on the page. */
  readonly listeners: () => number;
  readonly leave: () => void;
}

const NAMES = ["location", "history", "addEventListener", "removeEventListener"] as const;

export function openPage(href: string): FakePage {
  const before = NAMES.map((name) => [name, Object.getOwnPropertyDescriptor(globalThis, name)] as const);
  const listeners = new Set<(event: unknown) => void>();
  const page = {
    location: { href, assign: (url: string) => void (page.location.href = url) },
    history: {
      state: { page: 1 },
      replaceState: (_state: unknown, _title: string, url: string) => void (page.location.href = url),
    },
    addEventListener: (type: string, listener: (event: unknown) => void) =>
      type === "message" && listeners.add(listener),
    removeEventListener: (_type: string, listener: (event: unknown) => void) => listeners.delete(listener),
  };
  for (const name of NAMES) Object.defineProperty(globalThis, name, { value: page[name], configurable: true });
  return {
    address: () => page.location.href,
    hear: (message) => {
      for (const listener of listeners) listener(message);
    },
    listeners: () => listeners.size,
    leave: () => {
      for (const [name, descriptor] of before) {
        if (descriptor) Object.defineProperty(globalThis, name, descriptor);
        else Reflect.deleteProperty(globalThis, name);
      }
    },
  };
}
