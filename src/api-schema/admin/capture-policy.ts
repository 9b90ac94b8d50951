import { z } from "@medusajs/framework/zod";

/** When payments are captured without a click. The rules are one list; the first one that matches a payment applies. */

/** `manual`: staff capture. The others: as soon as the order exists, or as its items are fulfilled or shipped; or before the expiry. */
export const captureTimes = ["manual", "on_order", "on_fulfilment", "on_shipment", "before_expiry"] as const;
export const CaptureTime = z.enum(captureTimes);
export type CaptureTime = z.output<typeof CaptureTime>;

/** What happens to what is still authorised, `hours` before the authorisation expires. `remind` raises an attention item only. */
export const expiryActions = ["remind", "capture", "void"] as const;
export const ExpiryAction = z.enum(expiryActions);
export type ExpiryAction = z.output<typeof ExpiryAction>;

/** For accounts that capture a payment once: at the first fulfilment or shipment the whole amount, or nothing until the last one. */
export const SingleCapture = z.enum(["first", "last"]);

const scope = (of: string): z.ZodNullable<z.ZodString> => z.string().min(1).nullable().describe(of);

export const CapturePolicyRule = z
  .object({
    account: scope("key of the gateway account; null: all"),
    region_id: scope("of the order; null: all"),
    sales_channel_id: scope("of the order; null: all"),
    method: scope('"card" or the code of an alternative method; null: all'),
    capture: CaptureTime,
    only_if_not_held: z
      .boolean()
      .describe("leaves a payment that was held for review to staff, also after its approval"),
    single_capture: SingleCapture,
    at_expiry: ExpiryAction,
    hours: z.number().int().min(1).max(720).describe("before the expiry, for `at_expiry`"),
  })
  .strict();
export type CapturePolicyRule = z.output<typeof CapturePolicyRule>;

/** Request body of `POST /admin/acquiring/capture-policy`. `version`: the one that was read; 409 `policy_changed` if it is no longer current. */
export const CapturePolicyChange = z
  .object({ version: z.number().int().min(0), rules: z.array(CapturePolicyRule).max(100) })
  .strict();
export type CapturePolicyChange = z.output<typeof CapturePolicyChange>;

const Named = z.object({ id: z.string(), name: z.string() });

/** Answer of both routes. Version 0: never saved, everything is captured by staff. */
export const CapturePolicyPage = z.object({
  version: z.number().int(),
  rules: z.array(CapturePolicyRule),
  /** What rules can name. */
  accounts: z.array(
    z.object({
      key: z.string(),
      captures_in_parts: z.boolean(),
      authorisation_valid_days: z.number().int(),
    }),
  ),
  regions: z.array(Named),
  sales_channels: z.array(Named),
  methods: z.array(Named),
  /** Earlier and current versions, the newest first, at most 50. */
  history: z.array(
    z.object({
      version: z.number().int(),
      /** ISO 8601. */
      saved_at: z.string(),
      /** A user ID. */
      saved_by: z.string(),
      rules: z.array(CapturePolicyRule),
    }),
  ),
  /** What the current rules have done in the last 30 days and wait for now, counted in payments. */
  activity: z.object({
    captured: z.number().int(),
    voided: z.number().int(),
    waiting: z.number().int(),
    expiring: z.number().int(),
  }),
});
export type CapturePolicyPage = z.output<typeof CapturePolicyPage>;

/** In a payment's answer: until when its authorisation is valid and what the policy will do. Null once nothing is left to capture. */
export const CapturePlan = z.object({
  capture: CaptureTime,
  at_expiry: ExpiryAction,
  /** ISO 8601. */
  expires_at: z.string(),
  /** ISO 8601; when `at_expiry` happens, null with `remind`. */
  acts_at: z.string().nullable(),
  /** Decimal text in major units: what the policy captures now if nothing prevents it; "0" if it waits. */
  due_now: z.string(),
});
export type CapturePlan = z.output<typeof CapturePlan>;
