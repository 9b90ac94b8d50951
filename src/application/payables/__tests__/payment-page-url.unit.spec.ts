import type { AcquiringOptions } from "../../../options/options";
import { parseOptions } from "../../../options/options";
import { ownAddress } from "../../checkout/return-address";
import { framingOrigins, paymentPageUrl } from "../payment-page-url";

const SHOP = "https://shop.example";
const PAGE = "https://api.shop.example/medusa/acquiring/pay";

const withOptions = (more: object): AcquiringOptions =>
  parseOptions({
    accounts: {
      main: { baseUrl: "https://gateway.example", merchantId: "1", accountId: "1", signingKeys: ["key-0123456789"] },
    },
    storefront: { origins: [SHOP] },
    notifyBaseUrl: "https://api.shop.example/medusa",
    ...more,
  });

test("the page's URL is below the server's public URL; without the page there is none", () => {
  expect(paymentPageUrl("acqlnk_1.1.mac", withOptions({}))).toBe(`${PAGE}/acqlnk_1.1.mac`);
  expect(paymentPageUrl("acqlnk_1.1.mac", withOptions({ paymentPage: { enabled: false } }))).toBeNull();
});

test.each([
  [`${PAGE}/acqlnk_1.1.mac?language=de`, true],
  [`${PAGE}/`, false],
  [`${PAGE}/../../app`, false],
  [`${PAGE}/a/b`, false],
  [`${PAGE}/a%2f..%2fapp`, false],
  ["https://api.shop.example/acquiring/pay/acqlnk_1.1.mac", false],
  ["http://api.shop.example/medusa/acquiring/pay/acqlnk_1.1.mac", false],
  ["https://api.shop.example.evil.test/medusa/acquiring/pay/acqlnk_1.1.mac", false],
  ["https://api.shop.example/app", false],
])("a customer returns to %s: %s", (address, isAllowed) => {
  expect(ownAddress(address, withOptions({})) !== null).toBe(isAllowed);
  expect(ownAddress(address, withOptions({ paymentPage: { enabled: false } }))).toBeNull();
});

test("our redirect pages are shown in a frame of the page only if the shop's options leave no other way", () => {
  expect(framingOrigins(withOptions({}))).toEqual([SHOP]);
  const framed = { checkout: { presentations: ["iframe"] } };
  expect(framingOrigins(withOptions(framed))).toEqual([SHOP, "https://api.shop.example"]);
  expect(framingOrigins(withOptions({ ...framed, paymentPage: { enabled: false } }))).toEqual([SHOP]);
});
