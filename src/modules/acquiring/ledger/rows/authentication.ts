import { z } from "@medusajs/framework/zod";

/** Only the gateway's flag counts for a shop that requires 3-D Secure; the result text is never interpreted. */
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

/** The known authentication data plus a new fact's; missing fields remove nothing. */
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
