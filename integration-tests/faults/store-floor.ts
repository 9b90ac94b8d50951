import { readFileSync } from "node:fs";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import {
  addShippingMethodToCartWorkflow,
  cancelOrderWorkflow,
  capturePaymentWorkflow,
  createCartWorkflow,
  createPaymentCollectionForCartWorkflow,
  createPaymentSessionsWorkflow,
  refundPaymentWorkflow,
  updateLineItemInCartWorkflow,
} from "@medusajs/medusa/core-flows";
import { createCurrency, createMoney, fromMajor, toMajor } from "../../src/gateway/model/money";
import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";
import type { AttemptRow } from "../../src/modules/acquiring/ledger/rows/attempt-row";
import type AcquiringModuleService from "../../src/modules/acquiring/service";
import { acquiringCheckAttemptWorkflow } from "../../src/workflows/check-attempts";
import { completeCart } from "../../src/application/orders/complete-cart";
import { resolveLedger } from "../../src/application/resolve-ledger";
import { linkSession } from "../../src/application/checkout/link-session";
import { pay, paymentStatus } from "../../src/application/checkout/pay";
import { linkView } from "../../src/application/payables/link-view";
import { acquiringReviewAttemptWorkflow } from "../../src/workflows/review-attempt";
import { checkSubscriptions } from "../../src/application/subscriptions/check-subscriptions";
import { resolveSubscriptions } from "../../src/application/renewals/subscriptions-of";
import { findUnbegun } from "../../src/application/worker/find-unbegun";
import { watchRecovery } from "../../src/application/worker/recover";
import { watchRefunds } from "../../src/application/returns/follow-refund";
import { workerRound } from "../../src/application/worker/worker-round";
import { watchAttention } from "../../src/application/worker/watch-attention";
import { ADDRESS, cardInput } from "../support/ada";
import { processNotificationsAtOnce } from "../support/process-stored-notifications";
import { copyCart } from "./copy-cart";
import type { Command, PayChoice, PayMode } from "./commands";
import { handleOrder, savePolicy } from "./store-fulfilments";
import { changeLink, claim, draftOrder, editOrder, exchange } from "./store-payables";
import { cancelSubscriptions, offerPlan } from "./store-subscriptions";
import { attemptsOfStory, ORDERS_OF_STORY } from "./story-attempts";

/**
 * Commands of one store process: the workflows and functions that its routes run. It decides nothing; refusals are
 * thrown and returned to the parent as text.
 */
export class StoreFloor {
  readonly #ledger: AcquiringModuleService;
  readonly #pg: Knex;
  /** This process's wrong clock. */
  #own = { skewMs: 0, drift: 0, sinceMs: 0 };
  #nowMs: number | null = null;
  #shop: Promise<Shop> | null = null;
  /** By variant and quantity: the cart that the stories' carts are copied from. */
  readonly #templates = new Map<string, Promise<string>>();

  constructor(private readonly container: MedusaContainer) {
    this.#ledger = resolveLedger(container);
    this.#pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
    this.#ledger.clock.simulate(
      () => new Date(this.virtualNow()),
      () => {
        const { skewMs, drift, sinceMs } = this.#own;
        const nowMs = this.virtualNow();
        return nowMs + skewMs + Math.round(drift * (nowMs - sinceMs));
      },
    );
    resolveSubscriptions(container);
    processNotificationsAtOnce(container);
  }

  async obey(command: Command): Promise<unknown> {
    switch (command.name) {
      case "clock":
        this.#own = { skewMs: command.skewMs, drift: command.drift, sinceMs: this.virtualNow() };
        return this.#ledger.clock.sync();
      case "time":
        this.#nowMs = command.nowMs;
        return this.#ledger.clock.sync();
      case "arm":
        return arm(command);
      case "checkout":
        return this.checkout(command);
      case "session":
        return this.session(await this.collectionOf(command.cartId), command.mode);
      case "pay":
        return this.pay(command.sessionId, command.method, command.link);
      case "owe":
        return this.owe(command);
      case "sell":
        return this.sell(command);
      case "end-policy":
        return savePolicy(this.container, null);
      case "handle":
        return handleOrder(this.container, this.#pg, command);
      case "watch-refunds":
        await watchRefunds(this.container);
        return this.#ledger.drain.settle();
      case "edit-order":
        return editOrder(this.container, this.#pg, command);
      case "link":
        return changeLink(this.container, this.#pg, command);
      case "open-link":
        return (await linkView(this.container, command.token)).payment_link;
      case "link-session":
        return this.linkSession(command.token, command.mode);
      case "pay-link": {
        const { sessionId } = await this.linkSession(command.token, modeOf(command.method));
        return { sessionId, ...(await this.pay(sessionId, command.method, command.token)) };
      }
      case "change-cart":
        return this.changeCart(command.cartId, command.quantity);
      case "complete":
        return this.complete(command.cartId);
      case "capture":
      case "refund":
        return this.book(command);
      case "cancel-order":
        return this.cancelOrder(command.cartId);
      case "status":
        return this.status(command.sessionId);
      case "check":
        for (const { id } of await this.attempts(command.cartId)) {
          await acquiringCheckAttemptWorkflow(this.container).run({ input: { id } });
        }
        return null;
      case "check-all":
        for (const { id } of await this.attempts(command.cartId, { renewals: true })) {
          await acquiringCheckAttemptWorkflow(this.container).run({ input: { id } });
        }
        return null;
      case "review":
        return this.review(command.cartId, command.action);
      case "cancel-subscription":
        return cancelSubscriptions(this.container, this.#pg, command);
      case "look":
        await checkSubscriptions(this.container);
        await workerRound(this.container, {});
        return this.#ledger.drain.settle();
      case "watch":
        await watchAttention(this.container);
        return null;
      case "find-unbegun":
        await findUnbegun(this.container);
        return null;
      case "recover":
        await watchRecovery(this.container);
        return null;
      case "work":
        await workerRound(this.container, {});
        return this.#ledger.drain.settle();
      case "settle":
        // Notification processing has started by then.
        await new Promise((begun) => setImmediate(begun));
        return this.#ledger.drain.settle();
    }
  }

  /** Postgres' time from the parent's clock file, so that it moves on while the process is stopped. */
  private virtualNow(): number {
    const { FAULTS_CLOCK: file } = process.env;
    const text = file === undefined ? "" : readFileSync(file, "utf8");
    return text === "" ? (this.#nowMs ?? Date.now()) : Number.parseInt(text, 10);
  }

  private async checkout({ mode, quantity, plan }: Checkout): Promise<{ cartId: string; sessionId: string }> {
    const { variantId, subscribedId } = await (this.#shop ??= this.readShop());
    const bought = plan ? subscribedId : variantId;
    if (plan) await offerPlan(this.container, subscribedId, plan);
    const name = `${bought} ${String(quantity)}`;
    const template = this.#templates.get(name) ?? this.makeCart(bought, quantity);
    this.#templates.set(name, template);
    const { cartId, collectionId } = await copyCart(this.#pg, await template);
    const collection: { raw_amount: { value: string } } = await this.#pg("payment_collection")
      .where({ id: collectionId })
      .first("raw_amount");
    const session = await this.container.resolve(Modules.PAYMENT).createPaymentSession(collectionId, {
      provider_id: `pp_acquiring-${mode}_main`,
      currency_code: "eur",
      amount: collection.raw_amount.value,
      data: {},
    });
    return { cartId, sessionId: session.id };
  }

  /** A cart as a storefront creates one. */
  private async makeCart(variantId: string, quantity: number): Promise<string> {
    const { regionId, channelId, shippingId } = await (this.#shop ??= this.readShop());
    const { result: cart } = await createCartWorkflow(this.container).run({
      input: {
        region_id: regionId,
        sales_channel_id: channelId,
        currency_code: "eur",
        email: "ada@example.test",
        shipping_address: ADDRESS,
        billing_address: ADDRESS,
        items: [{ variant_id: variantId, quantity }],
      },
    });
    await addShippingMethodToCartWorkflow(this.container).run({
      input: { cart_id: cart.id, options: [{ id: shippingId }] },
    });
    await createPaymentCollectionForCartWorkflow(this.container).run({ input: { cart_id: cart.id } });
    return cart.id;
  }

  private async session(collectionId: string, mode: PayMode): Promise<{ sessionId: string }> {
    const input = { payment_collection_id: collectionId, provider_id: `pp_acquiring-${mode}_main` };
    const { result } = await createPaymentSessionsWorkflow(this.container).run({ input });
    return { sessionId: result.id };
  }

  private async linkSession(link: string, mode: PayMode): Promise<{ sessionId: string }> {
    const { session } = await linkSession(this.container, { link, provider_id: `pp_acquiring-${mode}_main` });
    return { sessionId: session.session_id };
  }

  /** Before the story's first fault: an order is paid and captured, and changed so that it owes something. */
  private async owe({ payable: { kind, more }, quantity }: Owe): Promise<{ cartId: string; orderId: string }> {
    const shop = await (this.#shop ??= this.readShop());
    if (kind === "draft") {
      const orderId = await draftOrder(this.container, shop, quantity);
      return { cartId: orderId, orderId };
    }
    const { cartId, sessionId } = await this.checkout({ name: "checkout", mode: "card", quantity });
    await this.pay(sessionId, { type: "card", number: "4111111111111111" });
    await this.complete(cartId);
    await this.book({ name: "capture", cartId, percent: 100 });
    const orderId = await this.orderOf(cartId);
    const changed = { orderId, variantId: shop.variantId };
    if (kind === "edit") await editOrder(this.container, this.#pg, { orderId, quantity: quantity + more });
    else await { exchange, claim }[kind](this.container, this.#pg, { ...changed, quantity: 1 + more });
    return { cartId, orderId };
  }

  /** Before the story's first fault: an order is paid and placed under the policy. */
  private async sell({ fulfilment, quantity }: Sell): Promise<{ cartId: string; sessionId: string; orderId: string }> {
    await savePolicy(this.container, fulfilment);
    const checkout = await this.checkout({ name: "checkout", mode: "card", quantity });
    await this.pay(checkout.sessionId, { type: "card", number: "4111111111111111" });
    await this.complete(checkout.cartId);
    return { ...checkout, orderId: await this.orderOf(checkout.cartId) };
  }

  private async pay(
    sessionId: string,
    choice: PayChoice,
    link?: string,
  ): Promise<{ state: string; actionUrl: string | null }> {
    const ref = { ...(await this.ref(sessionId)), ...(link !== undefined && { link }) };
    const body = { ...ref, method: methodOf(choice), return_to: RETURN_TO };
    const { payment: answer } = await pay(this.container, body, SHOPPER);
    return { state: answer.state, actionUrl: answer.action?.url ?? null };
  }

  private async status(sessionId: string): Promise<string> {
    return (await paymentStatus(this.container, await this.ref(sessionId))).payment.state;
  }

  private async ref(sessionId: string): Promise<{ session_id: string; token: string }> {
    const row: { provider_id: string } | undefined = await this.#pg("payment_session")
      .where({ id: sessionId })
      .first("provider_id");
    if (!row) throw new Error("The session is gone.");
    const account = this.#ledger.accountOfProvider(row.provider_id);
    return { session_id: sessionId, token: this.#ledger.tokens.sessionToken(account, sessionId) };
  }

  private async changeCart(cartId: string, quantity: number): Promise<void> {
    const item: { id: string } | undefined = await this.#pg("cart_line_item").where({ cart_id: cartId }).first("id");
    if (!item) throw new Error("The cart is empty.");
    const input = { cart_id: cartId, item_id: item.id, update: { quantity } };
    await updateLineItemInCartWorkflow(this.container).run({ input });
  }

  private complete(cartId: string): Promise<string> {
    return completeCart(this.container, cartId);
  }

  /** Captures or refunds part of the cart's payment, as the dashboard does. */
  private async book({ name: kind, cartId, percent, newest = false }: Book): Promise<void> {
    const payment = await this.paymentOf(cartId, newest);
    const { minor, currency } = fromMajor(payment.amount, createCurrency(payment.currency_code));
    const amount = toMajor(createMoney((minor * BigInt(percent)) / 100n, currency));
    const input = { payment_id: payment.id, amount };
    if (kind === "capture") await capturePaymentWorkflow(this.container).run({ input });
    else await refundPaymentWorkflow(this.container).run({ input });
  }

  private async cancelOrder(cartId: string): Promise<void> {
    await cancelOrderWorkflow(this.container).run({ input: { order_id: await this.orderOf(cartId) } });
  }

  private async orderOf(story: string): Promise<string> {
    const { rows } = await this.#pg.raw<{ rows: { id: string }[] }>(
      `SELECT id FROM "order" WHERE id IN (${ORDERS_OF_STORY})`,
      { story },
    );
    if (!rows[0]) throw new Error("There is no order.");
    return rows[0].id;
  }

  private async review(cartId: string, action: "approve" | "reject"): Promise<string> {
    const said: string[] = [];
    for (const { id: attemptId } of await this.attempts(cartId)) {
      const input = { attemptId, action, actorId: "user_faults", note: "", idempotencyKey: `${attemptId}_${action}` };
      const { result } = await acquiringReviewAttemptWorkflow(this.container).run({ input });
      said.push(result.kind);
    }
    return said.join(", ");
  }

  private async attempts(cartId: string, { renewals = false } = {}): Promise<AttemptRow[]> {
    const firsts = this.#pg<AttemptRow>("acquiring_payment_attempt").whereIn("id", attemptsOfStory(this.#pg, cartId));
    if (renewals) void firsts.orWhereIn("renewal_of", firsts.clone().select("id"));
    return firsts.orderBy("created_at");
  }

  private async collectionOf(cartId: string): Promise<string> {
    const link: { payment_collection_id: string } | undefined = await this.#pg("cart_payment_collection")
      .where({ cart_id: cartId, deleted_at: null })
      .first("payment_collection_id");
    if (!link) throw new Error("The cart has no payment collection.");
    return link.payment_collection_id;
  }

  private async paymentOf(
    story: string,
    newest: boolean,
  ): Promise<{ id: string; amount: string; currency_code: string }> {
    const { rows } = await this.#pg.raw<{ rows: { id: string; amount: string; currency_code: string }[] }>(
      `SELECT p.id, p.raw_amount->>'value' AS amount, p.currency_code FROM payment p
       WHERE p.deleted_at IS NULL AND p.payment_collection_id IN (
         SELECT payment_collection_id FROM cart_payment_collection WHERE cart_id = :story UNION
         SELECT payment_collection_id FROM order_payment_collection WHERE order_id IN (${ORDERS_OF_STORY}))
       ORDER BY p.canceled_at NULLS FIRST, p.created_at ${newest ? "DESC" : "ASC"} LIMIT 1`,
      { story },
    );
    if (!rows[0]) throw new Error("There is no payment.");
    return rows[0];
  }

  private async readShop(): Promise<Shop> {
    const { rows } = await this.#pg.raw<{ rows: Shop[] }>(
      `SELECT (SELECT id FROM region LIMIT 1) AS "regionId",
              (SELECT id FROM sales_channel WHERE name = 'Web shop' LIMIT 1) AS "channelId",
              (SELECT id FROM product_variant WHERE sku = 'VASE') AS "variantId",
              (SELECT id FROM product_variant WHERE sku = 'MONTHLY-VASE') AS "subscribedId",
              (SELECT id FROM shipping_option WHERE name LIKE 'Pick up%' LIMIT 1) AS "shippingId"`,
    );
    if (!rows[0]) throw new Error("The shop is not seeded.");
    return rows[0];
  }
}

type Checkout = Extract<Command, { readonly name: "checkout" }>;
type Sell = Extract<Command, { readonly name: "sell" }>;
type Owe = Extract<Command, { readonly name: "owe" }>;
type Book = Extract<Command, { readonly name: "capture" | "refund" }>;

interface Shop {
  readonly regionId: string;
  readonly channelId: string;
  readonly variantId: string;
  readonly subscribedId: string;
  readonly shippingId: string;
}

/** The shop's own page; there is no server for it. */
const RETURN_TO = "http://localhost:8000/checkout";

const SHOPPER = {
  ip: "127.0.0.1",
  isBehindUnknownProxy: false,
  userAgent: "faults",
  accept: "*/*",
  customerId: null,
};

const modeOf = ({ type }: PayChoice): PayMode => type;

function methodOf(choice: PayChoice): Parameters<typeof pay>[1]["method"] {
  if (choice.type === "checkout") return { type: "checkout", presentation: "page" };
  if (choice.type === "apm") return { type: "apm", method: choice.method };
  return { type: "card", card: cardInput(choice.number) };
}

/** The process dies inside the failpoint: nothing after it runs, not even `finally`. */
function arm({ point, times, signal = "SIGKILL" }: Extract<Command, { name: "arm" }>): void {
  let left = times;
  armFailpoint(
    point === null
      ? null
      : (name) => {
          if (name !== point) return;
          left -= 1;
          if (left === 0) process.kill(process.pid, signal);
        },
  );
}
