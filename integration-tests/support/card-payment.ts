import type { Money } from "../../src/gateway/model/money";
import { createCurrency, createMoney } from "../../src/gateway/model/money";
import { EMPTY_DEVICE } from "../../src/gateway/model/empty-device";
import type { NewPayment } from "../../src/modules/acquiring/checkout/checkout-payment";
import { newOrderNo } from "../../src/modules/acquiring/checkout/checkout-payment";
import { CARDS, cardInput } from "./shop";

/** A card payment as the store route passes it to the ledger; Medusa need not have its session. */
export interface Wanted {
  /** Default `main`. */
  readonly account?: string;
  readonly card?: string;
  /** Default 100.00 EUR. */
  readonly money?: Money;
  readonly billingCountry?: string;
  /** Target of the gateway's notifications; default: none. */
  readonly notifyUrl?: string;
  readonly now?: Date;
  /** How long it waits for the customer, in ms. */
  readonly waitsMs?: number;
  /** For an order's balance, paid with a link; then without a cart. */
  readonly balance?: NonNullable<NewPayment["balance"]>;
}

/** Integer minor units. */
const REQUESTED = 10_000n;

const WAITS_FOR_SHOPPER_MS = 30 * 60_000;

export function cardPayment(sessionId: string, cartId: string | null, wanted: Wanted = {}): NewPayment {
  const { card: number = CARDS.approved, billingCountry, notifyUrl, now = new Date() } = wanted;
  const {
    account = "main",
    money = createMoney(REQUESTED, createCurrency("EUR")),
    waitsMs = WAITS_FOR_SHOPPER_MS,
  } = wanted;
  const card = cardInput(number);
  const orderNo = newOrderNo();
  return {
    account,
    providerId: `pp_acquiring-card_${account}`,
    sessionId,
    cartId,
    ...(wanted.balance && { balance: wanted.balance }),
    customerId: null,
    hasAccount: false,
    ...(billingCountry === undefined ? {} : { billingCountry }),
    money,
    mode: "card",
    method: null,
    redirect: {
      presentation: "page",
      returnTo: null,
      actionExpiresAt: new Date(now.getTime() + waitsMs),
      pendingExpiresAt: null,
      remindAt: null,
    },
    threeDs: { required: false, known: null },
    saveCard: null,
    savedCardId: null,
    maskedCard: { mask: `${number.slice(0, 6)}******${number.slice(-4)}`, brand: "visa" },
    orderNo,
    request: {
      orderNo,
      money,
      breakdown: null,
      items: [],
      site: "localhost",
      note: null,
      custom: null,
      customer: { id: null, email: "ada@example.test", ip: null, phone: null },
      accountOwner: null,
      discounts: [],
      billing: null,
      delivery: null,
      device: EMPTY_DEVICE,
      instrument: {
        kind: "card",
        save: false,
        authentication: null,
        card: {
          number,
          expiryMonth: card.expiry_month ?? "",
          expiryYear: card.expiry_year ?? "",
          securityCode: card.security_code ?? "",
          firstName: card.holder_first_name ?? "",
          lastName: card.holder_last_name ?? "",
        },
      },
      notifyUrl: notifyUrl ?? `http://localhost:1/acquiring/notify/${account}`,
      returnUrl: "http://localhost:1/acquiring/return/x",
      cancelUrl: "http://localhost:1/acquiring/cancel/x",
    },
  };
}
