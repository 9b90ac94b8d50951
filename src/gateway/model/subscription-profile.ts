/*
 * The profile's part for subscriptions. As in `profile.ts`, the number is our confidence that the real gateway agrees.
 */

import { z } from "@medusajs/framework/zod";

const every = (word: string, times: number) =>
  z
    .strictObject({
      /** The wire's `interval`; the gateway's interface shows `day` alone. */
      word: z
        .string()
        .regex(/^[A-Za-z]{1,20}$/, "must be a word such as day")
        .default(word),
      /** How many of it make one of ours: `interval_count` is our count times this. */
      times: z.number().int().min(1).max(366).default(times),
    })
    .prefault({});

export const Subscription = z.strictObject({
  /** Our intervals on the wire. A day is exact (0.9, observed). */
  day: every("day", 1),
  /** Seven days, since `week` was never observed and days are exact (0.9). */
  week: every("day", 7),
  /** No number of days is a month, so the word is needed (0.6). */
  month: every("month", 1),
  /** Likewise (0.6). */
  year: every("year", 1),
  /** How `contract_start` and `contract_end` are written (0.5; the interface shows no sample). */
  dates: z.enum(["yyyy-MM-dd", "yyyyMMdd", "yyyy-MM-dd HH:mm:ss"]).default("yyyy-MM-dd"),
  /**
   * What `recurring_status` means, letters in any case: 1 is observed (0.8), "Inactived" is what the interface calls a
   * cancelled subscription (0.8), 0 is the usual opposite (0.5). Other values change nothing.
   */
  statuses: z
    .record(z.string().min(1), z.enum(["active", "inactive"]))
    .default({ "1": "active", "0": "inactive", Inactived: "inactive" }),
});

/** The gateway's clock where it writes times without a zone, as an IANA name. */
export const TimeZone = z.string().refine(isTimeZone, "must be a name such as UTC or Asia/Shanghai");

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
