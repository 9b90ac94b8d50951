import { disputesColumn, disputesIn } from "../dispute";

const OPENED = "2026-11-27T10:00:00.000Z";
const DECIDED = new Date("2026-12-01T10:00:00.000Z");
const written = { amount: 900n, reason: "fraud", reference: "D1", dueAt: "2026-12-05T23:59:59.000Z" };
const opened = disputesColumn([{ ...written, status: "open" }], new Date(OPENED));

test("a new dispute is named by its reference, and opened now", () => {
  expect(disputesIn(opened)).toEqual([{ ...written, status: "open", at: OPENED, openedAt: OPENED, key: "D1" }]);
});

test("its name and its first moment stay when it is decided, also with a reference that comes later", () => {
  const unnamed = disputesIn(disputesColumn([{ ...written, reference: null, status: "open" }], new Date(OPENED)));
  expect(unnamed.map(({ key }) => key)).toEqual([OPENED]);
  const decided = unnamed.map(({ at: _, ...each }) => ({ ...each, reference: "D9", status: "lost" as const }));
  expect(disputesIn(disputesColumn(decided, DECIDED))).toMatchObject([
    { key: OPENED, openedAt: OPENED, at: DECIDED.toISOString(), reference: "D9", status: "lost" },
  ]);
});

test("a row of an earlier version has no due date, and was opened at its last change", () => {
  const row = { status: "open", amount: null, reason: null, reference: null, at: OPENED };
  expect(disputesIn([row])).toMatchObject([{ openedAt: OPENED, dueAt: null, key: OPENED }]);
  expect(disputesIn([{ ...row, reference: "D1" }])).toMatchObject([{ key: "D1" }]);
});

test("a payment without a dispute has none", () => {
  expect(disputesIn(null)).toEqual([]);
});
