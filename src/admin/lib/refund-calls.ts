import type {
  ProposedRefund,
  RefundDismissal,
  RefundProposal,
  RestockingFee,
  SurplusResult,
} from "../../api-schema/admin";
import { read, send } from "./client";

const of = (orderId: string, act: string): string => `/admin/acquiring/orders/${encodeURIComponent(orderId)}/${act}`;

export const fetchRefundProposal = (orderId: string, signal?: AbortSignal) =>
  read<RefundProposal>(of(orderId, "refund-proposal"), signal);
export const makeProposedRefund = (orderId: string, body: ProposedRefund) =>
  send<SurplusResult>(of(orderId, "refund-proposal"), body);
export const deductFee = (orderId: string, body: RestockingFee) =>
  send<RefundProposal>(of(orderId, "restocking-fee"), body);
export const hideProposal = (orderId: string, body: RefundDismissal) =>
  send<RefundProposal>(of(orderId, "dismiss-refund"), body);
