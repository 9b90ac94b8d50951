/** The columns of a file of payouts, and one example of each way to name who is paid. The server's list is the truth. */
export const COLUMNS = ["beneficiary_id", "amount", "currency", "reference"] as const;

export const TEMPLATE = `${COLUMNS.join(",")}\r\n`;
