import type { ImportedPayment } from "../../modules/acquiring";
import type { Judged } from "./import-record";
import { rejected } from "./import-record";

/** Another payment of the ledger stands where the line's would. */
export const otherPayment = ({ id }: Extract<ImportedPayment, { kind: "taken" }>["by"]): Judged =>
  rejected(
    "order_no",
    `the store's payment ${id} has this order number, transaction or subscription with other details`,
    "Compare both on the payments page. An order number can be used once, also across accounts.",
  );
