import { messageOf, nameOf } from "../safe-error-text";

test("a failure in a log line is one line, without a card number", () => {
  expect(messageOf(new TypeError("no row\nfor 4111 1111 1111 1111"))).toBe("no row for [redacted]");
  expect(messageOf({ message: "a workflow's error" })).toBe("a workflow's error");
  expect([undefined, null, "text", {}].map(messageOf)).toEqual(Array.from({ length: 4 }, () => "unknown error"));
});

test("where a message could hold what was sent, the name alone is said", () => {
  expect(nameOf(new TypeError("4111111111111111"))).toBe("TypeError");
  expect(nameOf("4111111111111111")).toBe("unknown error");
});
