import { z } from "@medusajs/framework/zod";
import type { Permission } from "./access";
import { AdminAccess } from "./access";
import { Action, ActionResult, AmountAction, DecideAction, QueryAction, RefundAction, ReplayAction } from "./action";
import { CapturePolicyChange, CapturePolicyPage } from "./capture-policy";
import { AttentionFilters, AttentionPage, Dismissal } from "./attention";
import { BulkCapture, BulkQuery, BulkRun } from "./bulk";
import { disputeRoutes } from "./disputes/dispute-routes";
import { Health, HealthFilters, TestPayment, TestPaymentResult } from "./health";
import { PaymentFilters, PaymentPage } from "./list";
import { Overview, OverviewFilters } from "./overview";
import { AdminOrderPayments, AdminPayment } from "./payment";
import {
  LinkMethodFilters,
  LinkMethods,
  OrderPaymentLinks,
  PaymentLinkResult,
  PaymentLinkRevocation,
  PaymentLinkSending,
  PaymentLinkTerms,
  PaymentRequest,
} from "./payment-link";
import { payoutRoutes } from "./payouts/payout-routes";
import { LegalHold, LegalHoldRequest, PersonAnswer, PersonRequest, PrivacyPage } from "./privacy";
import { AdminPlan, PlanFilters, PlanInput, PlanList, PlanRemoved } from "./plan";
import {
  AdminSubscription,
  RenewalPayment,
  SubscriptionAnswer,
  SubscriptionCancel,
  SubscriptionCheck,
  SubscriptionFilters,
  SubscriptionOrder,
  SubscriptionPage,
} from "./subscription";
import { ProposedRefund, RefundDismissal, RefundProposal, RestockingFee } from "./refund-proposal";
import { Surplus, SurplusRefund, SurplusResult } from "./surplus";
import type { AdminRoute } from "./route";
import { get, post, put, remove } from "./route";
import {
  NotificationPage,
  NotificationSettingsChange,
  NotificationTest,
  NotificationTestResult,
} from "./staff-notification";
import { ReviewCase, ReviewFilters, ReviewPage, ReviewDecisionResult, ReviewDecisions } from "./review";

/** All dashboard routes. The OpenAPI document is generated from this table; tests compare it with the route files. */
export const AdminPaymentAnswer = z.object({ payment: AdminPayment });
export const AttentionCount = z.object({ open: z.number().int() });
export const DismissedItem = z.object({ id: z.string() });
export const BulkRuns = z.object({ runs: z.array(BulkRun) });
export const AdminSubscriptionAnswer = z.object({ subscription: AdminSubscription });
export const ReviewDecisionResults = z.object({ results: z.array(ReviewDecisionResult) });

const action = (name: string, permission: Permission, body: z.ZodType, does: string): AdminRoute =>
  post(`/payments/:id/${name}`, { permission, body, does, answer: ActionResult });

export const adminRoutes: readonly AdminRoute[] = [
  get("/access", { permission: null, does: "The user's permissions.", answer: AdminAccess }),
  get("/orders/:id/payments", {
    permission: "read",
    does: "All payment attempts of the order, newest first.",
    answer: AdminOrderPayments,
  }),
  get("/orders/:id/payment-links", {
    permission: "read",
    does: "What the order owes, and its payment links.",
    answer: OrderPaymentLinks,
  }),
  post("/orders/:id/payment-links", {
    permission: "collect",
    does: "Creates a payment link for what the order owes, or returns the one that is open.",
    body: PaymentLinkTerms,
    answer: PaymentLinkResult,
  }),
  get("/orders/:id/surplus", {
    permission: "read",
    does: "What was captured for the order beyond its total, and the refunds that return it.",
    answer: Surplus,
  }),
  post("/orders/:id/surplus", {
    permission: "refund",
    does: "Makes the refunds of the plan that was shown; refused if it changed.",
    body: SurplusRefund,
    answer: SurplusResult,
  }),
  get("/orders/:id/refund-proposal", {
    permission: "read",
    does: "What returns, claims, exchanges and edits left to refund for the order, and why.",
    answer: RefundProposal,
  }),
  post("/orders/:id/refund-proposal", {
    permission: "refund",
    does: "Makes the refunds of the plan that was shown, with the refund reason of its causes; refused if it changed.",
    body: ProposedRefund,
    answer: SurplusResult,
  }),
  post("/orders/:id/restocking-fee", {
    permission: "refund",
    does: "Keeps a part of the proposed refund: raises the order's total by it.",
    body: RestockingFee,
    answer: RefundProposal,
  }),
  post("/orders/:id/dismiss-refund", {
    permission: "refund",
    does: "Hides the proposed refund until its amount changes.",
    body: RefundDismissal,
    answer: RefundProposal,
  }),
  get("/link-methods", {
    permission: "read",
    does: "The payment methods that a payment link in a currency can be restricted to.",
    query: LinkMethodFilters,
    answer: LinkMethods,
  }),
  post("/payment-links/:id/renew", {
    permission: "collect",
    does: "Gives a payment link a new token and a new expiry; the earlier token stops working.",
    body: PaymentLinkTerms,
    answer: PaymentLinkResult,
  }),
  post("/payment-links/:id/send", {
    permission: "collect",
    does: "Sends a payment link to the order's email address with Medusa's Notification module, at most once a minute.",
    body: PaymentLinkSending,
    answer: PaymentLinkResult,
  }),
  post("/payment-requests", {
    permission: "collect",
    does: "Creates a draft order for an amount, and its payment link.",
    body: PaymentRequest,
    answer: PaymentLinkResult,
  }),
  post("/payment-links/:id/revoke", {
    permission: "collect",
    does: "Ends a payment link; a payment that has been started is not stopped.",
    body: PaymentLinkRevocation,
    answer: PaymentLinkResult,
  }),
  get("/payments", {
    permission: "read",
    does: "Payments by filter, a page at a time.",
    query: PaymentFilters,
    answer: PaymentPage,
  }),
  get("/payments/export", {
    permission: "export",
    does: "All payments of the filter as a CSV file.",
    query: PaymentFilters,
    answer: "csv",
  }),
  get("/overview", {
    permission: "read",
    does: "Payment performance of a period, by day, account, method and decline code, with the period before.",
    query: OverviewFilters,
    answer: Overview,
  }),
  get("/overview/export", {
    permission: "export",
    does: "The overview as CSV: a line for each day, account, currency and method.",
    query: OverviewFilters,
    answer: "csv",
  }),
  get("/payments/:id", { permission: "read", does: "One payment, whole.", answer: AdminPaymentAnswer }),
  action("capture", "capture", AmountAction, "Captures, in full or in part."),
  action("void", "void", Action, "Voids the whole authorisation; the order stays unchanged."),
  action("refund", "refund", RefundAction, "Refunds, in full or in part."),
  action("query", "resolve", QueryAction, "Queries the gateway now."),
  action("replay", "resolve", ReplayAction, "Processes a stored notification again."),
  action("decide", "resolve", DecideAction, "Resolves an operation whose outcome is unknown and cannot be queried."),
  get("/bulk-captures", {
    permission: "read",
    does: "The newest ten bulk captures, without results.",
    answer: BulkRuns,
  }),
  post("/bulk-captures", {
    permission: "capture",
    does: "Starts capturing many payments in full; continues after the answer.",
    body: BulkCapture,
    status: 202,
    answer: BulkRun,
  }),
  get("/bulk-captures/:id", {
    permission: "read",
    does: "A bulk capture, with the results after a number.",
    query: BulkQuery,
    answer: BulkRun,
  }),
  get("/capture-policy", {
    permission: "read",
    does: "The capture policy, what its rules can name, its earlier versions, and what it did in the last 30 days.",
    answer: CapturePolicyPage,
  }),
  post("/capture-policy", {
    permission: "configure",
    does: "Saves the next version of the capture policy; 409 `policy_changed` if another one was saved meanwhile.",
    body: CapturePolicyChange,
    answer: CapturePolicyPage,
  }),
  get("/notifications", {
    permission: "read",
    does: "Who in the store is told of what, and the messages sent last.",
    answer: NotificationPage,
  }),
  post("/notifications", {
    permission: "configure",
    does: "Saves who is told of what; 409 `notifications_changed` if somebody else saved meanwhile.",
    body: NotificationSettingsChange,
    answer: NotificationPage,
  }),
  post("/notifications/test-message", {
    permission: "configure",
    does: "Sends an example to a saved role, or by the dashboard's bell.",
    body: NotificationTest,
    answer: NotificationTestResult,
  }),
  get("/privacy", {
    permission: "privacy",
    does: "The legal holds, and what retention would remove now.",
    answer: PrivacyPage,
  }),
  post("/privacy/people", {
    permission: "privacy",
    does: "Counts, exports or erases what is stored of a person, who is in the body so that no access log has them; 400 with the reasons if the data are still needed.",
    body: PersonRequest,
    answer: PersonAnswer,
  }),
  post("/privacy/holds", {
    permission: "privacy",
    does: "Places or releases a legal hold.",
    body: LegalHoldRequest,
    answer: LegalHold,
  }),
  get("/attention", {
    permission: "read",
    does: "The attention queue.",
    query: AttentionFilters,
    answer: AttentionPage,
  }),
  get("/attention/count", { permission: "read", does: "Number of open items.", answer: AttentionCount }),
  post("/attention/:id/dismiss", {
    permission: "resolve",
    does: "Closes an item with a note.",
    body: Dismissal,
    answer: DismissedItem,
  }),
  get("/reviews", {
    permission: "read",
    does: "Held payments, oldest first.",
    query: ReviewFilters,
    answer: ReviewPage,
  }),
  get("/reviews/:id", {
    permission: "read",
    does: "A held payment with its customer's history.",
    answer: ReviewCase,
  }),
  post("/reviews", {
    permission: "review",
    does: "Approves or rejects up to a hundred held payments.",
    body: ReviewDecisions,
    answer: ReviewDecisionResults,
  }),
  get("/plans", {
    permission: "read",
    does: "The plans of a product's variants.",
    query: PlanFilters,
    answer: PlanList,
  }),
  put("/plans/:variant_id", {
    permission: "subscribe",
    does: "Creates or changes a variant's plan; existing subscriptions keep their terms. 409 `plan_changed` if it is no longer the one of `updated_at`.",
    body: PlanInput,
    answer: AdminPlan,
  }),
  remove("/plans/:variant_id", {
    permission: "subscribe",
    does: "Removes a variant's plan; existing subscriptions continue.",
    answer: PlanRemoved,
  }),
  get("/subscriptions", {
    permission: "read",
    does: "Subscriptions by filter, a page at a time.",
    query: SubscriptionFilters,
    answer: SubscriptionPage,
  }),
  get("/subscriptions/:id", { permission: "read", does: "One subscription, whole.", answer: AdminSubscriptionAnswer }),
  post("/subscriptions/:id/cancel", {
    permission: "unsubscribe",
    does: "Cancels it at the gateway; a charge already prepared may still be made.",
    body: SubscriptionCancel,
    answer: SubscriptionAnswer,
  }),
  post("/subscriptions/:id/check", {
    permission: "resolve",
    does: "Queries the gateway about it now.",
    body: SubscriptionCheck,
    answer: SubscriptionAnswer,
  }),
  post("/subscriptions/:id/order", {
    permission: "unsubscribe",
    does: "Creates the missing order of a charge.",
    body: SubscriptionOrder,
    answer: SubscriptionAnswer,
  }),
  post("/subscriptions/:id/payment-link", {
    permission: "collect",
    does: "Creates a draft order for a declined charge, and its payment link, or returns the open one.",
    body: RenewalPayment,
    answer: PaymentLinkResult,
  }),
  get("/health", {
    permission: "operate",
    does: "Health of each account, and the configuration without secrets.",
    query: HealthFilters,
    answer: Health,
  }),
  post("/health/test-payment", {
    permission: "operate",
    does: "Authorises and voids a payment at a sandbox account.",
    body: TestPayment,
    answer: TestPaymentResult,
  }),
  ...disputeRoutes,
  ...payoutRoutes,
];
