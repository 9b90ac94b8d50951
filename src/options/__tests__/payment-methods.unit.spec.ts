import { ApmMethod, ApmOptions } from "../apm-options";
import { catalogue } from "../payment-method-catalogue";
import { methodsFor, nameOfMethod, orderMethods, resolveMethods } from "../payment-methods";

/** The catalogue of alternative methods, and the store's own list made from it. */
const resolved = (...methods: unknown[]) => resolveMethods(ApmOptions.parse({ methods }));
const codes = (methods: readonly { readonly code: string }[]) => methods.map(({ code }) => code);

test.each([...catalogue.keys()])("the catalogue's %s is accepted by the options", (code) => {
  const [method] = resolved(code);
  const { name, countries, currencies, requires, banks } = method ?? {};
  expect(ApmMethod.parse({ code, name, countries, currencies, requires, banks }).code).toBe(code);
  expect(method).toMatchObject({ wireName: code, expiresAfterMs: 604_800_000 });
});

test("a method has an icon only if the owner sets its URL: marks belong to their brands", () => {
  for (const { icon } of resolved(...catalogue.keys())) expect(icon).toBeNull();
});

test("the methods named in the documents exist", () => {
  const asked =
    "ideal bancontact eps przelewy24 blik bank-transfer sepa-debit multibanco mbway pix boleto oxxo spei pse konbini paypay alipay wechat-pay grabpay promptpay upi fpx paynow swish vipps mobilepay twint trustly paysafecard";
  expect([...catalogue.keys()]).toEqual(expect.arrayContaining(asked.split(" ")));
});

test("vouchers are paid later, and a wallet is not", () => {
  const later = resolved("boleto", "oxxo", "konbini", "multibanco", "ideal", "swish").map(({ paysLater }) => paysLater);
  expect(later).toEqual([true, true, true, true, false, false]);
});

test("the owner's values take precedence over the catalogue", () => {
  const own = {
    code: "ideal",
    wireName: "IDEAL",
    name: "iDEAL 2",
    icon: "https://shop.example/ideal.svg",
    countries: ["NL", "BE"],
    currencies: [],
    paysLater: true,
    banks: [{ code: "B1", name: "Bank" }],
    requires: ["bank_code"],
    expiresAfterMs: 60_000,
  };
  expect(resolved(own)).toEqual([own]);
});

test("an owner's own method gets no icon and no limits", () => {
  const [method] = resolved({ code: "shells", name: "« Shells »" });
  expect(method).toMatchObject({
    countries: [],
    currencies: [],
    requires: [],
    banks: [],
    paysLater: false,
    icon: null,
  });
});

test.each([
  ["NL", "EUR", ["ideal", "paysafecard"]],
  ["nl", "eur", ["ideal", "paysafecard"]],
  ["NL", "USD", ["paysafecard"]],
  ["BR", "BRL", ["pix", "paysafecard"]],
  ["US", "USD", ["paysafecard"]],
  [null, "EUR", ["ideal", "paysafecard"]],
])("a cart in %s and %s is offered %j", (country, currency, expected) => {
  expect(codes(methodsFor(resolved("ideal", "pix", "paysafecard"), { country, currency }))).toEqual(expected);
});

test("ranked methods come first by the gateway's names, and the rest keep their order", () => {
  const methods = resolved("ideal", { code: "pix", wireName: "PIX" }, "eps", "blik");
  expect(codes(orderMethods(methods, ["blik", "unheard-of", "PIX"]))).toEqual(["blik", "pix", "ideal", "eps"]);
  expect(codes(orderMethods(methods, null))).toEqual(["ideal", "pix", "eps", "blik"]);
  expect(codes(orderMethods(methods, []))).toEqual(["ideal", "pix", "eps", "blik"]);
});

test.each([
  ["ideal", "My iDEAL"],
  ["pix", "Pix"],
  ["multibanco", "Multibanco"],
  ["own-method", "Own method"],
  ["a_new.one", "A new one"],
  ["-", "-"],
])("%s is displayed as %s everywhere", (code, name) => {
  expect(nameOfMethod(resolved({ code: "ideal", name: "My iDEAL" }), code)).toBe(name);
});
