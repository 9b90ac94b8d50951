import { NotificationRole } from "../../../../api-schema/admin";
import { newKey } from "../../client";
import { MOST_EMAILS } from "../email-list";
import type { RoleForm } from "../role-form";
import { emptyRole, roleFormOf, isShown, LONGEST_NAME, MOST_WEBHOOKS, readRole, readTime } from "../role-form";
import { aRole } from "./notification-examples";

const aForm = (change: Partial<RoleForm> = {}): RoleForm => ({ ...roleFormOf(aRole()), ...change });
const numbered = (number: number, of: (index: number) => string): string[] =>
  Array.from({ length: number }, (_, index) => of(index));

test("a new role lacks a name, a topic and a recipient", () => {
  expect(readRole(emptyRole({ language: "de", time_zone: "Europe/Berlin" }), "new")).toEqual({
    problems: { name: { code: "name" }, topics: { code: "topics" }, emails: { code: "recipients" } },
  });
});

test.each([
  aRole(),
  aRole({ emails: [], webhooks: ["chat"], daily_at: "07:30", language: "pl" }),
  aRole({ quiet: { from: "22:00", until: "06:30" }, topics: ["held", "attention"] }),
])("a saved role is read as it was", (role) => {
  expect(readRole(roleFormOf(role), role.id)).toEqual({ role });
});

test("the ID of a new role is one that the server accepts", () => {
  const read = readRole(aForm({ name: "  Finance  " }), newKey());
  expect(NotificationRole.parse("role" in read ? read.role : null)).toMatchObject({ name: "Finance" });
});

test("wrong addresses are named, before those that are entered twice", () => {
  const emails = "ada@\ngrace@example.test\nGrace@example.test";
  expect(readRole(aForm({ emails }), "finance")).toEqual({
    problems: { emails: { code: "malformed", list: ["ada@"] } },
  });
  expect(readRole(aForm({ emails: emails.replace("ada@\n", "") }), "finance")).toEqual({
    problems: { emails: { code: "twice", list: ["Grace@example.test"] } },
  });
});

test("a webhook alone is a recipient", () => {
  expect(readRole(aForm({ emails: "", webhooks: ["chat"] }), "finance")).toMatchObject({
    role: { emails: [], webhooks: ["chat"] },
  });
});

test.each([
  ["08:00", "08:00"],
  ["00:00", "00:00"],
  ["23:59", "23:59"],
  ["24:00", null],
  ["8:00", null],
  ["08:60", null],
  ["08:00:30", null],
  ["", null],
])("%j as a time of day is %j", (text, time) => {
  expect(readTime(text)).toBe(time);
});

test("a time that is not asked for is neither read nor wrong", () => {
  const form = aForm({ daily_at: "", from: "", until: "" });
  expect(readRole(form, "finance")).toEqual({ role: aRole() });
  expect(isShown(form, "daily_at")).toBe(false);
  expect(isShown(form, "until")).toBe(false);
  expect(isShown(form, "emails")).toBe(true);
  const asked = { ...form, is_daily: true, is_quiet: true };
  expect(isShown(asked, "until")).toBe(true);
  expect(readRole(asked, "finance")).toEqual({
    problems: { daily_at: { code: "time" }, from: { code: "time" }, until: { code: "time" } },
  });
});

test("quiet hours end at another time than they begin", () => {
  expect(readRole(aForm({ is_quiet: true, from: "22:00", until: "22:00" }), "finance")).toEqual({
    problems: { until: { code: "noQuiet" } },
  });
});

test("the limits are the server's", () => {
  const address = (index: number): string => `a${String(index)}@example.test`;
  const isAccepted = (change: Parameters<typeof aRole>[0]): boolean =>
    NotificationRole.safeParse(aRole(change)).success;
  const most = numbered(MOST_EMAILS, address);
  expect([isAccepted({ emails: most }), isAccepted({ emails: [...most, "b@example.test"] })]).toEqual([true, false]);
  expect(readRole(aForm({ emails: [...most, "b@example.test"].join("\n") }), "finance")).toEqual({
    problems: { emails: { code: "emails" } },
  });
  const hooks = numbered(MOST_WEBHOOKS, String);
  expect([isAccepted({ webhooks: hooks }), isAccepted({ webhooks: [...hooks, "more"] })]).toEqual([true, false]);
  expect(readRole(aForm({ webhooks: [...hooks, "more"] }), "finance")).toEqual({
    problems: { webhooks: { code: "webhooks" } },
  });
  const name = "x".repeat(LONGEST_NAME);
  expect([isAccepted({ name }), isAccepted({ name: `${name}x` })]).toEqual([true, false]);
});
