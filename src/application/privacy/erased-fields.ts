import { createHmac } from "node:crypto";
import type { Erasing, PersonalTable } from "../../modules/acquiring";
import type { PersonalRow } from "./personal-rows";

/**
 * What an erasure writes into a row. A marker is `erased:` and an HMAC of what was there, so that whoever has the key of the
 * erasure and an old backup can prove what it was, and nobody can guess it from the database (ADR 34). Pure.
 */
export interface ErasedRow {
  readonly isDeleted: boolean;
  /** The new values of the fields that change. */
  readonly changes: Readonly<Record<string, unknown>>;
}

const MARKER = /^erased:[0-9a-f]{64}$/;

export const isMarker = (value: unknown): boolean => typeof value === "string" && MARKER.test(value);

interface Erased {
  readonly key: string;
  readonly customers: readonly string[];
}

export function erasedRow(
  [name, table]: readonly [string, PersonalTable],
  row: PersonalRow,
  { key, customers }: Erased,
): ErasedRow {
  const fields = Object.entries(table.personal);
  if (fields.some(([, [, { how }]]) => how === "row")) return { isDeleted: true, changes: {} };
  const changes: Record<string, unknown> = {};
  for (const [field, [, erasing]] of fields) {
    const before = row[field];
    if (before === null || before === undefined) continue;
    const marker = (path: string, text: string): string =>
      `erased:${createHmac("sha256", key).update([name, row.id, field, path, text].join("\n")).digest("hex")}`;
    const after = erasedValue(before, { erasing, marker, customers });
    if (JSON.stringify(after) !== JSON.stringify(before)) changes[field] = after;
  }
  return { isDeleted: false, changes };
}

/** Whether an erasure would change or delete the row. */
export function isLeftToErase(
  entry: readonly [string, PersonalTable],
  row: PersonalRow,
  customers: readonly string[],
): boolean {
  const { isDeleted, changes } = erasedRow(entry, row, { key: "", customers });
  return isDeleted || Object.keys(changes).length > 0;
}

interface HowErased {
  readonly erasing: Erasing;
  readonly marker: (path: string, text: string) => string;
  readonly customers: readonly string[];
}

function erasedValue(value: unknown, { erasing, marker, customers }: HowErased): unknown {
  switch (erasing.how) {
    case "row":
    case "keep":
      return value;
    case "blank":
      return "";
    case "if_customer":
      return typeof value === "string" && customers.includes(value) ? marker("", value) : value;
    case "clear":
      return erasing.keys === null ? null : withKeys(value, erasing.keys, () => null);
    case "mark":
      return erasing.keys === null
        ? marked(value, "", marker)
        : withKeys(value, erasing.keys, (inner, path) => marked(inner, path, marker));
  }
}

const marked = (value: unknown, path: string, marker: HowErased["marker"]): unknown =>
  typeof value !== "string" || isMarker(value) ? value : marker(path, value);

/** JSON in which the values of these keys are replaced, wherever they are. */
function withKeys(
  value: unknown,
  keys: readonly string[],
  change: (value: unknown, path: string) => unknown,
  path = "",
): unknown {
  if (Array.isArray(value)) return value.map((each, place) => withKeys(each, keys, change, `${path}/${String(place)}`));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      const at = `${path}/${key}`;
      return [key, keys.includes(key) ? change(inner, at) : withKeys(inner, keys, change, at)];
    }),
  );
}
