import type { Money } from "../model/money";
import { toWireAmount } from "./wire-money";
import type { GatewayAccount } from "../model/account";
import type { Address, AuthoriseRequest, Device } from "../model/payment-request";
import { wireLengths } from "../model/profile";

export type WireTexts = Readonly<Record<string, string | null>>;

/**
 * The text fields common to all payment requests: a field here is sent for cards and saved cards, and also by the hosted
 * page and for alternative methods. A field of cards alone belongs in `cardFields` or `tokenFields` (`authorise.ts`).
 * The signed fields are listed in `signing/signing.ts`. Amounts are formatted once and signed as formatted. Free texts
 * are cut to the lengths of the gateway's interface; an amount or an ID never is.
 */
export function paymentFields(account: GatewayAccount, request: AuthoriseRequest): WireTexts {
  const { profile } = account;
  const { customer } = request;
  return {
    merchant_id: account.merchantId,
    account_id: account.accountId,
    order_no: request.orderNo,
    currency: request.money.currency,
    amount: toWireAmount(request.money, profile.money),
    ...breakdown(request, profile.money),
    [profile.fields.site]: request.site,
    items: itemList(request, profile.money),
    note: cut(request.note, wireLengths.note),
    custom: cut(request.custom, wireLengths.custom),
    shopper_id: cut(customer.id, wireLengths.shopper_id),
    shopper_email: cut(customer.email, wireLengths.email),
    shopper_ip: customer.ip,
    shopper_phone: cut(customer.phone, wireLengths.short),
    notify_url: request.notifyUrl,
    ...address(request.billing, "billing"),
    ...address(request.delivery, "delivery"),
    ...deviceFields(request.device),
    installments: request.instalments?.count ?? null,
    installments_id: request.instalments?.plan ?? null,
    [profile.fields.riskCookie]: cut(request.device.riskCookie ?? null, wireLengths.user_agent),
    order_type: "WEB",
  };
}

export const threeDsFields = ({ profile }: GatewayAccount, { device }: AuthoriseRequest): WireTexts => ({
  open3d: profile.threeDs.open3d,
  challenge_window_size: device.challengeWindowSize ?? profile.threeDs.challengeWindowSize,
});

/** The payer's name where no card carries one. */
export function payerName({ billing, delivery }: AuthoriseRequest): WireTexts {
  const payer = billing ?? delivery;
  return {
    first_name: cut(payer?.firstName ?? null, wireLengths.name),
    last_name: cut(payer?.lastName ?? null, wireLengths.name),
  };
}

export const cut = (value: string | null, length: number): string | null => {
  const trimmed = value?.trim();
  return trimmed ? trimmed.slice(0, length) : null;
};

/** Without empty fields: a missing and an empty field sign alike. */
export const present = (values: WireTexts): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== ""),
  );

type MoneyRules = GatewayAccount["profile"]["money"];

/** Sent only when the parts sum to the amount. */
function breakdown({ breakdown: parts, money }: AuthoriseRequest, rules: MoneyRules): Record<string, string> {
  if (!parts) return {};
  const plus =
    parts.items.minor + parts.shipping.minor + parts.handling.minor + parts.tax.minor + parts.insurance.minor;
  if (plus - parts.shippingDiscount.minor - parts.discount.minor !== money.minor) return {};
  const wire = (part: Money): string => toWireAmount(part, rules);
  return {
    item_total: wire(parts.items),
    shipping: wire(parts.shipping),
    handling: wire(parts.handling),
    tax_total: wire(parts.tax),
    insurance: wire(parts.insurance),
    shipping_discount: wire(parts.shippingDiscount),
    discount: wire(parts.discount),
  };
}

/** name, product id, unit price, quantity, joined by the wire's separators, which are removed from the texts. */
function itemList({ items }: AuthoriseRequest, rules: MoneyRules): string | null {
  const plain = (text: string): string => text.replaceAll("#,#", " ").replaceAll("#;#", " ");
  const all = items.map((item) =>
    [plain(item.name), plain(item.productId), toWireAmount(item.unitPrice, rules), String(item.quantity)].join("#,#"),
  );
  let list = "";
  for (const item of all) {
    const longer = list === "" ? item : `${list}#;#${item}`;
    if (longer.length > wireLengths.items) break;
    list = longer;
  }
  return list === "" ? null : list;
}

function address(value: Address | null, kind: "billing" | "delivery"): Record<string, string | null> {
  if (!value) return {};
  const shared = {
    [`${kind}_country`]: value.country,
    [`${kind}_state`]: cut(value.state, wireLengths.short),
    [`${kind}_city`]: cut(value.city, wireLengths.short),
    [`${kind}_address`]: cut(value.address, wireLengths.address),
    [`${kind}_postal_code`]: cut(value.postalCode, wireLengths.short),
  };
  if (kind === "billing") return shared;
  return {
    ...shared,
    delivery_firstname: cut(value.firstName, wireLengths.name),
    delivery_lastname: cut(value.lastName, wireLengths.name),
  };
}

function deviceFields(device: Device): WireTexts {
  const { short, user_agent: long } = wireLengths;
  return {
    os: cut(device.os, short),
    browser: cut(device.browser, short),
    browser_lang: cut(device.language, short),
    time_zone: cut(device.timeZone, short),
    resolution: cut(device.resolution, short),
    color_depth: cut(device.colorDepth, short),
    accept: cut(device.accept, long),
    user_agent: cut(device.userAgent, long),
    device_type: cut(device.type, short),
    device_fingerprint: cut(device.fingerprint, long),
    session_id: cut(device.sessionId, short),
  };
}
