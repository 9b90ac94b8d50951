import type {
  AdminDispute,
  AdminDisputeAnswer,
  DisputeInput,
  DisputePage,
  DisputeRate,
} from "../../../api-schema/admin";
import { read, save, send } from "../client";

const DISPUTES = "/admin/acquiring/disputes";
const of = (id: string): string => `${DISPUTES}/${encodeURIComponent(id)}`;

/** Of one dispute's answer in the dashboard's cache. */
export const disputeKey = (id: string) => ["acquiring", "dispute", id] as const;

export const fetchDisputes = (filters: URLSearchParams, signal?: AbortSignal) =>
  read<DisputePage>(`${DISPUTES}?${filters.toString()}`, signal);

export const fetchDispute = (id: string, signal?: AbortSignal) => read<AdminDisputeAnswer>(of(id), signal);

export const fetchDisputeRate = (signal?: AbortSignal) => read<DisputeRate>(`${DISPUTES}/rate`, signal);

export const sendDispute = (id: string, body: DisputeInput) => send<AdminDisputeAnswer>(of(id), body);

export type EvidenceFormat = "pdf" | "zip";

export const downloadEvidence = ({ id, reference, order_no: orderNo }: AdminDispute, format: EvidenceFormat) =>
  save(`${of(id)}/evidence?format=${format}`, `evidence-${reference ?? orderNo}.${format}`);
