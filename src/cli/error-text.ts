import { z } from "@medusajs/framework/zod";

const Thrown = z.looseObject({
  name: z.string().catch(""),
  message: z.string().catch(""),
  code: z.string().nullish().catch(null),
  cause: z
    .looseObject({ code: z.string().nullish().catch(null) })
    .nullish()
    .catch(null),
});
const LONGEST = 200;

export function errorText(thrown: unknown): string {
  const read = Thrown.safeParse(thrown);
  if (!read.success) return "it failed";
  const { name, message, code, cause } = read.data;
  const words = message || name || "it failed";
  const known = cause?.code ?? code ?? null;
  // Drivers include addresses with passwords in their messages.
  const text = known === null || words.includes(known) ? words : `${words} (${known})`;
  return text.replace(/[a-z]+:\/\/\S+@\S+/gi, "the address").slice(0, LONGEST);
}
