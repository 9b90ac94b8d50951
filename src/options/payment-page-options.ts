import { z } from "@medusajs/framework/zod";
import { isLoopback, parseUrl } from "../gateway/model/safe-url";

/** The plugin's own page for payment links, `<publicBaseUrl>/acquiring/pay/<token>`. */
const color = z
  .string()
  .regex(/^#[0-9a-fA-F]{6}$/, "must be a colour of six digits, such as #1f4fd8")
  .describe("a colour such as `#1f4fd8`");

const logo = z
  .string()
  .max(500)
  .refine(isPicture, "must be an https URL of a picture")
  .describe("an https URL of a picture");

function isPicture(value: string): boolean {
  const url = parseUrl(value);
  if (url === null) return false;
  const { protocol, username, password } = url;
  const isAllowed = protocol === "https:" || (protocol === "http:" && isLoopback(value));
  // They would end the policy's source.
  return isAllowed && !username && !password && !/[\s;,]/.test(value);
}

export const PaymentPageOptions = z.strictObject({
  /** Serves the page, and adds its `url` to the payment links of the admin API. */
  enabled: z.boolean().default(true),
  /** The shop's name on the page. Default: the name of Medusa's store. */
  name: z.string().trim().min(1).max(60).optional(),
  /** Shown above the page, at most 48 px high. Default: the name. */
  logo: logo.optional(),
  /** Of the button and the selected method; the text on it is black or white, whichever reads better. */
  accentColor: color.default("#1f4fd8"),
  /** Behind the page's content, in the light appearance. */
  backgroundColor: color.default("#f4f5f7"),
  /** A dark appearance for customers whose device asks for one. */
  darkMode: z.boolean().default(true),
});
