import { checkBooks, lineOf, readBooks } from "../support/books";
import { Traveller } from "../support/traveller";
import type { Command } from "./commands";
import type { Lane } from "./lane";
import { comeToRest } from "./rest";
import type { Heard } from "./store-child";
import type { Act, Lie, Step, Story } from "./story";

/** Plays one story on a lane, brings it to rest and compares the books. */
export interface Played {
  readonly violations: readonly string[];
  /** Did the armed crash point strike? */
  readonly crashed: boolean;
  /** What happened, one line each, for whoever reads a violation. */
  readonly log: readonly string[];
}

interface Scene {
  readonly lane: Lane;
  readonly log: string[];
  readonly cartId: string;
  sessionId: string;
  /** The last address that a shopper was led to. */
  actionUrl: string | null;
}

const SHOP = "http://localhost:8000";
/** A caller that waits for a process that died waits on the clock: after this long in real time, time passes. */
const PATIENCE_MS = 4_000;
const PASSES_MS = 100_000;

export async function playStory(lane: Lane, story: Story): Promise<Played> {
  const log: string[] = [];
  await lane.revive();
  await lane.reset();
  const opened = await lane.ask(0, { name: "checkout", mode: story.mode, quantity: story.quantity });
  if (opened.kind !== "done") return { violations: [`no_checkout: ${wordsOf(opened)}`], crashed: false, log };
  const scene: Scene = { lane, log, actionUrl: null, ...idsIn(opened.value) };
  let crashed = false;
  for (const [index, step] of story.steps.entries()) {
    if (story.crash?.atStep === index) {
      await lane.tellAll({ name: "arm", point: story.crash.point, times: story.crash.times });
    }
    await playStep(scene, step);
    crashed ||= !lane.isWhole;
    if (!lane.isWhole) await afterCrash(scene);
  }
  const restAt = performance.now();
  const rest = await comeToRest(lane, scene.cartId, story.toldInTheEnd);
  log.push(...rest.log, `at rest (${String(Math.round(performance.now() - restAt))} ms)`);
  crashed ||= rest.crashed;
  await lane.tellAll({ name: "arm", point: null, times: 0 });
  const books = await readBooks({ pg: lane.pg, gatewayUrl: lane.simulator.url, cartIds: [scene.cartId] });
  const violations = checkBooks(books, { atRest: true }).map(lineOf);
  if (violations.length > 0) log.push(...(await journalOf(lane, scene.cartId)));
  await retire(lane, scene.cartId);
  return { violations, crashed, log };
}

/** What the ledger noted and what the wire told it, line by line, in the order of the clock. */
async function journalOf({ pg }: Lane, cartId: string): Promise<string[]> {
  const { rows } = await pg.raw<{ rows: { line: string }[] }>(
    `WITH mine AS (SELECT id, order_no FROM acquiring_payment_attempt WHERE cart_id = ?)
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
     ) AS told ORDER BY at, sequence`,
    [cartId],
  );
  return rows.map(({ line }) => `  ${line}`);
}

async function afterCrash({ lane, log }: Scene): Promise<void> {
  log.push("a process died and was started again");
  // Only the first process that passes the point dies; the others go on without it.
  await lane.tellAll({ name: "arm", point: null, times: 0 });
  await lane.revive();
}

/** The story is over: what of it would be due for ever is taken from the schedule, so that the next one is alone. */
async function retire(lane: Lane, cartId: string): Promise<void> {
  const nothing = { next_check_at: null, project_after: null, reverse_at: null, remind_at: null };
  await lane.pg("acquiring_payment_attempt").where({ cart_id: cartId }).update(nothing);
  await lane.pg("acquiring_inbox_event").where({ status: "pending" }).update({ next_try_at: null });
  await lane.pg("acquiring_velocity").delete();
}

async function playStep(scene: Scene, { acts, processes, faults }: Step): Promise<void> {
  const { lane } = scene;
  if (faults.length > 0) {
    scene.log.push(`  tape: ${faults.map((entry) => Object.values(entry).join(" ")).join(", ")}`);
    await lane.control("tape", { entries: faults });
  }
  const all = Promise.all(acts.map((act, index) => playAct(scene, act, processes[index] ?? 0)));
  await patiently(lane, all);
  await lane.control("tape", {}, "DELETE");
  // What was announced meanwhile arrives a moment later.
  await lane.advance(1_000);
}

/** Lets time pass while somebody waits on the clock. */
async function patiently(lane: Lane, work: Promise<unknown>): Promise<void> {
  let isOver = false;
  const done = work.finally(() => {
    isOver = true;
  });
  while (!isOver) {
    const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS).unref());
    await Promise.race([done, patience]);
    if (!isOver) await lane.advance(PASSES_MS);
  }
  await done;
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

async function perform(scene: Scene, act: Act, process: number): Promise<string> {
  const { lane, cartId } = scene;
  const ask = async (command: Command): Promise<string> => wordsOf(await lane.ask(process, command));
  switch (act.kind) {
    case "pay": {
      const heard = await lane.ask(process, { name: "pay", sessionId: scene.sessionId, method: act.choice });
      if (heard.kind === "done") scene.actionUrl = actionIn(heard.value) ?? scene.actionUrl;
      return wordsOf(heard);
    }
    case "shopper":
      return shopper(scene, act.does);
    case "bank":
      return onGateway(scene, act.says);
    case "refunds-fail":
      return onGateway(scene, "process-refunds", { outcome: "failed" });
    case "portal":
      return onGateway(scene, `portal-${act.does}`, act.does === "refund" ? { amount: "5.00" } : {});
    case "notify":
      return notify(scene, act.times, act.lie);
    case "complete":
    case "check":
    case "cancel-order":
      return ask({ name: act.kind, cartId });
    case "status":
      return ask({ name: "status", sessionId: scene.sessionId });
    case "work":
      return ask({ name: "work" });
    case "capture":
    case "refund":
      return ask({ name: act.kind, cartId, percent: act.percent });
    case "review":
      return ask({ name: "review", cartId, verdict: act.verdict });
    case "change-cart":
      return ask({ name: "change-cart", cartId, quantity: act.quantity });
    case "new-session": {
      const heard = await lane.ask(process, { name: "session", cartId, mode: act.mode });
      if (heard.kind === "done") scene.sessionId = idsIn(heard.value).sessionId;
      return wordsOf(heard);
    }
    case "wait":
      await lane.advance(act.ms);
      return "";
  }
}

function wordsOf(heard: Heard): string {
  if (heard.kind === "died") return "died";
  return heard.kind === "refused" ? `refused: ${heard.error.slice(0, 160)}` : JSON.stringify(heard.value);
}

const idsIn = (value: unknown): { cartId: string; sessionId: string } => {
  const fields = new Map(Object.entries(value ?? {}));
  return { cartId: String(fields.get("cartId") ?? ""), sessionId: String(fields.get("sessionId") ?? "") };
};

function actionIn(value: unknown): string | null {
  const url: unknown = new Map(Object.entries(value ?? {})).get("actionUrl");
  return typeof url === "string" ? url : null;
}

/** A shopper without a browser on the gateway's pages. */
async function shopper(scene: Scene, does: Extract<Act, { kind: "shopper" }>["does"]): Promise<string> {
  if (scene.actionUrl === null) return "nowhere to go";
  // Whoever closes the tab does not come back to our page.
  const traveller = new Traveller(
    does === "pays-and-leaves" ? new URL(scene.actionUrl).origin + "/acquiring/return" : SHOP,
  );
  try {
    const page = await traveller.follow(scene.actionUrl);
    const answer = does === "refuses" ? REFUSES : does === "gives-up" ? GIVES_UP : PAYS;
    if (
      /name="checkout"|<form/.test(page.html) &&
      page.html.includes("/v1/checkout/page") &&
      !page.html.includes('name="card"')
    ) {
      await traveller.submit(await traveller.submit(page), answer);
    } else {
      await traveller.submit(page, answer);
    }
    return traveller.way.at(-1)?.split("?")[0] ?? "";
  } catch (error) {
    return error instanceof Error ? error.message.slice(0, 120) : "lost the way";
  }
}

const CARD = {
  email: "ada@example.test",
  first_name: "Ada",
  last_name: "Lovelace",
  expiry: "12/39",
  security_code: "123",
};
/** The fields of every page at once: each takes its own. */
const PAYS = { ...CARD, card: "4111111111111111", decision: "approve", action: "pay" };
const REFUSES = { ...CARD, card: "4000000000000002", decision: "fail", action: "refuse" };
const GIVES_UP = { decision: "fail", action: "cancel" };

async function onGateway(scene: Scene, call: string, body: object = {}): Promise<string> {
  const said: string[] = [];
  for (const orderNo of await orderNos(scene)) {
    said.push((await scene.lane.control(call, { order_no: orderNo, ...body })) ? "done" : "refused");
  }
  return said.join(", ");
}

async function notify(scene: Scene, times: number, lie: Lie | null): Promise<string> {
  const said: string[] = [];
  for (const orderNo of await orderNos(scene)) {
    const told = await scene.lane.control("notify", { order_no: orderNo, times, ...(lie ? LIES[lie] : {}) });
    said.push(JSON.stringify(told?.results ?? "none"));
  }
  return said.join(", ").slice(0, 200);
}

const LIES: Readonly<Record<Lie, object>> = {
  captured: { kind: "capture", overrides: { payment_status: "3000", notify_type: "capture" } },
  declined: { overrides: { order_status: "0", payment_status: "1000", result_info: "0005:Declined" } },
  "other-amount": { overrides: { amount: "0.01" } },
  forged: { signature: "invalid", overrides: { payment_status: "3000" } },
};

async function orderNos({ lane, cartId }: Scene): Promise<string[]> {
  const rows: { order_no: string }[] = await lane
    .pg("acquiring_payment_attempt")
    .where({ cart_id: cartId })
    .orderBy("created_at")
    .select("order_no");
  return rows.map(({ order_no }) => order_no);
}
