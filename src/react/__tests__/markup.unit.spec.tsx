import { renderToStaticMarkup } from "react-dom/server";
import { AcquiringError, createAcquiring, english } from "../../sdk";
import type { PaymentMethod } from "../../sdk";
import { CardFields } from "../fields/card-fields";
import { ChoiceList } from "../parts/choice-list";
import type { PaymentOption } from "../payment/payment-options";
import { PaymentElement } from "../payment/payment-element";
import { PaymentInstructions } from "../payment/payment-instructions";
import { RetryPanel } from "../payment/retry-panel";
import { Surface } from "../parts/surface";
import type { CardDraftControl } from "../fields/use-card-draft";

/** Server-side rendering, and the markup that password managers and screen readers rely on. */
const texts = english;
const acquiringIn = (direction: "ltr" | "rtl") =>
  createAcquiring({
    backendUrl: "https://api.shop.test",
    publishableKey: "pk",
    texts: { ...texts, direction, language: direction === "rtl" ? "ar" : "en" },
  });
const nothing = (): void => undefined;
const card: CardDraftControl = {
  draft: { number: "4111 1111", expiry: "", securityCode: "", name: "" },
  errors: { expiry: "Enter the expiry." },
  change: nothing,
  leave: nothing,
  check: () => false,
  reject: nothing,
  clearCode: nothing,
  clear: nothing,
};
const fields = (canSave: boolean): string =>
  renderToStaticMarkup(
    <Surface acquiring={acquiringIn("ltr")} title={() => "Pay"}>
      <CardFields card={card} canSave={canSave} isSaved={false} onSave={nothing} />
    </Surface>,
  );

test.each(["cc-number", "cc-exp", "cc-csc", "cc-name"])("there is a field for %s", (name) => {
  expect(fields(false).split(`autoComplete="${name}"`)).toHaveLength(2);
});

test("every input has a label, and numeric inputs the numeric keyboard", () => {
  const html = fields(true);
  const labelled = [...html.matchAll(/<label class="acq-label" for="([^"]+)"/g)].map(([, id]) => id);
  expect(labelled).toHaveLength(4);
  for (const id of labelled) expect(html).toContain(`id="${id ?? ""}"`);
  expect(html.split('inputMode="numeric"')).toHaveLength(4);
});

test("an invalid field is marked and described by its error only", () => {
  const html = fields(false);
  expect(html.split('aria-invalid="true"')).toHaveLength(2);
  const described = /aria-describedby="([^"]+)"/.exec(html)?.[1] ?? "";
  expect(html).toContain(`id="${described}" aria-live="polite">Enter the expiry.`);
});

test("the checkbox for saving a card is shown only if cards can be saved", () => {
  expect(fields(true)).toContain('type="checkbox"');
  expect(fields(false)).not.toContain('type="checkbox"');
});

test("the brand is shown as text, without a logo", () => {
  expect(fields(false)).toContain('<span class="acq-brand">Visa</span>');
  expect(fields(false)).not.toContain("<text");
});

test.each(["ltr", "rtl"] as const)(
  "a server renders the loading state in the direction %s, and sends no request",
  (direction) => {
    const html = renderToStaticMarkup(
      <PaymentElement
        acquiring={acquiringIn(direction)}
        cartId="cart_1"
        onComplete={nothing}
        headingLevel={3}
        heading="Pay"
      />,
    );
    expect(html).toContain(`dir="${direction}"`);
    expect(html).toContain(`lang="${direction === "rtl" ? "ar" : "en"}"`);
    expect(html).toContain('<h3 class="acq-heading">Pay</h3>');
    expect(html).toContain('aria-busy="true"');
  },
);

test("a list that could not be loaded shows no text about a payment; a failed payment request does", () => {
  const said = (code: "not_loaded" | "network"): string =>
    renderToStaticMarkup(
      <RetryPanel error={new AcquiringError(code, { texts })} acquiring={acquiringIn("ltr")} onRetry={nothing} />,
    );
  expect(said("not_loaded")).toContain(texts.errors.not_loaded);
  expect(said("network")).toContain(texts.errors.network);
});

test("a confirmation page shows no payment instructions before they are loaded", () => {
  expect(renderToStaticMarkup(<PaymentInstructions acquiring={acquiringIn("ltr")} orderId="order_1" />)).toBe("");
});

test("the card form and the gateway's card page have different names, in English too", () => {
  const base = { provider_id: "pp", name: "Card", icon: null, code: null, pays_later: false, banks: [], fields: [] };
  const form: PaymentMethod = { ...base, id: "card", mode: "card", presentations: [] };
  const page: PaymentMethod = { ...base, id: "checkout", mode: "checkout", presentations: ["page"] };
  const [first, second] = [form, page].map((method): PaymentOption => ({
    kind: "method",
    key: method.id,
    providerId: "pp",
    method,
  }));
  if (first === undefined || second === undefined) throw new Error("Two choices are needed.");
  const html = renderToStaticMarkup(
    <Surface acquiring={acquiringIn("ltr")} title={() => "Pay"}>
      <ChoiceList choices={[first, second]} chosen={first} onChoose={nothing} names={{}}>
        {null}
      </ChoiceList>
    </Surface>,
  );
  expect(html).toContain(">Card<");
  expect(html).toContain(">Card (on the payment provider&#x27;s page)<");
});
