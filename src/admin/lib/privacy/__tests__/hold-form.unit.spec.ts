import { readHold } from "../hold-form";

const NOW = new Date("2026-11-28T12:00:00");
const FORM = { kind: "email", subject: "Ada@Example.test", reason: " Lawsuit 12 ", until: "" } as const;

test("a hold without an end lasts until it is released", () => {
  expect(readHold(FORM, NOW)).toEqual({
    hold: { action: "place", subject_kind: "email", subject: "ada@example.test", reason: "Lawsuit 12", until: null },
  });
});

test("a hold until today ends at the end of this day", () => {
  const read = readHold({ ...FORM, kind: "order_id", subject: "order_01", until: "2026-11-28" }, NOW);
  const until = new Date("2026-11-28T23:59:59.999").toISOString();
  expect(read).toMatchObject({ hold: { subject_kind: "order", subject: "order_01", until } });
});

test("each wrong field is named", () => {
  expect(readHold({ ...FORM, subject: "ada", reason: " ", until: "2026-11-27" }, NOW)).toEqual({
    problems: { subject: "subject", reason: "reason", until: "until" },
  });
});
