import type {
  AdminPlan,
  AdminSubscription,
  PlanInput,
  PlanList,
  PlanRemoved,
  PaymentLinkResult,
  RenewalPayment,
  SubscriptionAnswer,
  SubscriptionCancel,
  SubscriptionOrder,
  SubscriptionPage,
} from "../../../api-schema/admin";
import { putJson, read, removeAt, send } from "../client";

const SUBSCRIPTIONS = "/admin/acquiring/subscriptions";
const PLANS = "/admin/acquiring/plans";
const of = (id: string, act = ""): string => `${SUBSCRIPTIONS}/${encodeURIComponent(id)}${act}`;

export const fetchSubscriptions = (filters: URLSearchParams, signal?: AbortSignal) =>
  read<SubscriptionPage>(`${SUBSCRIPTIONS}?${filters.toString()}`, signal);

export const fetchSubscription = (id: string, signal?: AbortSignal) =>
  read<{ subscription: AdminSubscription }>(of(id), signal);

export const cancelSubscription = (id: string, body: SubscriptionCancel) =>
  send<SubscriptionAnswer>(of(id, "/cancel"), body);

export const checkSubscription = (id: string) => send<SubscriptionAnswer>(of(id, "/check"), {});

export const orderCharge = (id: string, body: SubscriptionOrder) => send<SubscriptionAnswer>(of(id, "/order"), body);

export const payCharge = (id: string, body: RenewalPayment) => send<PaymentLinkResult>(of(id, "/payment-link"), body);

export const fetchPlans = (productId: string, signal?: AbortSignal) =>
  read<PlanList>(`${PLANS}?product_id=${encodeURIComponent(productId)}`, signal);

export const savePlan = (variantId: string, body: PlanInput) =>
  putJson<AdminPlan>(`${PLANS}/${encodeURIComponent(variantId)}`, body);

export const removePlan = (variantId: string) => removeAt<PlanRemoved>(`${PLANS}/${encodeURIComponent(variantId)}`);
