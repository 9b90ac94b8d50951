import { z } from "@medusajs/framework/zod";
import { catalogue } from "./payment-method-catalogue";

/**
 * The alternative payment methods that the store offers: names from our catalogue
 * (`payment-method-catalogue.ts`), or methods of the owner's own. The interface lists no
 * names, so nothing is offered until the owner says so.
 */
const code = z.string().regex(/^[a-z0-9][a-z0-9_-]{0,49}$/, "must be lower-case letters, digits, dashes");

export const ApmMethod = z.strictObject({
  /** Our name of the method: `ideal`. One of the catalogue fills in whatever is left out here. */
  code,
  /** What the gateway calls it (`payment_method`); by default the code. */
  wireName: z.string().min(1).max(50).optional(),
  /** What shoppers see. */
  name: z.string().min(1).max(60).optional(),
  /** An https address of a picture. */
  icon: z.url({ protocol: /^https$/ }).optional(),
  /** Two-letter codes; empty: everywhere. */
  countries: z.array(z.string().regex(/^[A-Z]{2}$/)).optional(),
  /** Three-letter codes; empty: any. */
  currencies: z.array(z.string().regex(/^[A-Z]{3}$/)).optional(),
  /** The shopper pays later, outside of the shop: the order waits. */
  paysLater: z.boolean().optional(),
  banks: z.array(z.strictObject({ code: z.string().min(1).max(50), name: z.string().min(1).max(100) })).optional(),
  /** Paths that must be given: `person.document_number`, `bank_code`. */
  requires: z.array(z.string().regex(/^(bank_code|person\.[a-z_.]+)$/)).optional(),
  /** After how many ms an unpaid one has expired; by default `apm.expiresAfterMs`. */
  expiresAfterMs: z.number().int().min(60_000).optional(),
});
export type ApmMethod = z.output<typeof ApmMethod>;

type Methods = readonly (string | ApmMethod)[];

/** A method that nobody has described cannot be shown; one that is there twice could not be told apart. */
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
  /** In the order to show them. */
  methods: z
    .array(z.union([code, ApmMethod]))
    .superRefine(checkMethods)
    .default([]),
  /** After how many ms a payment that waits for the shopper's bank has expired (our default: 7 days). */
  expiresAfterMs: z.number().int().min(60_000).default(604_800_000),
  /** How many ms before that the event `acquiring.payment.expiring` is emitted; 0: never. */
  reminderBeforeMs: z.number().int().nonnegative().default(86_400_000),
});
