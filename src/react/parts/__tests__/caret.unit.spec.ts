import { caretAfter, digitsBefore } from "../caret";

test("the caret stays behind its digit, for any grouping", () => {
  expect(digitsBefore("4111 11", 6)).toBe(5);
  for (const typed of ["4٤1١1", "4۴1۱1", "4４1１1"]) expect(digitsBefore(typed, 3)).toBe(3);
  expect(caretAfter("4111 1111", 5)).toBe(6);
  expect(caretAfter("4111 1111", 4)).toBe(4);
  expect(caretAfter("۱۰۰", 2)).toBe(2);
  expect(caretAfter("4111", 0)).toBe(0);
  expect(caretAfter("41", 5)).toBe(2);
});
