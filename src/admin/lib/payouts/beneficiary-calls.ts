import type {
  AdminBeneficiary,
  BeneficiaryChange,
  BeneficiaryDetails,
  BeneficiaryEntry,
  BeneficiaryNote,
  BeneficiaryPage,
  BeneficiaryReveal,
} from "../../../api-schema/admin";
import { read, send } from "../client";

const BOOK = "/admin/acquiring/beneficiaries";
const of = (id: string, act = ""): string => `${BOOK}/${encodeURIComponent(id)}${act}`;

interface Answer {
  readonly beneficiary: AdminBeneficiary;
}

export const fetchBeneficiaries = (filters: URLSearchParams, signal?: AbortSignal) =>
  read<BeneficiaryPage>(`${BOOK}?${filters.toString()}`, signal);

export const fetchBeneficiary = (id: string, signal?: AbortSignal) => read<Answer>(of(id), signal);

export const addBeneficiary = (body: BeneficiaryEntry) => send<Answer>(BOOK, body);
export const changeBeneficiary = (id: string, body: BeneficiaryChange) => send<Answer>(of(id), body);
export const blockBeneficiary = (id: string, body: BeneficiaryNote) => send<Answer>(of(id, "/block"), body);
export const unblockBeneficiary = (id: string, body: BeneficiaryNote) => send<Answer>(of(id, "/unblock"), body);

/** Unmasked data; the server records the reader before it answers. The answer is never cached. */
export const revealBeneficiary = (id: string, body: BeneficiaryReveal) =>
  send<BeneficiaryDetails>(of(id, "/reveal"), body);
