import {
  BeneficiaryAnswer,
  BeneficiaryChange,
  BeneficiaryDetails,
  BeneficiaryEntry,
  BeneficiaryFilters,
  BeneficiaryNote,
  BeneficiaryPage,
  BeneficiaryReveal,
} from "./beneficiary";
import {
  PayoutApproval,
  PayoutBound,
  PayoutChange,
  PayoutCopy,
  PayoutDecision,
  PayoutDraft,
  PayoutFilters,
  PayoutNote,
  PayoutPage,
} from "./payout";
import {
  PayoutBulk,
  PayoutBulkAnswer,
  PayoutImport,
  PayoutImportAnswer,
  PayoutPeriod,
  PayoutSetup,
  PayoutTotals,
} from "./payout-setup";
import { PayoutAnswer } from "./payout-whole";
import type { AdminRoute } from "../route";
import { get, post } from "../route";

/** Routes of payouts and beneficiaries. All but the first exist only when payouts are set up. */
const payouts: readonly AdminRoute[] = [
  get("/payout-setup", {
    permission: "payout",
    does: "Whether payouts are set up, and what is missing.",
    answer: PayoutSetup,
  }),
  get("/payouts", {
    permission: "payout",
    does: "Payouts by filter, a page at a time.",
    query: PayoutFilters,
    answer: PayoutPage,
  }),
  get("/payouts/export", {
    permission: "payout",
    does: "All payouts of the filter as a CSV file; needs the permission `export` too.",
    query: PayoutFilters,
    answer: "csv",
  }),
  get("/payouts/totals", {
    permission: "payout",
    does: "Totals paid and in transit, by currency and day.",
    query: PayoutPeriod,
    answer: PayoutTotals,
  }),
  post("/payouts", {
    permission: "payout",
    does: "Prepares a payout: a draft.",
    body: PayoutDraft,
    answer: PayoutAnswer,
  }),
  get("/payouts/:id", { permission: "payout", does: "One payout, whole.", answer: PayoutAnswer }),
  post("/payouts/:id", {
    permission: "payout",
    does: "Changes a draft; one that was submitted is a draft again, without its approvals.",
    body: PayoutChange,
    answer: PayoutAnswer,
  }),
  post("/payouts/:id/submit", {
    permission: "payout",
    does: "Submits what was shown for approval.",
    body: PayoutBound,
    answer: PayoutAnswer,
  }),
  post("/payouts/:id/approve", {
    permission: "approve_payout",
    does: "Approves what was shown; the last required approval sends it.",
    body: PayoutApproval,
    answer: PayoutAnswer,
  }),
  post("/payouts/:id/reject", {
    permission: "approve_payout",
    does: "Rejects it with a reason.",
    body: PayoutNote,
    answer: PayoutAnswer,
  }),
  post("/payouts/:id/withdraw", {
    permission: "payout",
    does: "Withdraws it before it is sent.",
    body: PayoutNote,
    answer: PayoutAnswer,
  }),
  post("/payouts/:id/copy", {
    permission: "payout",
    does: "Creates a new draft of one that failed, was rejected, expired or was cancelled.",
    body: PayoutCopy,
    answer: PayoutAnswer,
  }),
  post("/payouts/:id/decide", {
    permission: "approve_payout",
    does: "Resolves an unknown outcome manually; not permitted to the user who prepared it.",
    body: PayoutDecision,
    answer: PayoutAnswer,
  }),
  post("/payouts/submit", {
    permission: "payout",
    does: "Submits up to a hundred, each separately.",
    body: PayoutBulk,
    answer: PayoutBulkAnswer,
  }),
  post("/payouts/approve", {
    permission: "approve_payout",
    does: "Approves up to a hundred, each separately.",
    body: PayoutBulk,
    answer: PayoutBulkAnswer,
  }),
  post("/payouts/import", {
    permission: "payout",
    does: "Reads a CSV file: a preview without a key, drafts with one.",
    body: PayoutImport,
    answer: PayoutImportAnswer,
  }),
];

const book: readonly AdminRoute[] = [
  get("/beneficiaries", {
    permission: "payout",
    does: "Beneficiaries, a page at a time.",
    query: BeneficiaryFilters,
    answer: BeneficiaryPage,
  }),
  post("/beneficiaries", {
    permission: "payout",
    does: "Adds a beneficiary.",
    body: BeneficiaryEntry,
    answer: BeneficiaryAnswer,
  }),
  get("/beneficiaries/:id", {
    permission: "payout",
    does: "One beneficiary, its bank data masked.",
    answer: BeneficiaryAnswer,
  }),
  post("/beneficiaries/:id", {
    permission: "payout",
    does: "A new version of a beneficiary, with a new cool-down.",
    body: BeneficiaryChange,
    answer: BeneficiaryAnswer,
  }),
  post("/beneficiaries/:id/block", {
    permission: "payout",
    does: "Stops payouts to it until it is unblocked.",
    body: BeneficiaryNote,
    answer: BeneficiaryAnswer,
  }),
  post("/beneficiaries/:id/unblock", {
    permission: "approve_payout",
    does: "Allows payouts to it again.",
    body: BeneficiaryNote,
    answer: BeneficiaryAnswer,
  }),
  post("/beneficiaries/:id/reveal", {
    permission: "reveal_bank_details",
    does: "The unmasked data; the viewer and the reason are audited first.",
    body: BeneficiaryReveal,
    answer: BeneficiaryDetails,
  }),
];

export const payoutRoutes: readonly AdminRoute[] = [...payouts, ...book];
