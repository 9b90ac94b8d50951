import { RequestRefusal } from "../client";
import { problemsOf } from "../problems";

const FIELDS = ["note", "due_at"];

test("a sentence that names a field of the form is shown at that field, without the field's technical name", () => {
  expect(problemsOf(new RequestRefusal(400, "note: looks like a card number."), FIELDS)).toEqual({
    note: "looks like a card number.",
  });
});

test.each([
  ["another field", new RequestRefusal(400, "version: must be a number")],
  ["no field", new RequestRefusal(400, "There is no dispute.")],
  ["a conflict", new RequestRefusal(409, "note: changed")],
  ["no answer", new Error("note: HTTP 502")],
])("%s is no error of the form's fields", (_, error) => {
  expect(problemsOf(error, FIELDS)).toEqual({});
});

test("listed fields go before the sentence", () => {
  const fields = [{ path: "amount", message: "too much" }];
  expect(problemsOf(new RequestRefusal(400, "note: wrong", fields), FIELDS)).toEqual({ amount: "too much" });
});
