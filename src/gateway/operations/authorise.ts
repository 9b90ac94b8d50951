import { readXml, scalar, children } from "../codec/xml";
import type { Money } from "../money";
import { toMajor } from "../money";
import type { GatewayAccount } from "../options";
import type { Address, AuthoriseRequest } from "../payment-request";
import { wireLengths } from "../profile";
import type { WireValues } from "../signing";
import { sign } from "../signing";
import { AuthoriseWire, resultFields } from "./authorise-fields";
import { toWire } from "./wire-money";

/**
 * Authorise (card): our request to the wire's fields, and the wire's XML to
 * named texts. Amounts are formatted once and signed as formatted. Free texts
 * are cut to the wire's lengths; an amount or an id never is.
 */
export const authorise = { path: "/v1/authorise", root: "respon" } as const;

/** The body, complete and signed. It holds the card number. */
export function authoriseBody(account: GatewayAccount, request: AuthoriseRequest): AuthoriseWire {
  const { profile } = account;
  const amount = toWire(request.money, profile.money);
  const { card, shopper, device } = request;
  const values = present({
    merchant_id: account.merchantId,
    account_id: account.accountId,
    order_no: request.orderNo,
    currency: request.money.currency,
    amount,
    ...breakdown(request, profile.money),
    [profile.fields.site]: request.site,
    items: itemList(request, profile.money),
    note: cut(request.note, wireLengths.note),
    custom: cut(request.custom, wireLengths.custom),
    shopper_id: cut(shopper.id, wireLengths.shopper_id),
    shopper_email: cut(shopper.email, wireLengths.email),
    shopper_ip: shopper.ip,
    shopper_phone: cut(shopper.phone, wireLengths.short),
    open3d: profile.threeDs.open3d,
    challenge_window_size: profile.threeDs.challengeWindowSize,
    token_flag: "NO",
    card: card.number,
    expiration_month: card.expiryMonth,
    expiration_year: card.expiryYear,
    security_code: card.securityCode,
    first_name: cut(card.firstName, wireLengths.name),
    last_name: cut(card.lastName, wireLengths.name),
    notify_url: request.notifyUrl,
    ...address(request.billing, "billing"),
    ...address(request.delivery, "delivery"),
    os: cut(device.os, wireLengths.short),
    browser: cut(device.browser, wireLengths.short),
    browser_lang: cut(device.language, wireLengths.short),
    time_zone: cut(device.timeZone, wireLengths.short),
    resolution: cut(device.resolution, wireLengths.short),
    color_depth: cut(device.colorDepth, wireLengths.short),
    accept: cut(device.accept, wireLengths.user_agent),
    user_agent: cut(device.userAgent, wireLengths.user_agent),
    device_type: cut(device.type, wireLengths.short),
    device_fingerprint: cut(device.fingerprint, wireLengths.user_agent),
    session_id: cut(device.sessionId, wireLengths.short),
    order_type: "WEB",
  });
  return AuthoriseWire.parse({
    ...values,
    ...riskArrays(request),
    encryption_data: sign(profile.signing, "authorise", values, account.signingKeys[0] ?? ""),
  });
}

/** A parsed answer: scalar elements by name, the risk reasons beside them. */
export interface AuthoriseAnswer {
  readonly values: WireValues;
  readonly riskReasons: readonly { readonly name: string; readonly status: string }[];
}

/** Throws `CodecError` for anything that is not exactly one well-formed result. */
export function readAuthoriseAnswer(body: Uint8Array): AuthoriseAnswer {
  const tree = readXml(body, authorise.root);
  const values = Object.fromEntries(
    resultFields.flatMap((name) => {
      const value = scalar(tree, name);
      return value === undefined ? [] : [[name, value] as const];
    }),
  );
  const riskReasons = children(tree, "risk_reasons").flatMap((node) => {
    const name = scalar(node, "name");
    return name === undefined ? [] : [{ name, status: scalar(node, "status") ?? "" }];
  });
  return { values, riskReasons };
}

type MoneyRules = GatewayAccount["profile"]["money"];

/** Sent only when the parts sum to the amount. */
function breakdown({ breakdown: parts, money }: AuthoriseRequest, rules: MoneyRules): Record<string, string> {
  if (!parts) return {};
  const plus =
    parts.items.minor + parts.shipping.minor + parts.handling.minor + parts.tax.minor + parts.insurance.minor;
  if (plus - parts.shippingDiscount.minor - parts.discount.minor !== money.minor) return {};
  const wire = (part: Money): string => toWire(part, rules);
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
    [plain(item.name), plain(item.productId), toWire(item.unitPrice, rules), String(item.quantity)].join("#,#"),
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

/**
 * Objects for the gateway's risk check. Their prices are JSON numbers on the
 * wire (interface, "Payment request"); they inform and never move money.
 */
function riskArrays({ items, money, accountOwner, discounts }: AuthoriseRequest): Record<string, unknown> {
  return {
    ...(items.length > 0 && {
      cart_items: items.map((item) => ({
        basic_item_data: {
          name: item.name,
          quantity: String(item.quantity),
          type: item.type,
          price: { amount_local_currency: jsonNumber(item.unitPrice), currency: money.currency },
          category: item.category,
          productId: item.productId,
        },
      })),
    }),
    ...(accountOwner && {
      account_owner: [
        {
          first_name: accountOwner.firstName,
          last_name: accountOwner.lastName,
          email: accountOwner.email,
          account_id: accountOwner.id,
          lastLogin_ip: accountOwner.lastLoginIp ?? "",
          registration_ip: "",
          created: accountOwner.createdAt,
          past_orders_count: accountOwner.pastOrdersCount,
          past_orders_sum: jsonNumber(accountOwner.pastOrdersSum),
        },
      ],
    }),
    ...(discounts.length > 0 && {
      total_discount: discounts.map(({ code, type }) => ({ coupon_code_used: code, discount_type: type })),
    }),
  };
}

/** The decimal text read as the JSON number it spells; only for the risk objects. */
const jsonNumber = (money: Money): number => {
  const value: unknown = JSON.parse(toMajor(money));
  return typeof value === "number" ? value : 0;
};

const cut = (value: string | null, length: number): string | null => {
  const trimmed = value?.trim();
  return trimmed ? trimmed.slice(0, length) : null;
};

/** Without the fields that have no value: an absent field and an empty one sign alike, but only one of them is noise. */
const present = (values: Readonly<Record<string, string | null>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(values).filter((pair): pair is [string, string] => pair[1] !== null && pair[1] !== ""),
  );
