import { percentOf } from "../dispute-page";

test.each([
  [0, 10, "0.00"],
  [1, 10, "10.00"],
  [1, 3, "33.33"],
  [2, 3, "66.67"],
  [1, 20_000, "0.01"],
  [1, 20_001, "0.00"],
  [3, 2, "150.00"],
  [1, 0, null],
  [0, 0, null],
])("%p disputes of %p captured payments are %p percent", (opened, captured, percent) => {
  expect(percentOf({ opened, captured })).toBe(percent);
});
