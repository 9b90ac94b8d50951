import { payoutSetupView } from "../../../../application/payouts/payout-setup";
import { Nothing, payoutQuestion } from "../../../payout-request";

/** `GET /admin/acquiring/payout-setup` — whether payouts are set up, and what to write; always there; answer: `PayoutSetup`. Needs `payout`. */
export const GET = payoutQuestion({ permission: "payout", input: Nothing, run: (who) => payoutSetupView(who) });
