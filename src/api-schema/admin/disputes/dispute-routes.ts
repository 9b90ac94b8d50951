import type { AdminRoute } from "../route";
import { get, post } from "../route";
import { AdminDisputeAnswer, DisputeFilters, DisputeInput, DisputePage, DisputeRate, EvidenceFilters } from "./dispute";

export const disputeRoutes: readonly AdminRoute[] = [
  get("/disputes", {
    permission: "read",
    does: "Disputes by state, those to be answered first.",
    query: DisputeFilters,
    answer: DisputePage,
  }),
  get("/disputes/rate", {
    permission: "read",
    does: "Disputes and captured payments by month.",
    answer: DisputeRate,
  }),
  get("/disputes/:id", {
    permission: "read",
    does: "One dispute with its history.",
    answer: AdminDisputeAnswer,
  }),
  get("/disputes/:id/evidence", {
    permission: "export",
    does: "What this store knows about the disputed payment, as a PDF or ZIP file; each download is recorded.",
    query: EvidenceFilters,
    answer: "file",
  }),
  post("/disputes/:id", {
    permission: "resolve",
    does: "Saves the due date, a note, and whether the evidence was submitted; 409 `dispute_changed` if somebody else saved meanwhile.",
    body: DisputeInput,
    answer: AdminDisputeAnswer,
  }),
];
