import { maskedCardOf } from "../../../gateway/reading/masked-card";
import { createOrderNo } from "../../../gateway/model/ids";
import { createCurrency, createMoney } from "../../../gateway/model/money";
import { EMPTY_DEVICE } from "../../../gateway/model/empty-device";
import type { GatewayAccount } from "../../../gateway/model/account";
import type { AuthoriseRequest } from "../../../gateway/model/payment-request";
import type { NewAttempt } from "../ledger/new-attempt";
import type { SignedTokens } from "../checkout/signed-tokens";

export interface SandboxAttempt {
  readonly account: GatewayAccount;
  readonly orderNo: string;
  readonly cardNumber: string;
}

interface TestDependencies {
  readonly now: () => Date;
  readonly tokens: SignedTokens;
  readonly site: string;
}

/** 1.00: every account accepts euros in a test. */
const TEST_MONEY = createMoney(100n, createCurrency("EUR"));
export const TEST_CARD = "4111111111111111";
const NAME = { firstName: "Test", lastName: "Payment" };
const DAY_MS = 86_400_000;
const EXPIRES_MS = 60_000;

export function sandboxAttempt(
  { now }: TestDependencies,
  { account, orderNo, cardNumber }: SandboxAttempt,
): NewAttempt {
  return {
    account: account.key,
    providerId: `pp_acquiring-card_${account.key}`,
    sessionId: orderNo,
    cartId: null,
    customerId: null,
    hasAccount: false,
    orderNo: createOrderNo(orderNo),
    money: TEST_MONEY,
    mode: "card",
    method: null,
    maskedCard: maskedCardOf(cardNumber),
    redirect: {
      presentation: "page",
      returnTo: null,
      actionExpiresAt: new Date(now().getTime() + EXPIRES_MS),
      pendingExpiresAt: null,
      remindAt: null,
    },
    threeDs: { required: false, known: null },
    saveCard: null,
    savedCardId: null,
  };
}

export function sandboxRequest(
  { now, tokens, site }: TestDependencies,
  { account, orderNo, cardNumber }: SandboxAttempt,
): AuthoriseRequest {
  const expires = new Date(now().getTime() + 730 * DAY_MS).getUTCFullYear();
  const card = { number: cardNumber, expiryMonth: "12", expiryYear: String(expires), securityCode: "123", ...NAME };
  return {
    orderNo: createOrderNo(orderNo),
    money: TEST_MONEY,
    breakdown: null,
    items: [],
    site,
    note: "Test payment",
    custom: null,
    customer: { id: null, email: `test@${site.replace(/:\d+$/, "")}`, ip: null, phone: null },
    accountOwner: null,
    discounts: [],
    billing: null,
    delivery: null,
    device: EMPTY_DEVICE,
    instrument: { kind: "card", save: false, authentication: null, card },
    ...tokens.addresses(account.key, orderNo),
  };
}
