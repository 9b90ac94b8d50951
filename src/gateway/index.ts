/** The gateway layer's public surface. Vendor words end here. */
export { createGatewayClient } from "./client";
export { OptionsError } from "./errors";
export type { Fact, FactSource, PaymentFact, PaymentReading, RefundFact, RefundReading } from "./facts";
export type {
  CheckoutOutcome,
  GatewayClient,
  Handoffs,
  PaymentItem,
  Queries,
  QueryAnswer,
  RefundItem,
  Writes,
} from "./faces";
export { createCurrency, createMoney, fromMajor, MoneyError, toMajor } from "./money";
export type { CurrencyCode, Money } from "./money";
export { parseNotification } from "./notification";
export type { ParsedNotification } from "./notification";
export type { ParsedPayout } from "./payout-notification";
export { parseOptions } from "./options";
export type { AcquiringOptions, GatewayAccount } from "./options";
export { methodsFor, orderMethods, resolveMethods } from "./payment-methods";
export type { ResolvedMethod } from "./payment-methods";
export type { Handoff } from "./payment-request";
export type { GatewayProfile, GatewayProfileInput } from "./profile";
export { sign, verify } from "./signing";
export { isTokenRefused } from "./token-refusal";
