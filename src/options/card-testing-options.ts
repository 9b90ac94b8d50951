import { z } from "@medusajs/framework/zod";

/**
 * Limits against card testing: how many payments each session, cart, customer,
 * network address and card may send to the gateway in a window of time. All of
 * them are our choice; the interface says nothing.
 */
const limit = (max: number, windowMs: number): z.ZodPrefault<z.ZodObject<LimitShape>> =>
  z
    .strictObject({
      /** Payments sent to the gateway in one window. */
      max: z.number().int().min(1).max(1_000).default(max),
      windowMs: z.number().int().min(1_000).max(604_800_000).default(windowMs),
    })
    .prefault({});
type LimitShape = Record<"max" | "windowMs", z.ZodDefault<z.ZodNumber>>;

const HOUR = 3_600_000;

/** Asked before a payment is sent; false refuses it. `token` is what the shop sent as `captcha`. */
export type VerifyCaptcha = (captcha: {
  readonly token: string | null;
  readonly ip: string | null;
  readonly sessionId: string;
}) => Promise<boolean>;

export const CardTestingOptions = z.strictObject({
  limits: z
    .strictObject({
      session: limit(5, HOUR),
      cart: limit(10, HOUR),
      customer: limit(10, HOUR),
      /** The shopper's network address; many may share one. */
      address: limit(20, HOUR),
      /** One card number, known by a keyed digest only. */
      card: limit(5, HOUR),
    })
    .prefault({}),
  /**
   * How many times as many payments an account with `sandbox: true` may send: no card can be tested there, and a
   * developer pays often. 1 tries the limits as they are in production.
   */
  sandboxFactor: z.number().int().min(1).max(100).default(20),
  /** Your captcha's server side. Without it no captcha is asked for. */
  verifyCaptcha: z.custom<VerifyCaptcha>((value) => typeof value === "function", "must be a function").optional(),
  /** From which payment of a session on the captcha is asked for; 1: from the first. */
  captchaFrom: z.number().int().min(1).max(100).default(1),
  declineRate: z
    .strictObject({
      /** Raise attention when, of the card payments of the last `windowMs`, at least `minimum` and this percentage were declined. */
      percent: z.number().int().min(1).max(100).default(60),
      minimum: z.number().int().min(1).default(20),
      windowMs: z.number().int().min(60_000).max(86_400_000).default(900_000),
    })
    .prefault({}),
});
export type CardTestingOptions = z.output<typeof CardTestingOptions>;
