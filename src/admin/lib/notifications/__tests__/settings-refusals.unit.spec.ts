import { settingsRefusalOf } from "../settings-refusals";
import { withRole } from "../settings";
import { aPage, aRole } from "./notification-examples";

const own = aRole({ id: "support", name: "Customer service", emails: ["a@example.test", "b@example"] });
const sent = withRole(aPage(), own);
const refused = (text: string) => settingsRefusalOf(text, sent, { role: own.id });

test.each([
  ["roles.1.emails.1: must be an e-mail address", { emails: "b@example: must be an e-mail address" }],
  ["roles.1.emails: names an address twice; remove one", { emails: "names an address twice; remove one" }],
  ["roles.1.name: is empty; write the role's name", { name: "is empty; write the role's name" }],
  ["roles.1.quiet.until: is the time at which it begins", { until: "is the time at which it begins" }],
  ["roles.1.time_zone: is not a time zone: see the list", { time_zone: "is not a time zone: see the list" }],
  ["roles.1.topics.0: Invalid option", { topics: "Invalid option" }],
])("%s is shown at its field", (text, fields) => {
  expect(refused(text)).toEqual({ fields, other: null });
});

test("a refusal of another role is shown with that role's name", () => {
  expect(refused("roles.0.webhooks.0: is not configured")).toEqual({
    fields: {},
    other: "Finance: webhooks.0: is not configured",
  });
  expect(refused("roles.0: names no recipient")).toEqual({ fields: {}, other: "Finance: names no recipient" });
});

test("a refusal of the role as a whole, or of a field that is not shown, is a sentence", () => {
  expect(refused("roles.1: names no recipient")).toEqual({ fields: {}, other: "names no recipient" });
  expect(refused("roles.1.id: must be lower-case")).toEqual({ fields: {}, other: "id: must be lower-case" });
});

test("of the bell it is shown at the bell's fields only", () => {
  const text = "bell.topics: names a topic twice; remove one";
  expect(settingsRefusalOf(text, sent, "bell")).toEqual({
    fields: { topics: "names a topic twice; remove one" },
    other: null,
  });
  expect(refused(text)).toEqual({ fields: {}, other: text });
  expect(settingsRefusalOf("roles.0.name: is empty", sent, "bell")).toEqual({
    fields: {},
    other: "Finance: name: is empty",
  });
});

test("any other sentence stays as it is", () => {
  for (const text of ["roles: has more than 20 roles", "roles.9.name: is empty", "The store is busy."])
    expect(refused(text)).toEqual({ fields: {}, other: text });
  expect(settingsRefusalOf(null, sent, "bell")).toEqual({ fields: {}, other: null });
  expect(settingsRefusalOf("roles.0.name: is empty", null, "bell").other).toBe("roles.0.name: is empty");
});
