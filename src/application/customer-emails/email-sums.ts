import type { MedusaContainer } from "@medusajs/framework/types";
import type { CustomerEmails } from "../../api-schema/admin";
import { CustomerEmailKind } from "../../api-schema/admin";
import { customerMessageSums } from "../../modules/acquiring";
import { resolveLedger } from "../resolve-ledger";
import { emailOption } from "./queue-emails";

/** What was sent to customers lately, by kind. */
const LATELY_MS = 7 * 86_400_000;

export async function sumsOfCustomerEmails(container: MedusaContainer): Promise<CustomerEmails[]> {
  const ledger = resolveLedger(container);
  const { customerEmails } = ledger.options;
  const since = new Date(ledger.now().getTime() - LATELY_MS);
  const sums = await customerMessageSums(ledger.attempts.connection, since);
  return CustomerEmailKind.options.map((kind) => {
    const of = (status: (typeof sums)[number]["status"]) =>
      sums.find((each) => each.kind === kind && each.status === status);
    return {
      kind,
      enabled: emailOption(customerEmails, kind).enabled,
      sent: of("sent")?.count ?? 0,
      waiting: of("waiting")?.count ?? 0,
      dropped: of("dropped")?.count ?? 0,
      failed: of("failed")?.count ?? 0,
      problem: of("waiting")?.problem ?? of("failed")?.problem ?? null,
    };
  });
}
