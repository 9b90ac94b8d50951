import type { PayoutBulk, PayoutBulkAnswer, PayoutState } from "../../api-schema/admin";
import type { PayoutRow } from "../../modules/acquiring_payout/rows";
import { logFailedWork } from "../log-failed-work";
import { resolvePayoutService } from "./resolve-payout-service";
import type { PayoutActor } from "./payout-actor";
import { approveOne, submitOne } from "./payout-commands";
import { PayoutRefused } from "./refusal";
import { repeatsOfPayout, repeatText } from "./repeated";
import { beginPayouts } from "./work-payouts";

/** Bulk actions on payouts; one that is refused does not stop the others. */
type Item = PayoutBulk["payouts"][number];
type Result = PayoutBulkAnswer["results"][number];

export async function submitMany(who: PayoutActor, { payouts }: PayoutBulk): Promise<PayoutBulkAnswer> {
  return { results: await each(who, payouts, ({ id, payload_hash: hash }) => submitOne(who, id, hash)) };
}

/** Sending starts after the answer, because each send waits for the gateway. */
export async function approveMany(who: PayoutActor, { payouts }: PayoutBulk): Promise<PayoutBulkAnswer> {
  const results = await each(who, payouts, async ({ id, ...seen }) => {
    await refuseRepeated(who, id);
    return approveOne(who, id, seen);
  });
  const ready = results.filter(({ outcome, state }) => outcome === "done" && state === "approved");
  if (ready.length > 0) {
    beginPayouts(
      who.container,
      ready.map(({ id }) => id),
    );
  }
  return { results };
}

/** A list does not show that a payout looks like another one; its own page does. */
async function refuseRepeated({ container }: PayoutActor, id: string): Promise<void> {
  const payoutService = resolvePayoutService(container);
  const payout = await payoutService.payouts.byId(id);
  const repeats = payout ? await repeatsOfPayout(payoutService, payout) : [];
  if (repeats.length === 0) return;
  const message = `${repeatText(repeats)} If it is owed twice, open it and approve it there.`;
  throw new PayoutRefused({ kind: "refused", code: "not_now", message });
}

/** Sequentially: they may share a beneficiary and limits. */
async function each(
  who: PayoutActor,
  items: readonly Item[],
  work: (item: Item) => Promise<PayoutRow>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (const item of items) results.push(await resultOf(who, item, work));
  return results;
}

async function resultOf(
  { container }: PayoutActor,
  item: Item,
  work: (item: Item) => Promise<PayoutRow>,
): Promise<Result> {
  const { id } = item;
  try {
    const { state } = await work(item);
    return { id, outcome: "done", message: null, state };
  } catch (error) {
    const message = error instanceof PayoutRefused ? error.message : "This failed. Try again.";
    if (!(error instanceof PayoutRefused)) logFailedWork(container, { work: "payout", id }, error);
    return { id, outcome: "refused", message, state: await stateOf({ container, id }) };
  }
}

async function stateOf({ container, id }: Pick<PayoutActor, "container" | "id">): Promise<PayoutState> {
  return (await resolvePayoutService(container).payouts.byId(id))?.state ?? "draft";
}
