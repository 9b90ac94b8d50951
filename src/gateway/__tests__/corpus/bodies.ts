/** Spellings of "ten" and of ids that an answer may hold. */
export const EQUAL_AMOUNTS = ["10", "10.0", "10.00", "10.000", "10.000000000000000000"] as const;

/** None of them is an amount we read; `true` amounts to more, less or nothing. */
export const WRONG_AMOUNTS: readonly string[] = [
  "1e1",
  "1E1",
  "10,00",
  "1,000.00",
  "-10",
  "-10.00",
  "+10",
  "NaN",
  "Infinity",
  "null",
  "ten",
  "０",
  "１０.００",
  "١٠",
  "0x0a",
  "10.",
  ".10",
  "010.00",
  "00",
  "10.00 EUR",
  "€10.00",
  "1 0.00",
  "10.001",
  "10.0000000000000000001",
  "10.00.00",
  "99999999999999999999",
  "[10.00]",
];

export const OTHER_AMOUNTS: readonly string[] = ["0", "0.00", "9.99", "10.01", "1000", "100000000000000000"];

export const WRONG_CURRENCIES: readonly string[] = ["EURO", "EU", "€", "978", "ＥＵＲ", "E R", "uſd", "EUR,USD"];
