import { z } from "@medusajs/framework/zod";

/** An option that names a field of the gateway's interface. */
export const wireField = z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/, "must be a wire field name");
