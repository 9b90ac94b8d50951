import { z } from "@medusajs/framework/zod";

export const wireField = z.string().regex(/^[A-Za-z][A-Za-z0-9_]*$/, "must be a wire field name");
