import { GatewayProfile } from "../../model/profile";
import { unmappedCodes } from "../unmapped-codes";

const plain = GatewayProfile.parse({});

test.each([
  ["a payment's own status", { order_status: "1", payment_status: "5126" }, "payment_status", "5126", "payment"],
  ["the order's", { order_status: "9" }, "order_status", "9", "order"],
  ["a query's", { query_result: "42" }, "query_result", "42", "order"],
  ["a refund's", { refund_status: "7" }, "refund_status", "7", "refund"],
])("the code of %s is reported with the option to add", (_what, raw, field, value, table) => {
  const [code, ...more] = unmappedCodes(plain, raw);
  expect([code?.field, code?.value, more]).toEqual([field, value, []]);
  expect(code?.snippet).toContain(`profile: { status: { ${table}: { "${value}": "`);
});

test.each([
  ["authorised", { order_status: "1", payment_status: "2000" }],
  ["a refused query", { query_result: "7" }],
  ["nothing", {}],
])("%s has no unmapped code", (_what, raw) => {
  expect(unmappedCodes(plain, raw)).toEqual([]);
});

test("a code that is listed now is not unmapped", () => {
  const raw = { order_status: "1", payment_status: "5126" };
  expect(unmappedCodes(GatewayProfile.parse({ status: { payment: { "5126": "pending" } } }), raw)).toEqual([]);
});

test("the snippet is a valid profile and lists the code", () => {
  const raw = { payment_status: "5126" };
  const [code] = unmappedCodes(plain, raw);
  const json = (code?.snippet ?? "").replace(/ \/\/.*$/, "").replace(/([a-z]+):/g, '"$1":');
  const { profile } = JSON.parse(`{${json}}`);
  expect(unmappedCodes(GatewayProfile.parse(profile), raw)).toEqual([]);
});

test("a code with quotes and markup stays text in the snippet", () => {
  const [code] = unmappedCodes(plain, { payment_status: '"}}}; <b>' });
  expect(code?.snippet).toContain(JSON.stringify('"}}}; <b>'));
});
