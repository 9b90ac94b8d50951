import fc from "fast-check";
import { redactToken } from "../redact-token";

const TOKEN = `tok/+a=&<"'\\1`;

test.each([
  ["as it is", `token_id=${TOKEN}&x=1`, "token_id=[token]&x=1"],
  ["in a form", new URLSearchParams({ token_id: TOKEN, x: "1" }).toString(), "token_id=[token]&x=1"],
  ["in JSON", JSON.stringify({ token_id: TOKEN }), '{"token_id":"[token]"}'],
  ["in JSON with escaped slashes", `{"token_id":"tok\\/+a=&<\\"'\\\\1"}`, '{"token_id":"[token]"}'],
  ["in XML", "<token_id>tok/+a=&amp;&lt;&quot;&apos;\\1</token_id>", "<token_id>[token]</token_id>"],
  [
    "in XML by numbers",
    "<token_id>tok&#47;&#x2B;a=&#38;&#x3c;&#34;&#039;\\1</token_id>",
    "<token_id>[token]</token_id>",
  ],
])("a token %s is removed", (_name, text, expected) => {
  expect(redactToken(text, TOKEN)).toBe(expected);
});

test("whatever characters a token has, no form, JSON text or plain text keeps it, and nothing else is lost", () => {
  // A leading quote or backslash could belong to the message; those cases are above.
  const unit = fc
    .integer({ min: 0x21, max: 0x7e })
    .map((code) => String.fromCharCode(code))
    .filter((character) => !/["\\]/.test(character));
  const token = fc.string({ unit, minLength: 4, maxLength: 50 });
  fc.assert(
    fc.property(token, (drawn) => {
      const form = new URLSearchParams({ t: drawn }).toString();
      expect(redactToken(form, drawn)).toBe("t=[token]");
      expect(redactToken(JSON.stringify({ a: drawn }), drawn)).toBe('{"a":"[token]"}');
    }),
  );
});
