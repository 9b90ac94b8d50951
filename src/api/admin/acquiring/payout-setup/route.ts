import { payoutSetupView } from "../../../../application/payouts/payout-setup";
import { Nothing, payoutQuestion } from "../../../payout-request";

/** `GET /admin/acquiring/payout-setup` — missing settings; exists even while payouts are off; answer: `PayoutSetup`. Needs `payout`. */
export const GET = payoutQuestion({ permission: "payout", input: Nothing, run: (who) => payoutSetupView(who) });
