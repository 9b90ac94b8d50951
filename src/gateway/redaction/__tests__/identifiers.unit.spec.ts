import { createHash } from "node:crypto";
import { holdsCardNumber } from "../card-text";
import { redactBody } from "../redact-body";
import { redactText } from "../redact";

/** Their digits read as a card number with a right check digit. */
const UUIDS = [
  "7ab66377-2417-4217-bdde-0e5c73960c0a",
  "58633977-5320-4f40-8b7e-d29ce82518f3",
  "250E6334-9588-4912-8524-5C8F67D64926",
  "b47f31e9-cec1-4775-8830-34061fa6f206",
];
const DIGEST = `a4111111111111111${"b".repeat(15)}`;

const ORDER_ID = `order_a4111111111111111${"b".repeat(9)}`;

test.each([...UUIDS, DIGEST, ORDER_ID])("the identifier %s is no card number and stays readable", (id) => {
  expect(holdsCardNumber(id)).toBe(false);
  expect(holdsCardNumber(`https://shop.test/return?key=${id}&from=mail`)).toBe(false);
  expect(redactText(`refused ${id}.`)).toBe(`refused ${id}.`);
  expect(redactBody(Buffer.from(`{"merchant_key":"${id}"}`))).toBeNull();
});

test("of 20,000 UUIDs none is taken for a card number", () => {
  const wrong = Array.from({ length: 20_000 }, (_, index) => uuidOf(index)).filter(holdsCardNumber);
  expect(wrong).toEqual([]);
});

test.each([
  ["beside a UUID", `${UUIDS[0]} 4111 1111 1111 1111`],
  ["before a UUID", `4111-1111-1111-1111-${UUIDS[1]}`],
  ["in the shape of a UUID without a letter", "41111111-1111-1111-8000-000000000000"],
  ["after a letter", "card4111111111111111"],
  ["of an order's ID's length without its prefix", `a4111111111111111${"b".repeat(9)}`],
  ["in a text of hexadecimal characters of another length", "ab4111111111111111cd"],
])("a card number %s is found", (_, text) => {
  expect(holdsCardNumber(text)).toBe(true);
  expect(redactText(text)).toContain("[redacted]");
  expect(redactText(text)).not.toContain("11111111");
});

/** Version 4, drawn by a digest so that each run reads the same ones. */
function uuidOf(index: number): string {
  const hex = createHash("sha256")
    .update(`uuid ${String(index)}`)
    .digest("hex");
  const variant = "89ab"[index % 4] ?? "8";
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
