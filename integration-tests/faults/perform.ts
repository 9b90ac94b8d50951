import { Traveller } from "../support/traveller";
import type { Command } from "./commands";
import { performFulfilmentAct } from "./fulfilment-acts";
import { isPayableAct, performPayableAct } from "./payable-acts";
import { performSubscriptionAct } from "./subscription-acts";
import type { Lane } from "./lane";
import type { Heard } from "./store-child";
import type { Act, Lie } from "./story";
import { attemptsOfStory } from "./story-attempts";

/** Performs one act of a story and describes the result. */
export interface Scene {
  readonly lane: Lane;
  readonly log: string[];
  /** In a story of a draft order, the order's ID. */
  readonly cartId: string;
  /** Only in stories of payment links. */
  readonly orderId: string;
  /** Token of the newest payment link; empty without one. */
  linkToken: string;
  sessionId: string;
  /** The last URL that a customer was redirected to. */
  actionUrl: string | null;
}

const SHOP = "http://localhost:8000";

export async function perform(scene: Scene, act: Act, process: number): Promise<string> {
  if (isPayableAct(act)) return wordsOf(await performPayableAct(scene, act, process));
  const { lane, cartId } = scene;
  const ask = async (command: Command): Promise<string> => wordsOf(await lane.ask(process, command));
  switch (act.kind) {
    case "handle":
      return wordsOf(await performFulfilmentAct(scene, act, process));
    case "watch-refunds":
      return ask({ name: "watch-refunds" });
    case "pay": {
      const heard = await lane.ask(process, {
        ...{ name: "pay", sessionId: scene.sessionId, method: act.choice },
        ...(scene.orderId && { link: scene.linkToken }),
      });
      if (heard.kind === "done") scene.actionUrl = actionIn(heard.value) ?? scene.actionUrl;
      return wordsOf(heard);
    }
    case "customer":
      return customer(scene, act.does);
    case "bank":
      return onGateway(scene, act.says);
    case "refunds-fail":
      return onGateway(scene, "process-refunds", { outcome: "failed" });
    case "portal":
      return inPortal(scene, act);
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
      return ask({ name: act.kind, cartId, percent: act.percent, newest: scene.orderId !== "" });
    case "review":
      return ask({ name: "review", cartId, action: act.action });
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
    default:
      return wordsOf(await performSubscriptionAct(lane, act, { cartId, process }));
  }
}

export function wordsOf(heard: Heard): string {
  if (heard.kind === "died") return "died";
  return heard.kind === "refused" ? `refused: ${heard.error.slice(0, 160)}` : JSON.stringify(heard.value);
}

export const idsIn = (value: unknown): Pick<Scene, "cartId" | "sessionId" | "orderId"> => {
  const fields = new Map(Object.entries(value ?? {}));
  const named = (name: string): string => String(fields.get(name) ?? "");
  return { cartId: named("cartId"), sessionId: named("sessionId"), orderId: named("orderId") };
};

function actionIn(value: unknown): string | null {
  const url: unknown = new Map(Object.entries(value ?? {})).get("actionUrl");
  return typeof url === "string" ? url : null;
}

/** Acts as a customer's browser on the gateway's pages. */
async function customer(scene: Scene, does: Extract<Act, { kind: "customer" }>["does"]): Promise<string> {
  if (scene.actionUrl === null) return "nowhere to go";
  // A customer who closes the tab does not return to our page.
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
/** Fields of all pages together; each page uses its own. */
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

async function inPortal(scene: Scene, { does, quietly }: Extract<Act, { kind: "portal" }>): Promise<string> {
  if (quietly) await scene.lane.control("settings", { notifications: "off" });
  const said = await onGateway(scene, `portal-${does}`, does === "refund" ? { amount: "5.00" } : {});
  if (quietly) await scene.lane.control("settings", { notifications: "on" });
  return said;
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

export async function orderNos({ lane, cartId }: Pick<Scene, "lane" | "cartId">): Promise<string[]> {
  const rows: { order_no: string }[] = await lane
    .pg("acquiring_payment_attempt")
    .whereIn("id", attemptsOfStory(lane.pg, cartId))
    .orderBy("created_at")
    .select("order_no");
  return rows.map(({ order_no }) => order_no);
}
