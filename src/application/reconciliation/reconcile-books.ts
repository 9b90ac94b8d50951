import type { MedusaContainer } from "@medusajs/framework/types";
import type { BookEntry, ReconcileListener, ReconcileRequest, ReconcileSummary } from "../../modules/acquiring";
import { createCurrency, createMoney, toMajor } from "../../gateway/model/money";
import { resolveLedger } from "../resolve-ledger";
import { medusaBooks } from "./medusa-books";

export type { FoundDifference, ReconcileListener, ReconcileSummary, Skipped } from "../../modules/acquiring";

/** Compares the gateway, the ledger and Medusa; reports differences as found. Throws as `Reconciler.run` does. */
export async function reconcileBooks(
  container: MedusaContainer,
  request: ReconcileRequest,
  listener: ReconcileListener,
): Promise<ReconcileSummary> {
  return resolveLedger(container).reconciler.run(request, medusaBooks(container), listener);
}

/** The server's scheduled run; read only, apart from raising attention items. Null if it is not due. */
export async function reconcileIfDue(container: MedusaContainer): Promise<ReconcileSummary | null> {
  return resolveLedger(container).reconciler.runIfDue(medusaBooks(container));
}

/** An entry as text, with the amount in major units. */
export const spell = ({ words, minor }: BookEntry, currency: string): string =>
  minor === null ? words : `${words} ${toMajor(createMoney(minor, createCurrency(currency)))} ${currency}`;
