import fc from "fast-check";
import { makeLinkToken, makePurposeToken, makeSessionToken, openLinkToken } from "../token-codec";

const KEY = "key-of-this-store-0123456789";
const CLAIM = { id: "acqlnk_01M8CERHFBP1HWWK47VSCQ4F7R", serial: "3" };
const TOKEN = makeLinkToken(KEY, CLAIM);

test("a link's token opens under its key, and under a rotated key that is still accepted", () => {
  expect(openLinkToken([KEY], TOKEN)).toEqual(CLAIM);
  expect(openLinkToken(["newer-key-0123456789", KEY], TOKEN)).toEqual(CLAIM);
});

test("the token of another store, of another purpose and of another serial opens nothing", () => {
  expect(openLinkToken(["key-of-another-store-0123"], TOKEN)).toBeNull();
  expect(openLinkToken([KEY], makeSessionToken(KEY, `${CLAIM.id}.3`))).toBeNull();
  expect(openLinkToken([KEY], makePurposeToken(KEY, "return", `${CLAIM.id}.3`))).toBeNull();
  expect(openLinkToken([KEY], TOKEN.replace(".3.", ".4."))).toBeNull();
  expect(openLinkToken([], TOKEN)).toBeNull();
});

test("no change of a single character opens the link", () => {
  const changed = fc.tuple(fc.nat({ max: TOKEN.length - 1 }), fc.string({ minLength: 0, maxLength: 2 }));
  fc.assert(
    fc.property(changed, ([at, text]) => {
      const altered = TOKEN.slice(0, at) + text + TOKEN.slice(at + 1);
      return altered === TOKEN || openLinkToken([KEY], altered) === null;
    }),
    { numRuns: 2_000 },
  );
});
