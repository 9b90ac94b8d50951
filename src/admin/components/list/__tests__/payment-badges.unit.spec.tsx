import i18next from "i18next";
import { renderToStaticMarkup } from "react-dom/server";
import { initReactI18next } from "react-i18next";
import resources from "../../../i18n";
import { ExpiryBadge, InstalmentsBadge } from "../payment-badges";

beforeAll(async () => {
  await i18next.createInstance().use(initReactI18next).init({ lng: "en", resources });
});

const inHours = (hours: number): string => new Date(Date.now() + hours * 3_600_000).toISOString();

test.each([
  [80, "3 days left"],
  [5.5, "5 hours left"],
  [-1, "May have expired"],
])("an authorisation that ends in %d hours shows %s, and its end as a title", (hours, text) => {
  const html = renderToStaticMarkup(<ExpiryBadge expiresAt={inHours(hours)} />);
  expect(html).toContain(text);
  expect(html).toContain('title="Authorised until ');
});

test.each([null, "soon"])("without a readable end (%j) there is no badge", (expiresAt) => {
  expect(renderToStaticMarkup(<ExpiryBadge expiresAt={expiresAt} />)).toBe("");
});

test("instalments are a number, and their amounts are read out", () => {
  const html = renderToStaticMarkup(<InstalmentsBadge name="Instalments" count={12} text="12 × €10.00" />);
  expect(html).toContain('<span aria-hidden="true">12 ×</span>');
  expect(html).toContain("Instalments: 12 × €10.00</span>");
});
