import { LinkLanguage } from "../../../../api-schema/admin";
import { languages } from "../../../../sdk/languages";
import { daysIn, draftOf, LINK_LANGUAGES, linkTermsOf } from "../link-fields";
import { refusedField } from "../request-drawer";

test.each([
  ["1", 1],
  ["90", 90],
  ["0", null],
  ["91", null],
  ["1.5", null],
  ["-3", null],
  ["", null],
])("a link that lasts %s days: %s", (days, number) => {
  expect(daysIn({ days })).toBe(number);
});

test("an empty field is no restriction and no text, and a renewed link starts with what it has", () => {
  expect(linkTermsOf(draftOf(undefined))).toEqual({
    expires_in_days: 14,
    description: null,
    methods: null,
    language: null,
  });
  const chosen = { days: "7", description: " Repair ", methods: ["card"], language: "de" };
  expect(linkTermsOf(chosen)).toEqual({
    expires_in_days: 7,
    description: "Repair",
    methods: ["card"],
    language: "de",
  });
});

test.each([
  ["amount: must be more than zero.", { path: "amount", message: "must be more than zero." }],
  ["key: it was used for another payment request.", null],
  ["The email provider did not accept the message.", null],
  [null, null],
])("the field that %j names", (trouble, field) => {
  expect(refusedField(trouble)).toEqual(field);
});

test("the dashboard offers each language that the server accepts, and customers can read each of them", () => {
  expect(LINK_LANGUAGES).toEqual(LinkLanguage.options);
  expect(LINK_LANGUAGES).toEqual(Object.keys(languages).sort());
});
