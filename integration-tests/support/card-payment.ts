import type { Money } from "../../src/gateway/money";
import { createCurrency, createMoney } from "../../src/gateway/money";
import type { NewPayment } from "../../src/modules/acquiring/pay-session";

interface Wanted {
  readonly card?: string;
  readonly money?: Money;
}

/** A payment as the store route would build it; of 100.00 EUR with an approved test card when nothing else is wanted. */
export function cardPayment(
  sessionId: string,
  cartId: string,
  { card = "4111111111111111", money = createMoney(10_000n, createCurrency("EUR")) }: Wanted = {},
): NewPayment {
  const device = { os: null, browser: null, language: null, timeZone: null, resolution: null, colorDepth: null };
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
      actionExpiresAt: new Date(Date.now() + 1_800_000),
      pendingExpiresAt: null,
      remindAt: null,
    },
    threeDs: { required: false, known: null },
    keepCard: null,
    savedCardId: null,
    face: { mask: "411111******1111", brand: "visa" },
    guard: async () => undefined,
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
      device: {
        ...device,
        accept: null,
        userAgent: null,
        type: null,
        fingerprint: null,
        sessionId: null,
        challengeWindowSize: null,
      },
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
      notifyUrl: "http://localhost:1/acquiring/notify/main",
      returnUrl: "http://localhost:1/acquiring/return/x",
      cancelUrl: "http://localhost:1/acquiring/cancel/x",
    }),
  };
}
