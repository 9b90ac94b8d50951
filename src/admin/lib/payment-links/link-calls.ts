import type {
  LinkMethods,
  OrderPaymentLinks,
  PaymentLinkResult,
  PaymentLinkTerms,
  PaymentRequest,
} from "../../../api-schema/admin";
import { read, send } from "../client";

const ROOT = "/admin/acquiring";
const of = (id: string, act: string): string => `${ROOT}/payment-links/${encodeURIComponent(id)}/${act}`;
const ofOrder = (id: string): string => `${ROOT}/orders/${encodeURIComponent(id)}/payment-links`;

export const fetchLinks = (orderId: string, signal?: AbortSignal) => read<OrderPaymentLinks>(ofOrder(orderId), signal);
export const fetchLinkMethods = (currency: string, signal?: AbortSignal) =>
  read<LinkMethods>(`${ROOT}/link-methods?currency_code=${encodeURIComponent(currency)}`, signal);
export const createLink = (orderId: string, body: PaymentLinkTerms) => send<PaymentLinkResult>(ofOrder(orderId), body);
export const renewLink = (id: string, body: PaymentLinkTerms) => send<PaymentLinkResult>(of(id, "renew"), body);
export const revokeLink = (id: string) => send<PaymentLinkResult>(of(id, "revoke"), {});
export const sendLink = (id: string, key: string) => send<PaymentLinkResult>(of(id, "send"), { key });
export const requestPayment = (body: PaymentRequest) => send<PaymentLinkResult>(`${ROOT}/payment-requests`, body);

export interface RegionChoice {
  readonly id: string;
  readonly name: string;
  readonly currency_code: string;
}

export const fetchRegions = (signal?: AbortSignal) =>
  read<{ regions: RegionChoice[] }>("/admin/regions?limit=200&fields=id,name,currency_code&order=name", signal);
