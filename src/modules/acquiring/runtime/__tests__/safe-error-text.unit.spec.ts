import { errorMessage, errorName } from "../safe-error-text";

test("an error in a log line is one line, without a card number", () => {
  expect(errorMessage(new TypeError("no row\nfor 4111 1111 1111 1111"))).toBe("no row for [redacted]");
  expect(errorMessage({ message: "a workflow's error" })).toBe("a workflow's error");
  expect([undefined, null, "text", {}].map(errorMessage)).toEqual(Array.from({ length: 4 }, () => "unknown error"));
});

test("if a message could contain request data, only the name is logged", () => {
  expect(errorName(new TypeError("4111111111111111"))).toBe("TypeError");
  expect(errorName("4111111111111111")).toBe("unknown error");
});
