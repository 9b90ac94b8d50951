import { onFirstUse } from "../on-first-use";

it("a value is made when it is first needed, and once, also if it is null", () => {
  const made: number[] = [];
  const value = onFirstUse(() => {
    made.push(made.length);
    return null;
  });
  expect(made).toEqual([]);
  expect([value(), value()]).toEqual([null, null]);
  expect(made).toEqual([0]);
});

it("what could not be made is tried again", () => {
  let tries = 0;
  const value = onFirstUse(() => {
    tries += 1;
    if (tries === 1) throw new Error("not yet");
    return tries;
  });
  expect(value).toThrow("not yet");
  expect(value()).toBe(2);
});
