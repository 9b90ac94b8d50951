/**
 * One text per content: sorted keys, without null, undefined and empty text, as on the wire. A hash of it changes
 * exactly when the sent data changes. Pure.
 */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(ordered(value)) ?? "null";
}

const isLeftOut = (value: unknown): boolean => value === null || value === undefined || value === "";

function ordered(value: unknown): unknown {
  if (typeof value === "bigint") return value.toString();
  if (Array.isArray(value)) return value.map((item: unknown) => ordered(item) ?? null);
  if (typeof value !== "object" || value === null) return value;
  return Object.entries(value)
    .filter(([, part]) => !isLeftOut(part))
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .reduce<Record<string, unknown>>((made, [name, part]) => {
      // Not by assignment: a key named __proto__ is ordinary content.
      Object.defineProperty(made, name, { value: ordered(part), enumerable: true });
      return made;
    }, {});
}
