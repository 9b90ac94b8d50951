import type {
  PayoutAnswer,
  PayoutApproval,
  PayoutBound,
  PayoutBulk,
  PayoutBulkAnswer,
  PayoutChange,
  PayoutCopy,
  PayoutDecision,
  PayoutDraft,
  PayoutImport,
  PayoutImportAnswer,
  PayoutNote,
  PayoutPage,
  PayoutSetup,
  PayoutTotals,
} from "../../../api-schema/admin";
import { read, save, send } from "../client";

const ROOT = "/admin/acquiring";
const PAYOUTS = `${ROOT}/payouts`;
const of = (id: string, act = ""): string => `${PAYOUTS}/${encodeURIComponent(id)}${act}`;

/** The only route that also answers while payouts are not configured. */
export const fetchPayoutSetup = (signal?: AbortSignal) => read<PayoutSetup>(`${ROOT}/payout-setup`, signal);

export const fetchPayouts = (filters: URLSearchParams, signal?: AbortSignal) =>
  read<PayoutPage>(`${PAYOUTS}?${filters.toString()}`, signal);

export const exportPayouts = (filters: URLSearchParams) =>
  save(`${PAYOUTS}/export?${filters.toString()}`, "payouts.csv");

export const fetchPayoutTotals = (period: URLSearchParams, signal?: AbortSignal) =>
  read<PayoutTotals>(`${PAYOUTS}/totals?${period.toString()}`, signal);

export const fetchPayout = (id: string, signal?: AbortSignal) => read<PayoutAnswer>(of(id), signal);

export const createPayout = (body: PayoutDraft) => send<PayoutAnswer>(PAYOUTS, body);
export const changePayout = (id: string, body: PayoutChange) => send<PayoutAnswer>(of(id), body);

export const submitPayout = (id: string, body: PayoutBound) => send<PayoutAnswer>(of(id, "/submit"), body);
export const approvePayout = (id: string, body: PayoutApproval) => send<PayoutAnswer>(of(id, "/approve"), body);
export const rejectPayout = (id: string, body: PayoutNote) => send<PayoutAnswer>(of(id, "/reject"), body);
export const withdrawPayout = (id: string, body: PayoutNote) => send<PayoutAnswer>(of(id, "/withdraw"), body);
export const copyPayout = (id: string, body: PayoutCopy) => send<PayoutAnswer>(of(id, "/copy"), body);
export const decidePayout = (id: string, body: Required<PayoutDecision>) => send<PayoutAnswer>(of(id, "/decide"), body);

export const submitPayouts = (body: PayoutBulk) => send<PayoutBulkAnswer>(`${PAYOUTS}/submit`, body);
export const approvePayouts = (body: PayoutBulk) => send<PayoutBulkAnswer>(`${PAYOUTS}/approve`, body);

export const importPayouts = (body: PayoutImport) => send<PayoutImportAnswer>(`${PAYOUTS}/import`, body);
