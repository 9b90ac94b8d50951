import { csvCell } from "../application/csv";
import type { FoundDifference } from "../application/reconciliation/reconcile-books";

/** Foreign texts are made safe: a CSV cell never starts a formula, no line contains a control character. */
export const formats = ["table", "csv", "json"] as const;
export type Format = (typeof formats)[number];

export interface ShownDifference extends Pick<
  FoundDifference,
  "kind" | "account" | "orderNo" | "attemptId" | "subject" | "remedy" | "isApplied"
> {
  readonly gateway: string;
  readonly ledger: string;
  readonly medusa: string;
}

const COLUMNS = [
  "kind",
  "account",
  "order_no",
  "payment",
  "subject",
  "gateway",
  "ledger",
  "medusa",
  "remedy",
  "applied",
] as const;

const REMEDY: Readonly<Record<FoundDifference["remedy"], string>> = {
  ask_gateway: "apply the gateway's report",
  record_in_medusa: "record it in Medusa",
  decide: "a person decides",
};

const cellsOf = (shown: ShownDifference): string[] =>
  [
    shown.kind,
    shown.account,
    shown.orderNo ?? "",
    shown.attemptId ?? "",
    shown.subject ?? "",
    shown.gateway,
    shown.ledger,
    shown.medusa,
    shown.remedy,
    shown.isApplied ? "yes" : "no",
  ].map(plain);

// eslint-disable-next-line no-control-regex -- control characters are what is taken out
const plain = (text: string): string => text.replace(/[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g, " ");

/** JSON allows some characters that a terminal interprets; escaped they mean the same. */
const escaped = (text: string): string =>
  text.replace(/[\u007f-\u009f\u2028\u2029]/g, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

export const headLines = (format: Format): string[] => (format === "csv" ? [COLUMNS.join(",")] : []);

export function differenceLines(format: Format, shown: ShownDifference): string[] {
  switch (format) {
    case "csv":
      return [cellsOf(shown).map(csvCell).join(",")];
    case "json": {
      const { orderNo, attemptId, isApplied, ...rest } = shown;
      return [escaped(JSON.stringify({ ...rest, order_no: orderNo, payment: attemptId, applied: isApplied }))];
    }
    case "table": {
      const [kind = "", account = "", orderNo = "", payment = "", subject = "", ...entries] = cellsOf(shown);
      const [gateway = "", ledger = "", medusa = ""] = entries;
      return [
        `${kind}  ${[account, orderNo, payment, subject].filter((part) => part !== "").join("  ")}`,
        `  gateway: ${gateway}   ledger: ${ledger}   Medusa: ${medusa}`,
        `  ${shown.isApplied ? `done: ${REMEDY[shown.remedy]}` : `fix: ${REMEDY[shown.remedy]}`}`,
      ];
    }
  }
}
