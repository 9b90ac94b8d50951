import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { authenticate, defineMiddlewares } from "@medusajs/framework/http";
import { z } from "@medusajs/framework/zod";
import { shownAddress } from "../application/card-field";
import { turnToComplete } from "../application/orders/complete-cart";
import { resolveLedger } from "../application/resolve-ledger";
import { refuseSecondSession } from "../application/medusa-guards/refuse-second-session";
import { refuseUnpaidPlan } from "../application/medusa-guards/refuse-unpaid-plan";
import { refuseHeldOrder } from "../application/medusa-guards/refuse-held-order";
import type { Change } from "../application/medusa-guards/refuse-losing-reservation";
import { refuseLosingReservation } from "../application/medusa-guards/refuse-losing-reservation";
import { requireForCancelling, requireForPayment } from "../application/medusa-guards/medusa-button-permissions";
import { answerNotification } from "./answer-notification";
import { requireJson } from "./require-json";
import { passOrAnswer } from "./store-errors";

/**
 * Notifications keep their exact bytes; card payments are small; and a card
 * number that a shop sends to a place that stores what it is sent is refused
 * before it gets there.
 */
function refuseCardData(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  resolveLedger(req.scope).assertNoCardData(req.body);
  next();
}

/** The request log shows addresses; one that carries a card number is shown without it. */
function hideCardNumbers(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  req.originalUrl = shownAddress(req.originalUrl);
  next();
}

/**
 * Notifications come in crowds, and Express compares an address with each route before the one that is meant: some
 * hundred of Medusa's stand before ours. What is registered for all methods stands before them all, so it answers.
 */
function takeNotification(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const account = /^\/([^/]+)\/?$/.exec(req.path)?.[1];
  if (req.method !== "POST" || account === undefined) {
    next();
    return;
  }
  void answerNotification(req, res, account).catch(next);
}

/** An order whose payment waits for a person's decision is not shipped before. */
function refuseHeld(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  void refuseHeldOrder(req.scope, req.params.id ?? "").then(() => {
    next();
  }, next);
}

/** Two requests that complete one cart follow each other, whichever process each of them reached; none begins on a spent payment. */
function completeInTurn(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  void passOrAnswer(res, next, async () => {
    const turn = await turnToComplete(req.scope, req.params.id ?? "");
    // The handler's last act, also when nobody listens any more: a shopper who closed the tab ends no completion.
    res.end = new Proxy(res.end, {
      apply: (end, self, args) => {
        void turn.release();
        return Reflect.apply(end, self, args);
      },
    });
  });
}

/** Core completes a cart by whatever paid for it; one with a plan needs a payment that begins its contract. */
function refuseWithoutContract(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  void passOrAnswer(res, next, () => refuseUnpaidPlan(req.scope, req.params.id ?? ""));
}

/** The session that an order was placed with is not replaced any more. */
function refuseFinished(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  void passOrAnswer(res, next, () => refuseSecondSession(req.scope, req.params.id ?? ""));
}

/** Medusa has authenticated every admin route by now; were it not so, nothing goes on. */
const Authenticated = z.object({
  auth_context: z.object({ actor_id: z.string(), app_metadata: z.record(z.string(), z.unknown()) }),
});

/** Medusa's own button for it needs the same permission as ours. */
const needs =
  (permission: "capture" | "refund") =>
  (req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void => {
    const asked = { paymentId: req.params.id ?? "", permission };
    void requireForPayment(req.scope, Authenticated.parse(req).auth_context, asked).then(() => {
      next();
    }, next);
  };

function needsForCancelling(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  void requireForCancelling(req.scope, Authenticated.parse(req).auth_context, req.params.id ?? "").then(() => {
    next();
  }, next);
}

/** Routes by which core confirms a change of an order, and what their `id` names. */
const CONFIRMING = [
  ["/admin/order-edits/:id/confirm", "order"],
  ["/admin/returns/:id/request", "return"],
  ["/admin/returns/:id/receive/confirm", "return"],
  ["/admin/claims/:id/request", "claim"],
  ["/admin/exchanges/:id/request", "exchange"],
] as const;

const refuseChange =
  (change: Change) =>
  (req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void => {
    void refuseLosingReservation(req.scope, { change, id: req.params.id ?? "" }).then(() => {
      next();
    }, next);
  };

/** Every route of ours that changes something for who is logged in by a cookie. */
const CHANGING = ["POST" as const, "PUT" as const, "PATCH" as const, "DELETE" as const];

/** Routes of the store API whose body core stores: sessions, carts, customers and their addresses. */
const STORING = ["/store/payment-collections*", "/store/carts*", "/store/customers*"];

/** Routes of the dashboard whose body core stores with an order, its payments or its customer: notes and metadata. */
const NOTED = [
  ...["payments", "payment-collections", "orders", "draft-orders", "order-edits"],
  ...["returns", "claims", "exchanges", "customers", "refund-reasons"],
].map((name) => `/admin/${name}*`);

export default defineMiddlewares({
  routes: [
    { matcher: "/acquiring/notify/*", methods: ["POST"], bodyParser: false },
    { matcher: "/acquiring/notify", middlewares: [takeNotification] },
    // What a gateway sends along when the shopper comes back is not read.
    { matcher: "/acquiring/return/*", methods: ["POST"], bodyParser: false },
    { matcher: "/acquiring/cancel/*", methods: ["POST"], bodyParser: false },
    { matcher: "/admin/acquiring/*", methods: CHANGING, middlewares: [requireJson("admin")] },
    { matcher: "/store/acquiring/*", methods: CHANGING, middlewares: [requireJson("store")] },
    {
      matcher: "/store/acquiring/*",
      methods: ["POST", "GET", "DELETE"],
      bodyParser: { sizeLimit: "4kb" },
      middlewares: [authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true })],
    },
    {
      matcher: "/store/carts/:id/complete",
      methods: ["POST"],
      middlewares: [refuseWithoutContract, completeInTurn],
    },
    { matcher: "/store/payment-collections/:id/payment-sessions", methods: ["POST"], middlewares: [refuseFinished] },
    // A file of payouts: two million characters, of which each may be several bytes.
    { matcher: "/admin/acquiring/payouts/import", methods: ["POST"], bodyParser: { sizeLimit: "6mb" } },
    { matcher: "/admin/orders/:id/fulfillments", methods: ["POST"], middlewares: [refuseHeld] },
    { matcher: "/admin/payments/:id/capture", methods: ["POST"], middlewares: [needs("capture")] },
    { matcher: "/admin/payments/:id/refund", methods: ["POST"], middlewares: [needs("refund")] },
    { matcher: "/admin/orders/:id/cancel", methods: ["POST"], middlewares: [needsForCancelling] },
    ...CONFIRMING.map(([matcher, change]) => ({
      matcher,
      methods: ["POST" as const],
      middlewares: [refuseChange(change)],
    })),
    ...["/store*", "/admin*", "/acquiring*"].map((matcher) => ({ matcher, middlewares: [hideCardNumbers] })),
    ...[...STORING, ...NOTED].map((matcher) => ({
      matcher,
      methods: ["POST" as const],
      middlewares: [refuseCardData],
    })),
  ],
});
