import { z } from "@medusajs/framework/zod";

/** An option that names a field of the wire. It says nothing of what the field holds. */
export const wireField = z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/, "must be a wire field name");
