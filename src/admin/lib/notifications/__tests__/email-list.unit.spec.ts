import { NotificationRole } from "../../../../api-schema/admin";
import { readEmails } from "../email-list";
import { aRole } from "./notification-examples";

test("one address on each line; empty lines, spaces, commas and semicolons separate them", () => {
  const { emails, malformed, twice } = readEmails(" ada@example.test \n\n grace@example.test, a@b.co;c@d.example\r\n");
  expect(emails).toEqual(["ada@example.test", "grace@example.test", "a@b.co", "c@d.example"]);
  expect([malformed, twice]).toEqual([[], []]);
});

test("nothing entered is no address", () => {
  expect(readEmails(" \n ")).toEqual({ emails: [], malformed: [], twice: [] });
});

test("an address that is entered twice is named once, in any case of letters", () => {
  const { twice } = readEmails("ada@example.test\nAda@example.test\nADA@example.test\ngrace@example.test");
  expect(twice).toEqual(["Ada@example.test"]);
});

const longest = `${"a".repeat(64)}@${"b".repeat(184)}.test`;

test.each([
  "ada@example.test",
  "ada.lovelace+payments@mail.example.test",
  "o'neill@example.test",
  "a_b-c@ex-ample.test",
  longest,
  `b${longest}`,
  "ada",
  "ada@",
  "ada@example",
  "@example.test",
  ".ada@example.test",
  "ada..l@example.test",
  "ada@@example.test",
  "ada lovelace@example.test",
  "Ada <ada@example.test>",
  "ada@exa_mple.test",
  "ada@example.t",
  "ada@-example.test",
  "adä@example.test",
])("the page and the server agree whether %s is an address", (email) => {
  const isAccepted = NotificationRole.safeParse(aRole({ emails: [email] })).success;
  expect(readEmails(email).malformed).toEqual(isAccepted ? [] : [email]);
});
