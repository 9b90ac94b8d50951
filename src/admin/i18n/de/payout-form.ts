import type { Translation } from "../en/words";

/** Preparing a payout, by hand or from a file, in German. */
export const payoutForm: Translation["payoutForm"] = {
  title: "Neue Auszahlung",
};
