import { notificationLanguages, NotificationSettingsChange, notificationTopics } from "../../../../api-schema/admin";
import { LANGUAGES, MOST_ROLES, newerBell, newerRole, TOPICS, withBell, withoutRole, withRole } from "../settings";
import { aPage, aRole } from "./notification-examples";

const support = aRole({ id: "support", name: "Customer service" });

test("the page offers every topic and language of the API schema", () => {
  expect(TOPICS).toEqual(notificationTopics);
  expect(LANGUAGES).toEqual(notificationLanguages);
});

test("a changed role stays in its place, a new one comes last, and a removed one is missing", () => {
  const page = aPage({ roles: [aRole(), support] });
  const named = aRole({ name: "Accounting" });
  expect(withRole(page, named)).toEqual({ version: 3, bell: page.bell, roles: [named, support] });
  const added = aRole({ id: "new" });
  expect(withRole(page, added).roles).toEqual([aRole(), support, added]);
  expect(withoutRole(page, "finance")).toEqual({ version: 3, bell: page.bell, roles: [support] });
});

test("what is sent is what the server reads", () => {
  const bell = { topics: ["dispute" as const], language: "fr" as const };
  const change = withBell(aPage(), bell);
  expect(NotificationSettingsChange.parse(change)).toEqual({ version: 3, bell, roles: [aRole()] });
});

test("the number of roles is the server's", () => {
  const roles = Array.from({ length: MOST_ROLES }, (_, index) => aRole({ id: String(index) }));
  const isAccepted = (change: NotificationSettingsChange): boolean =>
    NotificationSettingsChange.safeParse(change).success;
  expect(isAccepted(withRole(aPage({ roles: roles.slice(1) }), aRole()))).toBe(true);
  expect(isAccepted(withRole(aPage({ roles }), aRole()))).toBe(false);
});

test("a newer version changed other parts, the same one, or removed it", () => {
  expect(newerRole(aRole(), aPage({ roles: [support, aRole()] }))).toBe("other");
  expect(newerRole(aRole(), aPage({ roles: [aRole({ quiet: { from: "22:00", until: "06:00" } })] }))).toBe("changed");
  expect(newerRole(aRole(), aPage({ roles: [support] }))).toBe("removed");
  expect(newerRole(null, aPage())).toBe("other");
});

test("the order of topics and webhooks is no change", () => {
  const before = aRole({ topics: ["held", "dispute"], webhooks: ["a", "b"] });
  const now = aRole({ topics: ["dispute", "held"], webhooks: ["b", "a"] });
  expect(newerRole(before, aPage({ roles: [now] }))).toBe("other");
  const bell = { topics: ["dispute" as const, "held" as const], language: "en" as const };
  expect(newerBell({ topics: ["held", "dispute"], language: "en" }, aPage({ bell }))).toBe("other");
  expect(newerBell({ topics: ["held", "dispute"], language: "de" }, aPage({ bell }))).toBe("changed");
});
