import type { Books, Violation } from "../support/books";
import { foldOverview, overviewDifferences } from "../../src/modules/acquiring/overview/fold";
import { excused, uncollected } from "./fulfilment-check";
import { checkBooks, lineOf, readBooks } from "../support/books";
import { readGatewayBook } from "../support/books/gateway-book";
import type { Command } from "./commands";
import type { Lane } from "./lane";
import type { Scene } from "./perform";
import { idsIn, orderNos, perform, wordsOf } from "./perform";
import type { Hostility } from "./hostile";
import { sendHostile } from "./hostile";
import type { Loss } from "./loss";
import { afterLoss } from "./loss";
import type { Rested } from "./rest";
import { comeToRest } from "./rest";
import type { Act, Step, Story } from "./story";
import { ATTEMPTS_OF_STORY, attemptsOfStory } from "./story-attempts";

/** Plays one story on a lane, brings it to rest and compares the books. */
export interface Played {
  readonly violations: readonly string[];
  /** Whether the armed failpoint was reached. */
  readonly crashed: boolean;
  /** One line per event, for analysing a violation. */
  readonly log: readonly string[];
}

/** If a caller still waits after this real time, because a process died, the clock moves on. */
const PATIENCE_MS = 4_000;
const PASSES_MS = 100_000;
/** Polling interval for a paused process, in real time. */
const LOOK_MS = 30;

export async function playStory(lane: Lane, story: Story): Promise<Played> {
  const log: string[] = [];
  await lane.revive();
  await lane.furnish(story);
  // The order that owes something is made before anything goes wrong.
  await lane.reset(story.payable || story.fulfilment ? { ...story, dialect: "off" } : story);
  const opened = await lane.ask(0, beginningOf(story));
  if (opened.kind !== "done") return { violations: [`no_checkout: ${wordsOf(opened)}`], crashed: false, log };
  if (story.payable || story.fulfilment) await lane.speak(story.dialect);
  const scene: Scene = { lane, log, actionUrl: null, linkToken: "", ...idsIn(opened.value) };
  let crashed = false;
  const untimed = { pauseMs: story.crash?.pauseMs, hasOwnTime: true };
  for (const [index, step] of story.steps.entries()) {
    if (story.crash?.atStep === index) {
      const { point, times, pauseMs } = story.crash;
      await lane.tellAll({ name: "arm", point, times, signal: pauseMs === undefined ? "SIGKILL" : "SIGSTOP" });
    }
    if (story.loss?.keptAt === index) await lane.database.keep(story.loss.how);
    if (story.loss?.lostAt === index) await lose(scene, story.loss);
    if (story.accountChangesAt === index) {
      log.push("another account is configured");
      await lane.changeAccount();
    }
    const strangers = playHostility(scene, story.hostile?.filter(({ atStep }) => atStep === index) ?? []);
    const stopped = await playStep(scene, step, story.crash?.pauseMs);
    const stoppedAmong = await patiently(scene, strangers, untimed);
    crashed ||= stoppedAmong;
    crashed ||= stopped;
    crashed ||= !lane.isWhole;
    if (!lane.isWhole) await afterCrash(scene);
  }
  if (story.loss && story.loss.keptAt < story.steps.length && story.loss.lostAt >= story.steps.length)
    await lose(scene, story.loss);
  const restAt = performance.now();
  let rest: Rested = { log: [], crashed: false };
  const resting = comeToRest(lane, scene.cartId, story).then((rested) => {
    rest = rested;
  });
  const stoppedAtRest = await patiently(scene, resting, untimed);
  crashed ||= stoppedAtRest;
  log.push(...rest.log, `at rest (${String(Math.round(performance.now() - restAt))} ms)`);
  crashed ||= rest.crashed;
  await lane.tellAll({ name: "arm", point: null, times: 0 });
  if (isCapturedElsewhere(story) || isLost(story)) await watch(lane);
  const [gatewayUrl, ...otherGatewayUrls] = lane.gatewayUrls;
  const books = await readBooks({ pg: lane.pg, gatewayUrl, otherGatewayUrls, cartIds: [scene.cartId] });
  const found = [...checkBooks(books, { atRest: true }), ...(await atBothGateways(lane))];
  const weighed = isLost(story) ? await weighLoss(scene, story, books, found) : found;
  const violations = (await excused(lane, story, weighed)).map(lineOf);
  violations.push(...(await miscountedDays(lane)));
  if (!isLost(story)) violations.push(...(await uncollected(lane, story, scene.orderId)));
  if (violations.length > 0) log.push(...(await journalOf(lane, scene.cartId)));
  await retire(lane, scene.cartId);
  if (story.fulfilment) await lane.ask(0, { name: "end-policy" });
  return { violations, crashed, log };
}

/** The overview's figures are the ledger's, whatever died; figures of earlier stories were computed before. */
async function miscountedDays({ pg, nowMs }: Lane): Promise<string[]> {
  const now = (): Date => new Date(nowMs);
  await foldOverview(pg, { now, isStopping: () => false });
  return ((await overviewDifferences(pg, now)) ?? []).map(
    (day) => `overview: the figures of ${day} are not the ledger's`,
  );
}

const beginningOf = ({ mode, quantity, plan, payable, fulfilment }: Story): Command =>
  fulfilment
    ? { name: "sell", fulfilment, quantity }
    : payable
      ? { name: "owe", payable, quantity }
      : { name: "checkout", mode, quantity, ...(plan && { plan }) };

/** A payment must exist at one gateway only. */
async function atBothGateways(lane: Lane): Promise<Violation[]> {
  const [first, ...others] = await Promise.all(lane.gatewayUrls.map((url) => readGatewayBook([url], 0)));
  const known = new Set(first?.all.map(({ orderNo }) => orderNo));
  return others
    .flatMap(({ all }) => all)
    .filter(({ orderNo }) => known.has(orderNo))
    .map(({ orderNo }) => ({
      code: "order_at_two_gateways",
      words: "The same payment was sent to two gateways.",
      ids: { order_no: orderNo },
    }));
}

const isLost = ({ loss, steps }: Story): boolean => !!loss && loss.keptAt < steps.length;

async function lose({ lane, log }: Scene, { how }: Loss): Promise<void> {
  log.push(`the database returned to an earlier state (${how})`);
  await lane.database.lose();
}

/** Refunds requested by the story, and payments reported as lost. */
async function weighLoss(
  { lane }: Scene,
  { steps }: Story,
  books: Books,
  found: readonly Violation[],
): Promise<Violation[]> {
  const asked = steps.flatMap(({ acts }) => acts).filter(({ kind }) => kind === "refund" || kind === "cancel-order");
  const told = async (kind: string): Promise<Set<string>> =>
    new Set(await lane.pg("acquiring_attention_item").where({ kind }).pluck<string[]>("subject"));
  return afterLoss(books, found, {
    asked: asked.length + books.journal.length,
    told: await told("lost_payment"),
    unconfirmed: new Set([...(await told("capture_unconfirmed")), ...(await told("amount_mismatch"))]),
  });
}

/** Not awaited: the attacker's messages arrive during the step. */
async function playHostility(scene: Scene, all: readonly Hostility[]): Promise<void> {
  for (const { messages } of all) {
    scene.log.push(`  an attacker sends ${messages.join(", ")}`);
    for (const orderNo of await orderNos(scene)) await sendHostile(scene.lane, orderNo, messages);
  }
}

const isCapturedElsewhere = ({ steps }: Story): boolean =>
  steps.some(({ acts }) => acts.some((act) => act.kind === "portal" && act.does === "capture"));

/** An unconfirmed capture is reported after an hour; the store checks once a minute. */
async function watch(lane: Lane): Promise<void> {
  await lane.advance(61 * 60_000);
  await lane.ask(0, { name: "watch" });
}

/** Ledger entries and wire requests, line by line in order of time. */
async function journalOf({ pg }: Lane, cartId: string): Promise<string[]> {
  const { rows } = await pg.raw<{ rows: { line: string }[] }>(
    `WITH first AS (${ATTEMPTS_OF_STORY}),
     mine AS (SELECT id, order_no FROM acquiring_payment_attempt WHERE id IN (SELECT id FROM first) OR renewal_of IN (SELECT id FROM first))
     SELECT concat_ws(' ', at, line) AS line FROM (
       SELECT occurred_at AS at, sequence, concat_ws(' ', attempt_id, 'journal', source, kind, from_state, '→', to_state, amount, code, message) AS line
       FROM acquiring_entry WHERE attempt_id IN (SELECT id FROM mine)
       UNION ALL
       SELECT received_at, 0, concat_ws(' ', order_no, 'inbox', source, status, result,
         (SELECT string_agg(concat_ws(' ', fact->>'kind', fact->>'reading', fact->>'code'), ', ') FROM jsonb_array_elements(facts) AS fact))
       FROM acquiring_inbox_event WHERE order_no IN (SELECT order_no FROM mine)
       UNION ALL
       SELECT raised_at, 1, concat_ws(' ', attempt_id, 'attention', kind, message, 'cleared ' || cleared_at::text)
       FROM acquiring_attention_item WHERE attempt_id IN (SELECT id FROM mine)
       UNION ALL
       SELECT e.at, 2, concat_ws(' ', e.subscription_id, e.kind, e.actor, e.number, e.amount, e.order_id, e.note)
       FROM acquiring_subscription_event e JOIN acquiring_subscription c ON c.id = e.subscription_id WHERE c.attempt_id IN (SELECT id FROM first)
     ) AS told ORDER BY at, sequence`,
    { story: cartId },
  );
  return rows.map(({ line }) => `  ${line}`);
}

async function afterCrash({ lane, log }: Scene): Promise<void> {
  log.push("a process died and was restarted");
  // Only the first process that reaches the failpoint dies; the others continue without it.
  await lane.tellAll({ name: "arm", point: null, times: 0 });
  await lane.revive();
}

/** Removes the finished story's due items from the schedule, so that the next story runs alone. */
async function retire(lane: Lane, cartId: string): Promise<void> {
  const nothing = {
    next_check_at: null,
    project_after: null,
    reverse_at: null,
    remind_at: null,
    subscription_due_at: null,
  };
  const { pg } = lane;
  const firsts = attemptsOfStory(pg, cartId);
  const subscriptions = pg("acquiring_subscription").where({ cart_id: cartId }).select("id");
  await pg("acquiring_payment_attempt").whereIn("id", firsts).orWhereIn("renewal_of", firsts).update(nothing);
  await pg("acquiring_subscription_task").whereIn("subscription_id", subscriptions).update({ due_at: null });
  await pg("acquiring_subscription").where({ cart_id: cartId }).update({ next_check_at: null });
  await lane.pg("acquiring_inbox_event").where({ status: "pending" }).update({ next_try_at: null });
  await lane.pg("acquiring_velocity").delete();
}

/** True if a process was paused meanwhile. */
async function playStep(scene: Scene, { acts, processes, faults }: Step, pauseMs?: number): Promise<boolean> {
  const { lane } = scene;
  if (faults.length > 0) {
    scene.log.push(`  tape: ${faults.map((entry) => Object.values(entry).join(" ")).join(", ")}`);
    await lane.control("tape", { entries: faults });
  }
  const all = Promise.all(acts.map((act, index) => playAct(scene, act, processes[index] ?? 0)));
  const stopped = await patiently(scene, all, { pauseMs });
  await lane.control("tape", {}, "DELETE");
  // Notifications of the step arrive shortly after it.
  const stoppedLater = await patiently(scene, lane.advance(1_000), { pauseMs, hasOwnTime: true });
  return stopped || stoppedLater;
}

/**
 * Waits for the work. While a process is paused, the others work on the cart first; if a caller waits for the clock,
 * time moves on, unless the work moves it itself. True if a process was paused.
 */
async function patiently(
  scene: Scene,
  work: Promise<unknown>,
  { pauseMs, hasOwnTime = false }: { readonly pauseMs: number | undefined; readonly hasOwnTime?: boolean },
): Promise<boolean> {
  const { lane } = scene;
  let isOver = false;
  let stopped = false;
  const done = work.finally(() => {
    isOver = true;
  });
  let waitedMs = 0;
  const stepMs = pauseMs === undefined ? PATIENCE_MS : LOOK_MS;
  while (!isOver) {
    const patience = new Promise((resolve) => setTimeout(resolve, stepMs).unref());
    await Promise.race([done, patience]);
    waitedMs += stepMs;
    if (pauseMs !== undefined && lane.isStopped) {
      stopped = true;
      waitedMs = 0;
      await standStill(scene, pauseMs);
    } else if (!isOver && !hasOwnTime && waitedMs >= PATIENCE_MS) {
      waitedMs = 0;
      await lane.advance(PASSES_MS);
    }
  }
  await done;
  return stopped;
}

/** Time limit for the others, which may wait for a row that the paused process has locked. */
const MEANWHILE_MS = 1_500;

async function standStill({ lane, log, cartId }: Scene, pauseMs: number): Promise<void> {
  log.push(`a process pauses for ${String(pauseMs / 1_000)} s`);
  await lane.tellAll({ name: "arm", point: null, times: 0 });
  await lane.advance(pauseMs);
  const { awake } = lane;
  if (awake !== null) {
    const looks = lane.ask(awake, { name: "check", cartId }).then(() => lane.ask(awake, { name: "work" }));
    const patience = new Promise((resolve) => setTimeout(resolve, MEANWHILE_MS).unref());
    await Promise.race([looks, patience]);
  }
  lane.resume();
}

async function playAct(scene: Scene, act: Act, process: number): Promise<void> {
  const startedAt = performance.now();
  const heard = await perform(scene, act, process);
  const { kind, ...more } = act;
  const ms = Math.round(performance.now() - startedAt);
  scene.log.push(
    `${kind} ${Object.values(more).map(plain).join(" ")} @${String(process)} → ${heard} (${String(ms)} ms)`,
  );
}

const plain = (value: unknown): string => (typeof value === "object" ? JSON.stringify(value) : String(value));
