import type { Scene } from "./perform";
import type { Heard } from "./store-child";

/** What staff does with the items of a sold order, and the minute's job that refunds automatically. */
export interface FulfilmentAct {
  readonly kind: "handle";
  readonly does: "fulfil" | "ship" | "deliver" | "cancel" | "return" | "return-damaged";
  /** At most; fewer if fewer are left. */
  readonly quantity: number;
}

export async function performFulfilmentAct(
  { lane, orderId }: Scene,
  { does, quantity }: FulfilmentAct,
  process: number,
): Promise<Heard> {
  return lane.ask(process, { name: "handle", orderId, does, quantity });
}
