import { z } from "@medusajs/framework/zod";

/**
 * Limits against card testing: how many payments each session, cart, customer, IP address and card may send to the
 * gateway in a time window. All values are our choice; the interface says nothing.
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

/** Called before a payment is sent; false refuses the payment. `token` is what the shop sent as `captcha`. */
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
      /** The customer's IP address; many customers may share one. */
      address: limit(20, HOUR),
      /** One card number, stored only as a keyed digest. */
      card: limit(5, HOUR),
    })
    .prefault({}),
  /**
   * Multiplier of the limits for an account with `sandbox: true`: no card can be tested there, and developers pay
   * often. 1 applies the production limits.
   */
  sandboxFactor: z.number().int().min(1).max(100).default(20),
  /** Server-side captcha verification. Without it no captcha is required. */
  verifyCaptcha: z.custom<VerifyCaptcha>((value) => typeof value === "function", "must be a function").optional(),
  /** The payment of a session from which a captcha is required; 1: from the first. */
  captchaFrom: z.number().int().min(1).max(100).default(1),
  declineRate: z
    .strictObject({
      /**
       * Raises attention when, of the card payments of the last `windowMs`, at least `minimum` and at least this
       * percentage were declined.
       */
      percent: z.number().int().min(1).max(100).default(60),
      minimum: z.number().int().min(1).default(20),
      windowMs: z.number().int().min(60_000).max(86_400_000).default(900_000),
    })
    .prefault({}),
});
export type CardTestingOptions = z.output<typeof CardTestingOptions>;
