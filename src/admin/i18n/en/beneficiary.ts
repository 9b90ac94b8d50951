/** The book of those who are paid, in English. */
export const beneficiary = {
  title: "Beneficiaries",
};
