import type { GatewayStore } from "./gateway-store";
import type { Gateway } from "../context";
import { settleDue } from "../payments/decisions";
import { moveDuePayouts } from "../payouts/payout-steps";
import { renewDue } from "../subscriptions/renewals";

/**
 * The gateway's clock: the given one and what it was moved ahead, or standing still
 * while it is virtual, so that it passes only when somebody moves it. It only goes
 * forwards.
 */
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

/**
 * Moves the clock and does what is due, in the order of time while it is virtual: what
 * becomes due on the way happens at its own moment, and what follows from it too.
 * Resolves when the store has answered the notifications that became due.
 */
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

/** Does what the clock has made due, but for notifications. */
export function passTime(gateway: Gateway): void {
  settleDue(gateway);
  renewDue(gateway);
  moveDuePayouts(gateway);
}

function nextOf({ due, renewalsDue, payoutsDue, notifier }: Gateway): number | null {
  const moments = [due.next, renewalsDue.next, payoutsDue.next, notifier.next].filter((moment) => moment !== null);
  return moments.length === 0 ? null : Math.min(...moments);
}
