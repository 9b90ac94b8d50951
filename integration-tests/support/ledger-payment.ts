import { createCurrency, createMoney } from "../../src/gateway/money";
import type { NewPayment } from "../../src/modules/acquiring/pay-session";
import { cardInput } from "./shop";

/** A card payment as the store route would hand it to the ledger, for a session that Medusa need not have. */
export function ledgerPayment(name: string, minor: bigint, number: string): NewPayment {
  const money = createMoney(minor, createCurrency("EUR"));
  const card = cardInput(number);
  const unknown = { os: null, browser: null, language: null, timeZone: null, resolution: null, colorDepth: null };
  return {
    account: "main",
    providerId: "pp_acquiring-card_main",
    sessionId: `payses_${name}`,
    cartId: `cart_${name}`,
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
        ...unknown,
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
          number,
          expiryMonth: card.expiry_month ?? "",
          expiryYear: card.expiry_year ?? "",
          securityCode: card.security_code ?? "",
          firstName: card.holder_first_name ?? "",
          lastName: card.holder_last_name ?? "",
        },
      },
      notifyUrl: "http://localhost:1/acquiring/notify/main",
      returnUrl: "http://localhost:1/acquiring/return/x",
      cancelUrl: "http://localhost:1/acquiring/cancel/x",
    }),
  };
}
