import type { CardInput } from "../../../api-schema/store-payment-choice";
import { StoreRequestError } from "../../store-error";
import { cardOf, deviceFromInput } from "../card-input";
import { NOW } from "./ledger";

/** Card details as a customer types them. */
const CARD: CardInput = {
  number: "4111 1111-1111 1111",
  expiry_month: "1",
  expiry_year: "39",
  security_code: "123",
  holder_first_name: "Ada",
  holder_last_name: "Lovelace",
};

function refusalOf(input: Partial<CardInput>, now = NOW): StoreRequestError | null {
  try {
    cardOf({ ...CARD, ...input }, now);
    return null;
  } catch (error) {
    if (error instanceof StoreRequestError) return error;
    throw error;
  }
}

const fieldsOf = (input: Partial<CardInput>, now = NOW) => refusalOf(input, now)?.fields.map(({ field }) => field);

test("spaces and dashes leave the number, and the date is completed", () => {
  expect(cardOf(CARD, NOW)).toEqual({
    number: "4111111111111111",
    expiryMonth: "01",
    expiryYear: "2039",
    securityCode: "123",
    firstName: "Ada",
    lastName: "Lovelace",
  });
});

test.each(["4111111111111111", "378282246310005", "6304000000000000", "4222222222222", "6011000990139424"])(
  "the number %s is accepted",
  (number) => {
    expect(refusalOf({ number, security_code: number.startsWith("37") ? "1234" : "123" })).toBeNull();
  },
);

test.each([
  ["a wrong check digit", "4111111111111112"],
  ["two digits exchanged", "4111111111111171"],
  ["eleven digits", "41111111116"],
  ["twenty digits", "41111111111111111117"],
  ["a letter", "411111111111111a"],
  ["digits of another script", "４１１１１１１１１１１１１１１１"],
  ["dots between the groups", "4111.1111.1111.1111"],
  ["a sign", "+4111111111111111"],
  ["no digits", "----"],
  ["nothing", ""],
])("a number with %s is refused", (_with, number) => {
  expect(fieldsOf({ number })).toEqual(["method.card.number"]);
});

test.each(["0", "00", "13", "1a", "-1", " 1", "", "٣"])("the month %j is refused", (month) => {
  expect(fieldsOf({ expiry_month: month })).toEqual(["method.card.expiry_month"]);
});

test.each(["9", "039", "1939", "2139", "20 9", "", "٣٩"])("the year %j is refused", (year) => {
  expect(fieldsOf({ expiry_year: year })).toEqual(["method.card.expiry_year"]);
});

test.each([
  ["11", "26", "2026-11-30T23:59:59.999Z", undefined],
  ["11", "26", "2026-12-01T11:59:59.999Z", undefined],
  ["11", "26", "2026-12-01T12:00:00.000Z", ["method.card.expiry_month"]],
  ["12", "2026", "2027-01-01T11:59:59.999Z", undefined],
  ["12", "2026", "2027-01-01T12:00:00.000Z", ["method.card.expiry_month"]],
  ["1", "27", "2026-12-31T23:59:59.999Z", undefined],
  ["12", "25", "2026-01-15T00:00:00.000Z", ["method.card.expiry_month"]],
])("a card until %s/%s at %s has the refused fields %j", (month, year, now, fields) => {
  expect(fieldsOf({ expiry_month: month, expiry_year: year }, new Date(now))).toEqual(fields);
});

test.each([
  ["4111111111111111", "1234", 3],
  ["4111111111111111", "12", 3],
  ["4111111111111111", "", 3],
  ["4111111111111111", "12a", 3],
  ["4111111111111111", "١٢٣", 3],
  ["378282246310005", "123", 4],
  ["341111111111111", "123", 4],
])("with the number %s the security code %j is refused: it has %i digits", (number, code, digits) => {
  expect(refusalOf({ number, security_code: code })?.fields).toEqual([
    { field: "method.card.security_code", message: `Enter the ${String(digits)}-digit security code.` },
  ]);
});

test("a card number in the field of a name is refused", () => {
  expect(fieldsOf({ holder_first_name: "4111 1111 1111 1111" })).toEqual(["method.card.holder_first_name"]);
  expect(fieldsOf({ holder_first_name: "4111-1111", holder_last_name: "1111-1111" })).toEqual([
    "method.card.holder_first_name",
    "method.card.holder_last_name",
  ]);
  expect(refusalOf({ holder_last_name: "Lovelace 3" })).toBeNull();
});

test("all malformed fields are named at once, and no refusal repeats what was typed", () => {
  const typed = { number: "4929000000007", expiry_month: "77", expiry_year: "1888", security_code: "98765" };
  const refusal = refusalOf({ ...typed, holder_first_name: "555444333", holder_last_name: "666777888" });
  expect(refusal).toMatchObject({ code: "card_invalid", status: 422, hint: null });
  expect(refusal?.fields.map(({ field }) => field.replace("method.card.", ""))).toEqual([
    "number",
    "expiry_month",
    "expiry_year",
    "security_code",
    "holder_first_name",
    "holder_last_name",
  ]);
  expect(JSON.stringify([refusal?.message, refusal?.fields])).not.toMatch(/4929|77|1888|98765|5554|6667/);
});

test("what the server sees of a browser does not come from the body", () => {
  const input = { os: "Linux", challenge_window_size: "05", accept: "forged", userAgent: "forged" } as const;
  expect(deviceFromInput(input, { userAgent: "Firefox", accept: "text/html" })).toEqual({
    os: "Linux",
    browser: null,
    language: null,
    timeZone: null,
    resolution: null,
    colorDepth: null,
    accept: "text/html",
    userAgent: "Firefox",
    type: null,
    fingerprint: null,
    sessionId: null,
    challengeWindowSize: "05",
  });
});

test("without a description of the device nothing is made up", () => {
  const device = deviceFromInput(undefined, { userAgent: null, accept: null });
  expect(new Set(Object.values(device))).toEqual(new Set([null]));
});
