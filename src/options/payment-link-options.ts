import { z } from "@medusajs/framework/zod";
import { isLoopback, parseUrl } from "../gateway/model/safe-url";

/** Payment links: the shop's page that opens them, and the e-mail that sends them. */
export const LINK_TOKEN = "{token}";

const page = z
  .string()
  .max(500, "is longer than 500 characters")
  .transform((value, context) => {
    const problem = pageProblem(value);
    if (problem) context.addIssue({ code: "custom", message: problem });
    return value;
  })
  .describe("a URL with `{token}`");

function pageProblem(value: string): string | null {
  if (value.split(LINK_TOKEN).length !== 2) return `must contain ${LINK_TOKEN} once, where the link's token goes`;
  const filled = value.replace(LINK_TOKEN, "token");
  const url = parseUrl(filled);
  if (url === null) return "is not an absolute address; write one such as https://shop.example/pay?link={token}";
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(filled)))
    return "must begin with https:// (http:// is accepted for a loopback host only)";
  return url.username || url.password ? "must not hold a user name or password" : null;
}

export const PaymentLinkOptions = z.strictObject({
  /** The shop's own page for payment links; `{token}` is replaced by the link's token. On one of `storefront.origins`. */
  url: page.optional(),
  /** The template of the e-mail that sends a link, as Medusa's Notification module gets it. */
  emailTemplate: z
    .string()
    .regex(/^\S{1,200}$/, "must be the name of a template without spaces")
    .default("acquiring-payment-link"),
});
