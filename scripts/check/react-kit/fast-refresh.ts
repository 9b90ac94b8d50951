/** React's Fast Refresh of one component, by its name; imported before React, which looks for this hook once. */
type Component = (props: object) => unknown;
interface Renderer {
  setRefreshHandler(familyOf: (type: unknown) => { current: Component } | undefined): void;
  scheduleRefresh(root: unknown, update: { staleFamilies: Set<unknown>; updatedFamilies: Set<unknown> }): void;
}

let renderer: Renderer | null = null;
let root: unknown = null;

Object.assign(globalThis, {
  __REACT_DEVTOOLS_GLOBAL_HOOK__: {
    supportsFiber: true,
    inject: (injected: Renderer) => {
      renderer = injected;
      return 1;
    },
    onCommitFiberRoot: (_id: number, committed: unknown) => {
      root = committed;
    },
    onCommitFiberUnmount: () => undefined,
  },
});

/** Its code is the same, in a new function. */
export function refreshes(name: string): void {
  const families = new Map<unknown, { current: Component }>();
  renderer?.setRefreshHandler((type) => {
    if (typeof type !== "function" || (type.name !== name && !families.has(type))) return undefined;
    const known = families.get(type);
    if (known) return known;
    const family = { current: (props: object): unknown => Reflect.apply(type, undefined, [props]) };
    families.set(type, family).set(family.current, family);
    return family;
  });
  // The handler names a family when React asks for it, so all of them count as updated.
  const updatedFamilies = new Set<unknown>();
  updatedFamilies.has = () => true;
  renderer?.scheduleRefresh(root, { staleFamilies: new Set(), updatedFamilies });
}
