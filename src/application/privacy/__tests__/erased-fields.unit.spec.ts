import type { PersonalTable } from "../../../modules/acquiring";
import { erasedRow, isMarker } from "../erased-fields";

/** What an erasure writes: markers that prove what was there to whoever has the key, and that nobody can guess. */
const table = (personal: PersonalTable["personal"]): readonly [string, PersonalTable] => [
  "acquiring_x",
  { title: "x", of: "of_attempt", personal, other: "id" },
];
const key = "a".repeat(64);
const erase = (personal: PersonalTable["personal"], row: object, customers: string[] = []) =>
  erasedRow(table(personal), { id: "1", ...row }, { key, customers });

const note = ["note", { how: "mark", keys: null }] as const;
const details = ["note", { how: "mark", keys: ["note"] }] as const;
const by = ["identity", { how: "if_customer" }] as const;
const data = ["card", { how: "clear", keys: ["card"] }] as const;
const mask = ["card", { how: "clear", keys: null }] as const;

test("a text becomes a marker that depends on the key, the row and the text, and stays as it is afterwards", () => {
  const { changes } = erase({ note }, { note: "Ada called." });
  expect(isMarker(changes.note)).toBe(true);
  expect(erase({ note }, { note: "Ada called." }).changes).toEqual(changes);
  expect(erase({ note }, { note: "Eve called." }).changes).not.toEqual(changes);
  expect(erase({ note }, { id: "2", note: "Ada called." }).changes).not.toEqual(changes);
  expect(
    erasedRow(table({ note }), { id: "1", note: "Ada called." }, { key: "b".repeat(64), customers: [] }).changes,
  ).not.toEqual(changes);
  expect(erase({ note }, { note: changes.note }).changes).toEqual({});
  expect(erase({ note }, { note: null }).changes).toEqual({});
});

test("in JSON only the named keys change, wherever they are", () => {
  const before = { source: "request", note: "Ada", more: [{ note: "Eve", code: "1" }] };
  const { changes } = erase({ details }, { details: before });
  expect(changes.details).toEqual({
    source: "request",
    note: expect.stringMatching(/^erased:/),
    more: [{ note: expect.stringMatching(/^erased:/), code: "1" }],
  });
  expect(erase({ details }, { details: { source: "request" } }).changes).toEqual({});
  expect(erase({ data }, { data: { v: 1, card: { mask: "1" } } }).changes).toEqual({ data: { v: 1, card: null } });
  expect(erase({ mask }, { mask: "411111******1111" }).changes).toEqual({ mask: null });
});

test("a field that a later query would fill again becomes an empty text", () => {
  const blank = ["card", { how: "blank" }] as const;
  expect(erase({ blank }, { blank: "411111******1111" }).changes).toEqual({ blank: "" });
  expect(erase({ blank }, { blank: "" }).changes).toEqual({});
});

test("an actor's ID is erased only if it is this customer's; a deleted row changes nothing", () => {
  expect(erase({ by }, { by: "user_1" }, ["cus_1"]).changes).toEqual({});
  expect(isMarker(erase({ by }, { by: "cus_1" }, ["cus_1"]).changes.by)).toBe(true);
  const row = ["card", { how: "row" }] as const;
  expect(erase({ row, note }, { row: "x", note: "y" })).toEqual({ isDeleted: true, changes: {} });
});
