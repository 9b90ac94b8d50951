/**
 * HTTP API of the dashboard, under `/admin/acquiring`. Amounts are decimal strings in major units with the currency's
 * own decimals (`"30.00"`), never numbers; times are ISO 8601 in UTC. Texts from the gateway are untrusted: show them
 * as text. Errors have Medusa's shape: `{ type, message }`.
 */
export * from "./access";
export * from "./action";
export * from "./attention";
export * from "./payouts/beneficiary";
export * from "./bulk";
export * from "./capture-policy";
export * from "./disputes/dispute";
export * from "./health";
export * from "./list";
export * from "./overview";
export * from "./payment";
export * from "./payment-link";
export * from "./payouts/payout";
export * from "./payouts/payout-setup";
export * from "./payouts/payout-whole";
export * from "./plan";
export * from "./privacy";
export * from "./refund-proposal";
export * from "./review";
export * from "./staff-notification";
export * from "./subscription";
export * from "./surplus";
