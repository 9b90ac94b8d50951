import { languages } from "../../../sdk/languages";
import { pageColors } from "../page-colors";
import { isWebAddress, messageMain, payableMain, paymentPageHtml } from "../payment-page";
import { paymentPageTexts } from "../payment-page-texts";

const ATTACK = `"'><script>alert(1)</script>`;
const ESCAPED = "&#34;&#39;&#62;&#60;script&#62;alert(1)&#60;/script&#62;";

const linkWith = (more: object) => ({
  state: "open" as const,
  amount: "10.00",
  currency: "EUR",
  description: null,
  language: null,
  smallest_part: null,
  order_number: "7",
  items: [],
  shop: { name: "Shop" },
  expires_at: "2026-12-10T12:00:00.000Z",
  ...more,
});

test("every value in the page is escaped", () => {
  const texts = paymentPageTexts(["en"]);
  const items = [
    { title: ATTACK, quantity: 1, thumbnail: `https://images.example/${ATTACK}` },
    { title: "Mug", quantity: 2, thumbnail: "javascript:alert(1)" },
  ];
  const main = payableMain({
    texts,
    link: linkWith({ items, order_number: ATTACK }),
    amount: ATTACK,
    description: ATTACK,
    config: { link: ATTACK },
  });
  const html = paymentPageHtml({
    ...{ texts, main, title: ATTACK, nonce: "n", files: "../", hasDarkMode: true, script: null },
    shop: { name: ATTACK, logo: `https://images.example/${ATTACK}` },
    colors: pageColors({ accent: "#1f4fd8", background: "#ffffff" }),
    style: { name: "pay.css", integrity: "sha384-x" },
  });
  expect(html).not.toContain("<script");
  expect(html).not.toContain("javascript:");
  expect(html.split(ESCAPED).length).toBeGreaterThan(7);
  expect(messageMain("plain", ATTACK)).toContain(ESCAPED);
});

test("every language of the SDK has the page's own texts, with their placeholder", () => {
  expect(Object.keys(languages)).toHaveLength(13);
  for (const language of Object.keys(languages)) {
    const texts = paymentPageTexts([language]);
    expect([texts.language, texts.until.includes("{date}")]).toEqual([language, true]);
  }
  expect(new Set(Object.keys(languages).map((each) => paymentPageTexts([each]).noScript)).size).toBe(13);
});

test.each([
  [["pt-BR"], "pt"],
  [[null, "xx, iw;q=0.8"], "he"],
  [["tr", "de"], "tr"],
  [[undefined, ""], "en"],
  [["__proto__"], "en"],
])("of %j it is in %s", (wanted, language) => {
  expect(paymentPageTexts(wanted).language).toBe(language);
});

test("the last day is written in the page's language", () => {
  const german = payableMain({
    texts: paymentPageTexts(["de"]),
    link: linkWith({}),
    amount: "10,00 €",
    description: null,
    config: {},
  });
  expect(german).toContain("Sie können bis zum 10. Dezember 2026 bezahlen.");
});

test.each([
  ["https://images.example:8443/1.png", true],
  ["http://[::1]/1.png", true],
  ["https://bücher.example/1.png", true],
  ["https://a;frame-ancestors/1.png", false],
  ["https://a,b/1.png", false],
  ["ftp://images.example/1.png", false],
  ["data:image/png;base64,AA==", false],
  ["1.png", false],
])("whether %s may stand in the page and its Content-Security-Policy: %s", (address, expected) => {
  expect(isWebAddress(address)).toBe(expected);
});
