import { createCurrency, createMoney } from "../../src/gateway/money";
import type { NewPayment } from "../../src/modules/acquiring/pay-session";

/** A card payment of 100.00 EUR, as the store route would build it. */
export const REQUESTED = 10_000n;

const DEVICE = {
  os: null,
  browser: null,
  language: null,
  timeZone: null,
  resolution: null,
  colorDepth: null,
  accept: null,
  userAgent: null,
  type: null,
  fingerprint: null,
  sessionId: null,
  challengeWindowSize: null,
};

export interface PaymentWish {
  readonly sessionId: string;
  readonly cartId: string;
  readonly card: string;
  readonly now: Date;
  /** The gateway's notifications go there. */
  readonly notifyUrl: string;
  /** How long, in ms, it waits for the shopper. */
  readonly waitsMs?: number;
}

const WAITS_FOR_SHOPPER_MS = 30 * 60_000;

export function cardPayment({
  sessionId,
  cartId,
  card,
  now,
  notifyUrl,
  waitsMs = WAITS_FOR_SHOPPER_MS,
}: PaymentWish): NewPayment {
  const money = createMoney(REQUESTED, createCurrency("EUR"));
  return {
    account: "main",
    providerId: "pp_acquiring-card_main",
    sessionId,
    cartId,
    customerId: null,
    hasAccount: false,
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
    keepCard: null,
    savedCardId: null,
    face: { mask: `${card.slice(0, 6)}******${card.slice(-4)}`, brand: "visa" },
    guard: () => Promise.resolve(),
    request: (orderNo) => ({
      orderNo,
      money,
      breakdown: null,
      items: [],
      site: "localhost",
      note: null,
      custom: null,
      shopper: { id: null, email: "ada@example.test", ip: null, phone: null },
      accountOwner: null,
      discounts: [],
      billing: null,
      delivery: null,
      device: DEVICE,
      instrument: {
        kind: "card",
        save: false,
        authentication: null,
        card: {
          number: card,
          expiryMonth: "12",
          expiryYear: "2039",
          securityCode: "123",
          firstName: "Ada",
          lastName: "Lovelace",
        },
      },
      notifyUrl,
      returnUrl: "http://localhost:1/acquiring/return/x",
      cancelUrl: "http://localhost:1/acquiring/cancel/x",
    }),
  };
}
