import { errorMessage, errorName } from "../safe-error-text";

test("a failure in a log line is one line, without a card number", () => {
  expect(errorMessage(new TypeError("no row\nfor 4111 1111 1111 1111"))).toBe("no row for [redacted]");
  expect(errorMessage({ message: "a workflow's error" })).toBe("a workflow's error");
  expect([undefined, null, "text", {}].map(errorMessage)).toEqual(Array.from({ length: 4 }, () => "unknown error"));
});

test("where a message could hold what was sent, the name alone is said", () => {
  expect(errorName(new TypeError("4111111111111111"))).toBe("TypeError");
  expect(errorName("4111111111111111")).toBe("unknown error");
});
