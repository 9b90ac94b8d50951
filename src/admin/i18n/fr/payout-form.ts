import type { Translation } from "../en/words";

/** Preparing a payout, by hand or from a file, in French. */
export const payoutForm: Translation["payoutForm"] = {
  title: "Nouveau versement",
};
