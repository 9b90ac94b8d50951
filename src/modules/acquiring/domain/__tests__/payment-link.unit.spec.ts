import { dueLinkEvents, linkEventAt, linkEvents, linkPermits, linkStatusAt, nextLinkEventAt } from "../payment-link";

const NOW = new Date("2026-11-26T12:00:00Z");
const before = new Date(NOW.getTime() - 1);
const after = new Date(NOW.getTime() + 1);
const made = new Date(NOW.getTime() - 60_000);
const fresh = { created_at: made, expires_at: after, opened_at: null, paid_at: null, revoked_at: null };

test.each([
  ["is open before its expiry", {}, "open"],
  ["has expired at its expiry", { expires_at: NOW }, "expired"],
  ["stays revoked after its expiry", { expires_at: before, revoked_at: before }, "revoked"],
  ["is paid, although it was revoked meanwhile", { paid_at: NOW, revoked_at: before }, "paid"],
  ["is paid, although it expired meanwhile", { paid_at: NOW, expires_at: before }, "paid"],
] as const)("a link %s", (_how, more, status) => {
  expect(linkStatusAt({ ...fresh, ...more }, NOW)).toBe(status);
});

test.each([
  ["a new link", {}, [], ["created"]],
  ["one that was opened", { opened_at: before }, ["created"], ["opened"]],
  ["one that was paid at once", { opened_at: before, paid_at: NOW }, ["created"], ["opened", "paid"]],
  ["an expired one", { expires_at: before }, ["created"], ["expired"]],
  ["an expired one that was paid", { expires_at: before, paid_at: NOW }, ["created"], ["paid"]],
  ["a revoked one", { expires_at: before, revoked_at: before }, ["created"], []],
  ["one without news", { opened_at: before }, ["created", "opened"], []],
] as const)("%s has its events, each once", (_which, more, announced, due) => {
  expect(dueLinkEvents({ ...fresh, ...more }, announced, NOW)).toEqual(due);
});

test("each event is dated when it happened", () => {
  const link = { ...fresh, opened_at: before, paid_at: NOW };
  expect(linkEvents.map((event) => linkEventAt(link, event))).toEqual([made, before, NOW, after]);
});

test("only an open link has an event to come: its expiry", () => {
  expect(nextLinkEventAt(fresh, NOW)).toEqual(after);
  expect(nextLinkEventAt({ ...fresh, expires_at: before }, NOW)).toBeNull();
  expect(nextLinkEventAt({ ...fresh, paid_at: NOW }, NOW)).toBeNull();
  expect(nextLinkEventAt({ ...fresh, revoked_at: NOW }, NOW)).toBeNull();
});

test.each([
  ["every method without a restriction", null, "card", true],
  ["a named method", "checkout apm:ideal", "apm:ideal", true],
  ["no other method", "checkout apm:ideal", "card", false],
  ["no method of which the name is a part", "apm:ideal-2", "apm:ideal", false],
])("a link permits %s", (_what, methods, method, permitted) => {
  expect(linkPermits({ methods }, method)).toBe(permitted);
});
