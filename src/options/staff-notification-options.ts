import { createSecretKey } from "node:crypto";
import { z } from "@medusajs/framework/zod";
import { isLoopback, parseUrl } from "../gateway/model/safe-url";

/** How the store's own people are told of payments. Who is told of what is set in the dashboard. */
const SHORTEST_SECRET_BYTES = 24;
const PREFIX = "whsec_";

const url = z
  .string()
  .max(500, "is longer than 500 characters")
  .refine(
    (value) => parseUrl(value) !== null,
    "is not an absolute address; write one such as https://chat.example/hook",
  )
  .refine((value) => isSafe(parseUrl(value)), {
    message: "must begin with https:// (http:// is accepted for a loopback host only), without user name and password",
  })
  .describe("a URL");

const isSafe = (address: URL | null): boolean =>
  address === null ||
  ((address.protocol === "https:" || (address.protocol === "http:" && isLoopback(address.href))) &&
    address.username === "" &&
    address.password === "");

const NOT_A_SECRET = `must be ${PREFIX} and at least 24 random bytes as base64; make one with: echo ${PREFIX}$(openssl rand -base64 32)`;

/** As a key object, so that no log and no error can contain it. */
const secret = z
  .string({ error: "is missing; set the environment variable it is read from" })
  .transform((text, context) => {
    const bytes = Buffer.from(text.slice(PREFIX.length), "base64");
    if (text.startsWith(PREFIX) && bytes.length >= SHORTEST_SECRET_BYTES) return createSecretKey(bytes);
    context.addIssue({ code: "custom", message: NOT_A_SECRET });
    return z.NEVER;
  });

export const StaffNotificationOptions = z.strictObject({
  /** The dashboard's URL in messages, such as https://admin.shop.example/app. Default: `publicBaseUrl` and Medusa's `admin.path`. */
  dashboardUrl: url.transform((value) => value.replace(/\/+$/, "")).optional(),
  /**
   * Your template for the e-mails, as Medusa's Notification module gets it. Without one they have a finished text, which providers such as
   * SendGrid's send instead of a template.
   */
  emailTemplate: z
    .string()
    .regex(/^\S{1,200}$/, "must be the name of a template without spaces")
    .optional(),
  /** Addresses that get the messages as signed JSON, by the name under which the dashboard lists them. */
  webhooks: z
    .record(
      z.string().regex(/^[A-Za-z0-9-]{1,30}$/, "must be letters, digits and dashes"),
      z.strictObject({
        url,
        /** Signs the messages (Standard Webhooks, HMAC-SHA-256). */
        secret,
      }),
    )
    .default({}),
});
export type StaffNotificationOptions = z.output<typeof StaffNotificationOptions>;
