import { z } from "@medusajs/framework/zod";

/**
 * Does a payment satisfy a shop that wants 3-D Secure? Only the gateway's word on
 * whether it was used decides; the outcome text is shown and never read for that.
 */
const ThreeDs = z
  .object({ used: z.boolean().nullish(), result: z.string().nullish(), eci: z.string().nullish() })
  .nullish();
type ThreeDs = NonNullable<z.infer<typeof ThreeDs>>;

export type Authentication = "not_required" | "open" | "passed" | "missing";

interface Wanting {
  readonly three_ds_required: boolean;
}

export function authenticationOf(row: Wanting, threeDs: unknown): Authentication {
  if (!row.three_ds_required) return "not_required";
  const used = ThreeDs.parse(threeDs)?.used ?? null;
  if (used === null) return "open";
  return used ? "passed" : "missing";
}

/** What is known of the authentication, with what a new fact adds; a fact that is silent takes nothing away. */
export function mergeThreeDs(known: unknown, added: unknown): ThreeDs | null {
  const before = ThreeDs.parse(known);
  const news = ThreeDs.parse(added);
  if (!before && !news) return null;
  return {
    used: news?.used ?? before?.used ?? null,
    result: news?.result ?? before?.result ?? null,
    eci: news?.eci ?? before?.eci ?? null,
  };
}
