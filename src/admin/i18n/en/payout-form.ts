/** Preparing a payout, by hand or from a file, in English. */
export const payoutForm = {
  title: "New payout",
};
