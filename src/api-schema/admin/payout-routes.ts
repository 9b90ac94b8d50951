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
} from "./payout-desk";
import { PayoutAnswer } from "./payout-whole";
import type { AdminRoute } from "./route";
import { get, post } from "./route";

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
    does: "What was paid and what is on its way, by currency and day.",
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
    does: "Asks for approval of what the reader saw.",
    body: PayoutBound,
    answer: PayoutAnswer,
  }),
  post("/payouts/:id/approve", {
    permission: "approve_payout",
    does: "Approves what the reader saw; with the last approval that is needed it is sent.",
    body: PayoutApproval,
    answer: PayoutAnswer,
  }),
  post("/payouts/:id/reject", {
    permission: "approve_payout",
    does: "Says no, with a reason.",
    body: PayoutNote,
    answer: PayoutAnswer,
  }),
  post("/payouts/:id/withdraw", {
    permission: "payout",
    does: "Takes back what has not been sent.",
    body: PayoutNote,
    answer: PayoutAnswer,
  }),
  post("/payouts/:id/copy", {
    permission: "payout",
    does: "A new draft of one that failed, was rejected, expired or was cancelled; answers the new one.",
    body: PayoutCopy,
    answer: PayoutAnswer,
  }),
  post("/payouts/:id/decide", {
    permission: "approve_payout",
    does: "Says of one whose outcome is unknown whether it was paid; whoever prepared it may not.",
    body: PayoutDecision,
    answer: PayoutAnswer,
  }),
  post("/payouts/submit", {
    permission: "payout",
    does: "Submits up to a hundred, each by itself.",
    body: PayoutBulk,
    answer: PayoutBulkAnswer,
  }),
  post("/payouts/approve", {
    permission: "approve_payout",
    does: "Approves up to a hundred, each by itself.",
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
    does: "The book of beneficiaries, a page at a time.",
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
    does: "Nothing is paid to it until it is unblocked.",
    body: BeneficiaryNote,
    answer: BeneficiaryAnswer,
  }),
  post("/beneficiaries/:id/unblock", {
    permission: "approve_payout",
    does: "It may be paid again.",
    body: BeneficiaryNote,
    answer: BeneficiaryAnswer,
  }),
  post("/beneficiaries/:id/reveal", {
    permission: "reveal_bank_details",
    does: "Everything in clear, after it was written into the audit who looked and why.",
    body: BeneficiaryReveal,
    answer: BeneficiaryDetails,
  }),
];

export const payoutRoutes: readonly AdminRoute[] = [...payouts, ...book];
