import type {
  Action,
  ActionResult,
  AdminAccess,
  AdminOrderPayments,
  AdminPayment,
  AmountAction,
  AttentionPage,
  BulkCapture,
  BulkRun,
  DecideAction,
  Dismissal,
  Health,
  PaymentPage,
  RefundAction,
  ReplayAction,
  ReviewCase,
  ReviewPage,
  TestPayment,
  TestPaymentResult,
  ReviewDecisionResult,
  ReviewDecisions,
} from "../../api-schema/admin";
import { read, save, send } from "./client";

const ROOT = "/admin/acquiring";
const of = (id: string, act = ""): string => `${ROOT}/payments/${encodeURIComponent(id)}${act}`;

export const fetchAccess = (signal?: AbortSignal) => read<AdminAccess>(`${ROOT}/access`, signal);

export const fetchOrderPayments = (orderId: string, signal?: AbortSignal) =>
  read<AdminOrderPayments>(`${ROOT}/orders/${encodeURIComponent(orderId)}/payments`, signal);

export const fetchPayment = (id: string, signal?: AbortSignal) => read<{ payment: AdminPayment }>(of(id), signal);

export const capturePayment = (id: string, body: AmountAction) => send<ActionResult>(of(id, "/capture"), body);
export const voidPayment = (id: string, body: Action) => send<ActionResult>(of(id, "/void"), body);
export const refundPayment = (id: string, body: RefundAction) => send<ActionResult>(of(id, "/refund"), body);
export const queryPayment = (id: string) => send<ActionResult>(of(id, "/query"), {});
export const replayNotification = (id: string, body: ReplayAction) => send<ActionResult>(of(id, "/replay"), body);
export const decideOperation = (id: string, body: DecideAction) => send<ActionResult>(of(id, "/decide"), body);

export const sendReviewDecisions = (body: ReviewDecisions) =>
  send<{ results: ReviewDecisionResult[] }>(`${ROOT}/reviews`, body);

export interface RefundReason {
  readonly id: string;
  readonly label: string;
}

export const fetchRefundReasons = (signal?: AbortSignal) =>
  read<{ refund_reasons: RefundReason[] }>("/admin/refund-reasons?limit=50", signal);

export interface OrderLines {
  readonly items: readonly {
    id: string;
    title: string;
    variant_title: string | null;
    quantity: number;
    total: number;
  }[];
  readonly shipping_methods: readonly { id: string; name: string; total: number }[];
}

export const fetchOrderLines = (orderId: string, signal?: AbortSignal) =>
  read<{ order: OrderLines }>(`/admin/orders/${encodeURIComponent(orderId)}`, signal);

/** `filters`: named as in the API schema and in the page's URL. */
export const fetchPayments = (filters: URLSearchParams, signal?: AbortSignal) =>
  read<PaymentPage>(`${ROOT}/payments?${filters.toString()}`, signal);

export const exportPayments = (filters: URLSearchParams) =>
  save(`${ROOT}/payments/export?${filters.toString()}`, "payments.csv");

const RUNS = `${ROOT}/bulk-captures`;

export const startBulk = (body: BulkCapture) => send<BulkRun>(RUNS, body);
export const fetchRuns = (signal?: AbortSignal) => read<{ runs: BulkRun[] }>(RUNS, signal);

/** The results after the first `known`. */
export const fetchRun = (id: string, known: number, signal?: AbortSignal) =>
  read<BulkRun>(`${RUNS}/${encodeURIComponent(id)}?after=${String(known)}`, signal);

export const fetchReviews = (page: URLSearchParams, signal?: AbortSignal) =>
  read<ReviewPage>(`${ROOT}/reviews?${page.toString()}`, signal);

export const fetchReview = (paymentId: string, signal?: AbortSignal) =>
  read<ReviewCase>(`${ROOT}/reviews/${encodeURIComponent(paymentId)}`, signal);

export const fetchAttention = (filters: URLSearchParams, signal?: AbortSignal) =>
  read<AttentionPage>(`${ROOT}/attention?${filters.toString()}`, signal);

export const fetchOpenCount = (signal?: AbortSignal) => read<{ open: number }>(`${ROOT}/attention/count`, signal);

export const dismissItem = (id: string, body: Dismissal) =>
  send<unknown>(`${ROOT}/attention/${encodeURIComponent(id)}/dismiss`, body);

export const fetchHealth = (filters: URLSearchParams, signal?: AbortSignal) =>
  read<Health>(`${ROOT}/health?${filters.toString()}`, signal);

export const sendTestPayment = (body: TestPayment) => send<TestPaymentResult>(`${ROOT}/health/test-payment`, body);
