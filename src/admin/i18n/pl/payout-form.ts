import type { Translation } from "../en/words";

/** Preparing a payout, by hand or from a file, in Polish. */
export const payoutForm: Translation["payoutForm"] = {
  title: "Nowa wypłata",
};
