import type { GatewayStore } from "./gateway-store";
import type { Gateway } from "../context";
import { settleDue } from "../payments/decisions";
import { moveDuePayouts } from "../payouts/payout-steps";
import { renewDue } from "../subscriptions/renewals";

/** The gateway's clock: a given clock plus an offset, or a virtual one. It only moves forwards. */
export class Clock {
  private stoodStillAt: Date | null = null;

  constructor(
    private readonly source: () => Date,
    private readonly book: GatewayStore,
  ) {}

  readonly now = (): Date => new Date((this.stoodStillAt ?? this.source()).getTime() + this.book.aheadMs);

  get isVirtual(): boolean {
    return this.stoodStillAt !== null;
  }

  setVirtual(isVirtual: boolean): void {
    if (isVirtual !== this.isVirtual) this.stoodStillAt = isVirtual ? this.source() : null;
  }
}

/** With a virtual clock everything happens at its own time, in order. Resolves when the store has answered. */
export async function advance(gateway: Gateway, ms: number): Promise<void> {
  const { book, notifier } = gateway;
  const until = gateway.now().getTime() + ms;
  const moveTo = async (moment: number): Promise<void> => {
    const ahead = moment - gateway.now().getTime();
    if (ahead > 0) book.advance(ahead);
    passTime(gateway);
    await notifier.deliverDue();
  };
  for (let next = nextOf(gateway); notifier.isVirtual && next !== null && next < until; next = nextOf(gateway)) {
    await moveTo(next);
  }
  await moveTo(until);
}

export function passTime(gateway: Gateway): void {
  settleDue(gateway);
  renewDue(gateway);
  moveDuePayouts(gateway);
}

function nextOf({ due, renewalsDue, payoutsDue, notifier }: Gateway): number | null {
  const moments = [due.next, renewalsDue.next, payoutsDue.next, notifier.next].filter((moment) => moment !== null);
  return moments.length === 0 ? null : Math.min(...moments);
}
