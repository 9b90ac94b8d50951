import type { MedusaContainer } from "@medusajs/framework/types";
import { Modules } from "@medusajs/framework/utils";
import { resolveLedger } from "../resolve-ledger";

/**
 * Refund reasons of Medusa for refunds that no person gave one: those made at the gateway, and those of a return, claim,
 * exchange or cancelled items. A reason of the store with that code or label is used; otherwise it is created, once.
 */
export const REASONS = {
  return: { code: "return", label: "Return" },
  claim: { code: "claim", label: "Claim" },
  exchange: { code: "exchange", label: "Exchange" },
  cancelled: { code: "cancelled", label: "Cancelled items" },
  gateway: { code: "made_at_gateway", label: "Made at the gateway" },
} as const;
export type ReasonKind = keyof typeof REASONS;

const WAIT_MS = 5_000;
const LIMIT = 1_000;

export async function reasonIdFor(container: MedusaContainer, kind: ReasonKind): Promise<string | null> {
  const reason = REASONS[kind];
  const found = (await reasonNamed(container, reason.code)) ?? (await reasonNamed(container, reason.label));
  if (found !== null) return found;
  const lease = await resolveLedger(container).leases.take("refund-reason", reason.code, WAIT_MS);
  // A refund without a reason is better than none.
  if (!lease) return reasonNamed(container, reason.code);
  try {
    const made = await reasonNamed(container, reason.code);
    if (made !== null) return made;
    const [created] = await container.resolve(Modules.PAYMENT).createRefundReasons([{ ...reason }]);
    return created?.id ?? null;
  } finally {
    await lease.release();
  }
}

/** The store's reason whose code or label is this text, whatever its case. */
export async function reasonNamed(container: MedusaContainer, text: string): Promise<string | null> {
  const reasons = await container.resolve(Modules.PAYMENT).listRefundReasons({}, { take: LIMIT });
  const wanted = text.trim().toLowerCase();
  const names = (reason: object): string[] =>
    ["code", "label"].flatMap((field) => {
      const value: unknown = Reflect.get(reason, field);
      return typeof value === "string" ? [value.trim().toLowerCase()] : [];
    });
  return reasons.find((reason) => names(reason).includes(wanted))?.id ?? null;
}
