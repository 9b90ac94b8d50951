import { isTokenRefused } from "../token-refusal";
import { accountWith } from "../../__tests__/fixtures";

/** Which refusals of a payment by token mean that the token is not good any more. */
const { profile } = accountWith();

test.each([
  ["I0042", true],
  ["IX0042", true],
  ["I0013", false],
  ["I0061", false],
  ["R0001", false],
  ["S0001", false],
  ["0005", false],
  ["Insufficient", false],
  ["http_400", false],
  [null, false],
])("the code %s refuses the token: %s", (code, expected) => {
  expect(isTokenRefused(profile, code)).toBe(expected);
});

test("the owner's codes and prefixes are used", () => {
  const own = accountWith({ profile: { tokens: { refusedCodes: ["0054", "I0061"], refusedPrefixes: ["K"] } } }).profile;
  const refused = ["0054", "I0061", "K1", "I0042"].map((code) => isTokenRefused(own, code));
  expect(refused).toEqual([true, true, true, false]);
});
