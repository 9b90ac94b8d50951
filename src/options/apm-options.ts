import { z } from "@medusajs/framework/zod";
import { catalogue } from "./payment-method-catalogue";

/**
 * The alternative payment methods that the store offers: names from `payment-method-catalogue.ts`, or custom methods.
 * The interface lists no names, so nothing is offered until the store configures it.
 */
const code = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,49}$/, "must be lower-case letters, digits, dashes");

export const ApmMethod = z.strictObject({
  /** Our name of the method, for example `ideal`. For a name from the catalogue, the catalogue supplies every field left out here. */
  code,
  /** The gateway's name (`payment_method`). Default: the code. */
  wireName: z.string().min(1).max(50).optional(),
  /** The name that customers see. */
  name: z.string().min(1).max(60).optional(),
  /** An https URL of an icon. */
  icon: z.url({ protocol: /^https$/ }).optional(),
  /** Two-letter country codes; empty: every country. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).optional(),
  /** Three-letter currency codes; empty: every currency. */
  currencies: z.array(z.string().regex(/^[A-Z]{3}$/)).optional(),
  /** The customer pays later, outside of the shop; the order waits for the payment. */
  paysLater: z.boolean().optional(),
  banks: z.array(z.strictObject({ code: z.string().min(1).max(50), name: z.string().min(1).max(100) })).optional(),
  /** Paths of required inputs: `person.document_number`, `bank_code`. */
  requires: z.array(z.string().regex(/^(bank_code|person\.[a-z_.]+)$/)).optional(),
  /** Time in ms after which an unpaid payment expires. Default: `apm.expiresAfterMs`. */
  expiresAfterMs: z.number().int().min(60_000).optional(),
});
export type ApmMethod = z.output<typeof ApmMethod>;

type Methods = readonly (string | ApmMethod)[];

/** A custom method needs a name to be shown, and two methods with the same code could not be told apart. */
function checkMethods(methods: Methods, context: z.RefinementCtx<Methods>): void {
  const seen = new Set<string>();
  for (const [index, entry] of methods.entries()) {
    const { code, name } = typeof entry === "string" ? { code: entry, name: undefined } : entry;
    const isDescribed = name !== undefined || catalogue.has(code);
    const described = `is not in our catalogue; write { code: "${code}", name: "…" }`;
    if (!isDescribed) context.addIssue({ code: "custom", path: [index], message: described });
    if (seen.has(code)) context.addIssue({ code: "custom", path: [index], message: `is "${code}" a second time` });
    seen.add(code);
  }
}

export const ApmOptions = z.strictObject({
  /** In display order. */
  methods: z
    .array(z.union([code, ApmMethod]))
    .superRefine(checkMethods)
    .default([]),
  /** Time in ms after which a payment that waits for the customer's bank expires (our default: 7 days). */
  expiresAfterMs: z.number().int().min(60_000).default(604_800_000),
  /** Time in ms before expiry at which the event `acquiring.payment.expiring` is emitted; 0: never. */
  reminderBeforeMs: z.number().int().nonnegative().default(86_400_000),
});
