import type { CapturePolicyRule } from "../../src/api-schema/admin";
import { acquiringResolveOperationWorkflow } from "../../src/workflows";
import { followRefund, watchRefunds } from "../../src/application/returns/follow-refund";
import type { FailpointName } from "../../src/modules/acquiring/runtime/failpoint";
import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";
import { Random } from "../faults/random";
import { checkBooks, readBooks } from "../support/books";
import type { Stage } from "../support/boot";
import { withStore } from "../support/boot";
import type { PlacedOrder } from "../support/capture-rules";
import { captureRules } from "../support/capture-rules";
import { MonthStores } from "../support/month-stores";
import { receiveReturn } from "../support/returns";

/**
 * A month of a store under a capture policy: orders of several sales channels with different rules, shipped in parts, late or never, and
 * sometimes returned; answers are lost, processes die. At the end gateway, ledger and Medusa agree, no authorisation has expired unnoticed,
 * and captures took hardly more requests than the fewest possible. `CAPTURE_ORDERS=5000 CAPTURE_SEED=1 npm run test http -- capture-month`:
 * from 100 orders on two other store processes serve the orders, and the worker is one that is killed by SIGKILL.
 */
const ORDERS = Number.parseInt(process.env.CAPTURE_ORDERS ?? "12", 10);
const SEED = Number.parseInt(process.env.CAPTURE_SEED ?? "1", 10);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
/** The short run of every test run takes ten days. */
const DAYS = ORDERS < 100 ? 10 : 30;
const LOOKS_A_DAY = 2;
const AT_ONCE = 6;
const PROCESSES = ORDERS < 100 ? 0 : 2;
/** A machine that pauses longer than the default in the middle of a request must not fail the test. */
const PROFILE = { capture: { multiple: true }, batch: { maxWaitMs: 5_000 } };
/** All returns are refunded by themselves. */
const OPTIONS = { refunds: { automatic: { EUR: "1000.00" } } };
const PER_ORDER_MS = 5_000;

const KILLED_AT: readonly FailpointName[] = [
  "capture:before-commit",
  "capture:before-send",
  "capture:after-send",
  "capture:after-conclude",
  "project:after-recording",
];

/** One sales channel each. */
const RULES: readonly Partial<CapturePolicyRule>[] = [
  { capture: "on_order" },
  { capture: "on_shipment" },
  { capture: "on_fulfilment", at_expiry: "capture", hours: 48 },
  { capture: "before_expiry", at_expiry: "capture" },
  { capture: "on_shipment", at_expiry: "void", hours: 12 },
  { capture: "manual" },
];

const HANDLES = ["tall-vase", "stoneware-mug"] as const;
const QUANTITIES = [1, 2, 3, 4] as const;

/** What happens to an order, by tick. */
interface Fate {
  readonly at: number;
  readonly quantity: number;
  readonly handle: string;
  readonly channel: number;
  /** Ticks at which one item is shipped. */
  readonly shipments: readonly number[];
  /** The tick at which one shipped item comes back. */
  readonly returned: number | null;
  readonly isCancelled: boolean;
}

withStore(
  "capture_month",
  (stage) => {
    const on = captureRules(stage);

    test(
      `${String(DAYS)} days with ${String(ORDERS)} orders (seed ${String(SEED)})`,
      async () => {
        const { admin, container, gateway, ledger, pg, shop } = stage();
        const random = new Random(SEED, 0);
        await gateway.control("settings", { multipleCaptures: true });
        const stock = 1_000_000;
        const raw = JSON.stringify({ value: String(stock), precision: 20 });
        await pg("inventory_level").update({ stocked_quantity: stock, raw_stocked_quantity: raw });
        const channels: string[] = [];
        for (const index of RULES.keys()) {
          const { body } = await admin.post("/admin/sales-channels", { name: `Channel ${String(index)}` }).expect(200);
          channels.push(body.sales_channel.id);
        }
        await on.save(...RULES.map((rule, index) => ({ ...rule, sales_channel_id: channels[index] ?? null })));
        // Two first carts of a customer at once are refused by Medusa.
        for (const handle of HANDLES) for (const quantity of QUANTITIES) await shop.checkout(handle, quantity);
        const ticks = DAYS * LOOKS_A_DAY;
        const fates = Array.from({ length: ORDERS }, () => fateOf(random, ticks));
        const started = Date.now();
        let tick = 0;
        ledger.useClock(() => new Date(started + (tick * DAY) / LOOKS_A_DAY + ((Date.now() - started) % HOUR)));
        const placed = new Map<Fate, PlacedOrder>();
        const cameBack = new Set<Fate>();
        let [fewest, requests, lastRequest, deaths] = [0, 0, 0, 0];
        const stores = PROCESSES > 0 ? await MonthStores.start(stage(), PROCESSES) : null;
        const there = (): Stage => stores?.next() ?? stage();
        const at = (one: Stage) => captureRules(() => one);

        try {
          for (; tick < ticks + 10 * LOOKS_A_DAY; tick += 1) await halfADay(tick);
          for (let times = 0; times < 2; times += 1, tick += 1) {
            await stores?.setClocks();
            await hurry(2);
            await decideUnknown();
            await refundReturns([...cameBack]);
          }
          await stores?.setClocks();
          await hurry(2);
        } finally {
          await stores?.stop();
        }

        async function halfADay(now: number): Promise<void> {
          await stores?.setClocks();
          await inParallel(
            fates.filter((fate) => fate.at === now),
            async (fate) => {
              const order = await at(there()).order(fate.quantity, fate.handle);
              await pg("order").where({ id: order.orderId }).update({ sales_channel_id: channels[fate.channel] });
              placed.set(fate, order);
            },
          );
          await inParallel(
            fates.filter(({ shipments }) => shipments.includes(now)),
            async (fate) => {
              const order = placed.get(fate);
              if (order && (await on.attempt(order)).state !== "voided") await at(there()).ship(order);
            },
          );
          await inParallel(
            fates.filter(({ returned }) => returned === now),
            async (fate) => {
              const order = placed.get(fate);
              if (!order || (await on.attempt(order)).state === "voided") return;
              await receiveReturn(there(), { ...order, itemId: await on.itemOf(order.orderId) }, 1);
              cameBack.add(fate);
            },
          );
          await inParallel(
            fates.filter((fate) => fate.isCancelled && fate.at + 2 === now),
            async (fate) => {
              const order = placed.get(fate);
              if (order) await there().admin.post(`/admin/orders/${order.orderId}/cancel`).expect(200);
            },
          );
          await work(await trouble());
          armFailpoint(null);
          await hurry(1);
          await decideUnknown();
          await refundReturns([...cameBack].filter(({ returned }) => (returned ?? 0) + 3 > now));
          await ledger.watchAttention();
          if (stores)
            process.stderr.write(
              `${String(now + 1)} half days: ${String(placed.size)} orders, ${String(cameBack.size)} returns, ` +
                `${String(stores.deaths)} deaths, ${String(Math.round((Date.now() - started) / 60_000))} minutes\n`,
            );
        }

        /** Medusa's rows have the real time, at which the minute's look for returns does not look. */
        async function refundReturns(of: readonly Fate[]): Promise<void> {
          for (const fate of of) await followRefund(container, placed.get(fate)?.orderId ?? "");
          await watchRefunds(container);
        }

        /** A query cannot tell two captures of a payment apart: staff look at the gateway's portal. */
        async function decideUnknown(): Promise<void> {
          const open = await pg("acquiring_operation AS operation")
            .join("acquiring_payment_attempt AS attempt", "attempt.id", "operation.attempt_id")
            .where({ "operation.kind": "capture", "operation.status": "unknown" })
            .where("attempt.captured", ">", 0)
            .select("operation.id", "operation.attempt_id", "attempt.order_no");
          for (const { id: operationId, attempt_id: attemptId, order_no: orderNo } of open) {
            const settled = await pg("acquiring_operation").where({
              attempt_id: attemptId,
              kind: "capture",
              status: "settled",
            });
            const { captures } = await gateway.transaction(orderNo);
            const resolution = captures.length > settled.length ? "happened" : "did_not_happen";
            const input = {
              attemptId,
              operationId,
              resolution,
              actorId: "user_1",
              note: "Seen in the portal.",
            } as const;
            await acquiringResolveOperationWorkflow(container).run({ input });
          }
        }

        /** One round of work, and how many requests its captures took and needed. */
        async function work(killAt: KillAt | null = null): Promise<void> {
          if (stores) await stores.work(killAt);
          else {
            if (killAt) dieAt(killAt, () => (deaths += 1));
            await stage().work();
          }
          const seen = await gateway.requests(lastRequest);
          lastRequest = seen.at(-1)?.seq ?? lastRequest;
          const sent = seen.filter(({ operation }) => operation === "capture");
          requests += sent.length;
          const items = sent.flatMap(({ body }) => body["capture_orders"] ?? []);
          fewest += Math.ceil(items.length / 50);
        }

        async function hurry(rounds: number): Promise<void> {
          for (let times = 0; times < rounds; times += 1) {
            for (const column of ["project_after", "next_check_at"])
              await pg.raw(`UPDATE acquiring_payment_attempt SET ${column} = ? WHERE ${column} IS NOT NULL`, [
                // The workers' clocks stand at the beginning of the half day.
                new Date(ledger.now().getTime() - HOUR),
              ]);
            await work();
          }
        }

        async function trouble(): Promise<KillAt | null> {
          const what = random.integer(0, 15);
          if (what === 0) await gateway.fault("capture", "drop-after-apply");
          if (what === 1) await gateway.fault("capture", "5xx-before");
          if (what === 2) await gateway.fault("refund", "drop-after-apply");
          const point = KILLED_AT[what - 3];
          if (point === undefined) return null;
          return { point, times: random.integer(1, 3) };
        }

        const violations = checkBooks(await readBooks({ pg, gatewayUrl: gateway.url }), { atRest: true });
        const wrong = [];
        for (const [fate, order] of placed) wrong.push(...(await wrongOf(fate, order)));
        console.log(
          `${String(ORDERS)} orders, ${String(cameBack.size)} returns, a process killed ${String(stores?.deaths ?? deaths)} times: ` +
            `${String(requests)} capture requests, at least ${String(fewest)} needed.`,
        );
        expect({ violations, unnoticed: await unnoticed(), wrong }).toEqual({
          violations: [],
          unnoticed: [],
          wrong: [],
        });
        expect(requests).toBeLessThanOrEqual(Math.ceil(fewest * 1.05));

        /** Payments whose authorisation is over, with money left that nobody was told of. Nobody owes what came back. */
        async function unnoticed(): Promise<string[]> {
          const over = new Date(ledger.now().getTime() - 7 * DAY);
          const { rows } = await pg.raw<{ rows: { id: string; authorised: string; captured: string }[] }>(
            `SELECT attempt.id, attempt.authorised, attempt.captured FROM acquiring_payment_attempt AS attempt
             JOIN order_cart AS link ON link.cart_id = attempt.cart_id
             JOIN "order" AS placed ON placed.id = link.order_id AND placed.status <> 'canceled'
             WHERE attempt.state IN ('authorised', 'captured') AND attempt.captured < attempt.authorised
               AND (SELECT max(occurred_at) FROM acquiring_entry WHERE attempt_id = attempt.id AND kind = 'authorised') < ?
               AND NOT (EXISTS (SELECT FROM acquiring_attention_item WHERE attempt_id = attempt.id
                   AND kind IN ('expiring_authorisation', 'capture_due'))
                 AND EXISTS (SELECT FROM acquiring_entry WHERE attempt_id = attempt.id AND kind = 'authorisation_expiring'))`,
            [over],
          );
          const back = new Map([...cameBack].map((fate) => [placed.get(fate)?.attemptId, fate.quantity]));
          return rows
            .filter(({ id, authorised, captured }) => {
              const quantity = back.get(id);
              return quantity === undefined || Number(captured) * quantity < Number(authorised) * (quantity - 1);
            })
            .map((row) => JSON.stringify(row));
        }

        /** What is captured differs from what the order's rule says at the end of the month. */
        async function wrongOf(fate: Fate, order: PlacedOrder): Promise<string[]> {
          const { state, captured, refunded, refund_pending: refunding, authorised } = await on.attempt(order);
          const unit = Number(authorised) / fate.quantity;
          const back = cameBack.has(fate) ? unit : 0;
          // What was captured for an item that came back pays for those that are not shipped yet.
          const total = Number(authorised) - back;
          const inTime = fate.shipments.filter((at) => at < ticks + 10 * LOOKS_A_DAY);
          const shipped = unit * Math.min(fate.quantity, inTime.length);
          const { capture = "manual", at_expiry: atExpiry = "remind" } = RULES[fate.channel] ?? {};
          const isWhole = capture === "on_order" || atExpiry === "capture";
          const expected = fate.isCancelled
            ? null
            : isWhole
              ? total
              : capture === "on_shipment"
                ? Math.min(shipped, total)
                : 0;
          const is = state === "voided" ? 0 : Number(captured) - Number(refunded) - Number(refunding);
          // Cancelled while a capture was undecided: the void was refused then, and staff are told before it expires.
          const isTold = (await pg("acquiring_attention_item").where({ attempt_id: order.attemptId })).length > 0;
          if (expected === null)
            return state === "voided" || Number(captured) === total || isTold
              ? []
              : [`${order.attemptId} was cancelled, and ${captured} are captured`];
          if (atExpiry === "void" && state === "voided") return [];
          return is === expected
            ? []
            : [`${order.attemptId} (${JSON.stringify(fate)}): ${String(is)} of ${String(expected)}`];
        }
      },
      400_000 + ORDERS * PER_ORDER_MS,
    );
  },
  PROFILE,
  OPTIONS,
);

/** The worker dies at this passage of the failpoint. */
interface KillAt {
  readonly point: FailpointName;
  readonly times: number;
}

/** Of a worker in the test's own process, one piece of work dies. */
function dieAt({ point, times }: KillAt, died: () => void): void {
  let passed = 0;
  armFailpoint((name) => {
    if (name !== point || (passed += 1) < times) return;
    if (passed === times) died();
    throw new Error("killed");
  });
}

function fateOf(random: Random, ticks: number): Fate {
  const at = random.integer(0, ticks - 1);
  const quantity = 1 + random.integer(0, 3);
  const isCancelled = random.integer(0, 11) === 0;
  const isShipped = !isCancelled && random.integer(0, 4) !== 0;
  const shipments: number[] = [];
  let next = at;
  for (let count = 0; isShipped && count < quantity && random.integer(0, 7) !== 0; count += 1) {
    next += 1 + random.integer(0, 8);
    shipments.push(next);
  }
  const handle = random.integer(0, 1) === 0 ? "tall-vase" : "stoneware-mug";
  const isReturned = shipments.length > 0 && random.integer(0, 5) === 0;
  const returned = isReturned ? next + 1 + random.integer(0, 5) : null;
  return { at, quantity, handle, channel: random.integer(0, RULES.length - 1), shipments, returned, isCancelled };
}

async function inParallel<T>(all: readonly T[], work: (one: T) => Promise<void>): Promise<void> {
  const left = [...all];
  const worker = async (): Promise<void> => {
    for (let one = left.shift(); one !== undefined; one = left.shift()) await work(one);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
