import { signFields } from "../../src/simulator/notifications/signature";
import type { Lane } from "./lane";
import { Random } from "./random";

/** An attacker who knows the order number, which is public, sends notifications; none has a valid signature. */
const MESSAGES = ["captured", "refunded", "voided", "declined", "forged", "large", "garbage", "no-order"] as const;
export type HostileMessage = (typeof MESSAGES)[number];

export interface Hostility {
  /** Sent during this step. */
  readonly atStep: number;
  readonly messages: readonly HostileMessage[];
}

/** In a third of the stories; drawn separately, so that the story itself stays the same. */
export function hostilityOf(seed: number, run: number): Hostility[] {
  const random = new Random(seed + 4_000_037, run);
  if (!random.chance(1 / 3)) return [];
  return Array.from({ length: random.integer(1, 3) }, () => ({
    atStep: random.integer(0, 6),
    messages: Array.from({ length: random.integer(1, 6) }, () => random.pick(MESSAGES)),
  }));
}

const FIELDS: Readonly<Record<HostileMessage, Readonly<Record<string, string>>>> = {
  captured: { payment_status: "3000", notify_type: "capture" },
  refunded: { notify_type: "refund", refund_status: "1" },
  voided: { notify_type: "cancel", payment_status: "1000" },
  declined: { order_status: "0", result_info: "0005:Do not honour" },
  forged: {},
  large: { note: "x".repeat(200_000) },
  garbage: {},
  "no-order": { order_no: "acq_00000000000000000000000000" },
};

/** The store's answer does not matter; its data must stay right. */
export async function sendHostile(lane: Lane, orderNo: string, messages: readonly HostileMessage[]): Promise<void> {
  await Promise.all(
    messages.map((message, index) => {
      if (message === "garbage") return lane.notify(`<respon>${"\u0000".repeat(index + 1)}&order_no=${orderNo}`);
      const fields: Record<string, string> = {
        merchant_id: "100001",
        account_id: "100001001",
        order_no: orderNo,
        transaction_id: String(17 + index),
        currency: "EUR",
        amount: "24.50",
        order_status: "1",
        result_info: "0000:Success",
        ...FIELDS[message],
      };
      if (message === "forged") fields.encryption_data = signFields("result", fields, "a-forged-key-00000000");
      return lane.notify(new URLSearchParams(fields).toString());
    }),
  );
}
