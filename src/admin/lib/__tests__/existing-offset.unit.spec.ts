import { existingOffset, offsetOf } from "../existing-offset";

test.each([
  ["a page with rows stays", 40, 3, 43, 40],
  ["the first page stays, also without rows", 0, 0, 0, 0],
  ["far beyond the end the last page is opened", 5_000, 0, 43, 40],
  ["a full last page is the last", 60, 0, 40, 20],
  ["without any rows the first page is opened", 40, 0, 0, 0],
  ["a page with rows beyond a count that was cut off stays", 12_000, 20, 10_001, 12_000],
  ["a last page that is empty itself is not opened again", 40, 0, 60, 0],
])("%s", (_, offset, rows, count, expected) => {
  expect(existingOffset(offset, rows, count)).toBe(expected);
});

test.each([
  [null, 0],
  ["", 0],
  ["x", 0],
  ["-20", 0],
  ["40", 40],
])("offset=%s is %d", (text, expected) => {
  expect(offsetOf(text)).toBe(expected);
});
