import type { MedusaNextFunction, MedusaRequest, MedusaResponse } from "@medusajs/framework/http";
import { authenticate, defineMiddlewares } from "@medusajs/framework/http";
import { z } from "@medusajs/framework/zod";
import { shownAddress } from "../application/card-field";
import { lockCompletion } from "../application/orders/complete-cart";
import { resolveLedger } from "../application/resolve-ledger";
import { doesCoreRefuse, refuseDisabledProvider } from "../application/medusa-guards/refuse-disabled-provider";
import { refuseEmptyAmount } from "../application/medusa-guards/refuse-empty-amount";
import { refuseSecondSession } from "../application/medusa-guards/refuse-second-session";
import { refuseUnpaidPlan } from "../application/medusa-guards/refuse-unpaid-plan";
import { refuseChangingOrder } from "../application/medusa-guards/refuse-changing-order";
import { refuseHeldOrder } from "../application/medusa-guards/refuse-held-order";
import { refuseVoidedOrder } from "../application/medusa-guards/refuse-voided-order";
import type { Change } from "../application/medusa-guards/keep-reservation";
import { keepReservation } from "../application/medusa-guards/keep-reservation";
import { approveCancelling, approveMedusaRefund } from "../application/medusa-guards/second-person";
import { requireForCancelling, requireForPayment } from "../application/medusa-guards/medusa-button-permissions";
import { answerNotification } from "./answer-notification";
import { answerCspReport } from "./answer-csp-report";
import { requireJson } from "./require-json";
import { passOrAnswer } from "./store-errors";

/** Keeps notifications' exact bytes, limits payment requests, refuses card numbers on routes that store input. */
function refuseCardData(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  resolveLedger(req.scope).assertNoCardData(req.body);
  next();
}

/** Removes card numbers from URLs before the request log shows them. */
function hideCardNumbers(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  req.originalUrl = shownAddress(req.originalUrl);
  next();
}

/** Whoever has a payment link's token can read and pay it, so the request log does not show it. */
function hideLinkToken(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  req.originalUrl = "/acquiring/pay/[token]";
  next();
}

/**
 * Notifications arrive in bursts, and Express matches a URL against hundreds of Medusa's routes before ours. A
 * middleware for all methods comes before all of them, so it answers.
 */
function takeNotification(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  const account = /^\/([^/]+)\/?$/.exec(req.path)?.[1];
  if (req.method !== "POST" || account === undefined) {
    next();
    return;
  }
  void answerNotification(req, res, account).catch(next);
}

/** Like notifications, reports arrive in bursts. */
function takeCspReport(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  if (req.method === "POST") void answerCspReport(req, res).catch(next);
  else next();
}

/** An order under review is not shipped, nor one whose payment was voided. */
function refuseUnpaid(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const id = req.params.id ?? "";
  void refuseHeldOrder(req.scope, id)
    .then(() => refuseVoidedOrder(req.scope, id))
    .then(() => {
      next();
    }, next);
}

/** Serialises completions of a cart across processes, and refuses a payment that was already used or returned. */
function completeInTurn(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  void passOrAnswer(res, next, async () => {
    const lock = await lockCompletion(req.scope, req.params.id ?? "");
    // Also called after the client disconnected, so a closed browser tab never ends a completion early.
    res.end = new Proxy(res.end, {
      apply: (end, self, args) => {
        void lock.release();
        return Reflect.apply(end, self, args);
      },
    });
  });
}

/** Core completes a cart with any payment; a cart with a plan needs one that starts its subscription. */
function refuseWithoutSubscription(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  void passOrAnswer(res, next, () => refuseUnpaidPlan(req.scope, req.params.id ?? ""));
}

/** The session that an order was placed with must not be replaced. */
function refuseFinished(req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void {
  void passOrAnswer(res, next, () => refuseSecondSession(req.scope, req.params.id ?? ""));
}

const NewSession = z.object({ provider_id: z.string() });

/** Core's own check, for a core without it. Core answers a body without a provider. */
function refuseDisabled(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const { data } = NewSession.safeParse(req.body);
  if (!data || doesCoreRefuse()) {
    next();
    return;
  }
  const asked = { collectionId: req.params.id ?? "", providerId: data.provider_id };
  void refuseDisabledProvider(req.scope, asked).then(() => {
    next();
  }, next);
}

/** Medusa has authenticated every admin route by now; throws if it has not. */
const Authenticated = z.object({
  auth_context: z.object({
    actor_id: z.string(),
    actor_type: z.string().optional(),
    app_metadata: z.record(z.string(), z.unknown()),
  }),
});

const AskedRefund = z.object({ amount: z.number().optional() });

/** Medusa's own button needs the same permission as ours. */
const needs =
  (permission: "capture" | "refund") =>
  (req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void => {
    refuseEmptyAmount(req.body, permission);
    const paymentId = req.params.id ?? "";
    const who = Authenticated.parse(req).auth_context;
    const work = async (): Promise<void> => {
      await requireForPayment(req.scope, who, { paymentId, permission });
      // Core answers a body that is invalid.
      const { data } = AskedRefund.safeParse(req.body);
      if (permission === "refund" && data)
        await approveMedusaRefund(req.scope, who, { paymentId, amount: data.amount });
    };
    const { refundApprovals } = resolveLedger(req.scope);
    void work().then(() => {
      if (permission === "refund") refundApprovals.refundOne(next);
      else next();
    }, next);
  };

function needsForCancelling(req: MedusaRequest, _res: MedusaResponse, next: MedusaNextFunction): void {
  const who = Authenticated.parse(req).auth_context;
  const orderId = req.params.id ?? "";
  void requireForCancelling(req.scope, who, orderId)
    .then(() => refuseChangingOrder(req.scope, orderId))
    .then(() => approveCancelling(req.scope, who, orderId))
    .then(() => {
      next();
    }, next);
}

/** Core routes that confirm an order change, with the meaning of their `id`. */
const CONFIRMING = [
  ["/admin/order-edits/:id/confirm", "order"],
  ["/admin/draft-orders/:id/edit/request", "order"],
  ["/admin/draft-orders/:id/edit/confirm", "order"],
  ["/admin/returns/:id/request", "return"],
  ["/admin/returns/:id/receive/confirm", "return"],
  ["/admin/claims/:id/request", "claim"],
  ["/admin/exchanges/:id/request", "exchange"],
] as const;

/** The answer is sent once the order's payments are as before. */
const keepPayments =
  (change: Change) =>
  (req: MedusaRequest, res: MedusaResponse, next: MedusaNextFunction): void => {
    void keepReservation(req.scope, { change, id: req.params.id ?? "" }).then((restore) => {
      let restored: Promise<void> | null = null;
      res.end = new Proxy(res.end, {
        apply: (end, self, args) => {
          restored ??= restore();
          void restored.then(() => Reflect.apply(end, self, args));
          return res;
        },
      });
      next();
    }, next);
  };

/** Our routes that change something and accept a session cookie. */
const CHANGING = ["POST" as const, "PUT" as const, "PATCH" as const, "DELETE" as const];

/** Store routes whose body core stores: sessions, carts, customers and addresses. */
const STORING = ["/store/payment-collections*", "/store/carts*", "/store/customers*"];

/** Admin routes whose body core stores with an order, payment or customer: notes and metadata. */
const NOTED = [
  ...["payments", "payment-collections", "orders", "draft-orders", "order-edits"],
  ...["returns", "claims", "exchanges", "customers", "refund-reasons"],
].map((name) => `/admin/${name}*`);

export default defineMiddlewares({
  routes: [
    { matcher: "/acquiring/notify/*", methods: ["POST"], bodyParser: false },
    { matcher: "/acquiring/notify", middlewares: [takeNotification] },
    { matcher: "/acquiring/csp-reports", methods: ["POST"], bodyParser: false },
    { matcher: "/acquiring/csp-reports", middlewares: [takeCspReport] },
    // The body that a gateway posts with the returning customer is ignored.
    { matcher: "/acquiring/return/*", methods: ["POST"], bodyParser: false },
    { matcher: "/acquiring/cancel/*", methods: ["POST"], bodyParser: false },
    { matcher: "/admin/acquiring/*", methods: CHANGING, middlewares: [requireJson("admin")] },
    { matcher: "/store/acquiring/*", methods: CHANGING, middlewares: [requireJson("store")] },
    // A captcha's response has up to 8 KB.
    { matcher: "/store/acquiring/payments", methods: ["POST"], bodyParser: { sizeLimit: "12kb" } },
    {
      matcher: "/store/acquiring/*",
      methods: ["POST", "GET", "DELETE"],
      bodyParser: { sizeLimit: "4kb" },
      middlewares: [authenticate("customer", ["session", "bearer"], { allowUnauthenticated: true })],
    },
    {
      matcher: "/store/carts/:id/complete",
      methods: ["POST"],
      middlewares: [refuseWithoutSubscription, completeInTurn],
    },
    {
      matcher: "/store/payment-collections/:id/payment-sessions",
      methods: ["POST"],
      middlewares: [refuseFinished, refuseDisabled],
    },
    // A payout file has up to two million characters of several bytes each.
    { matcher: "/admin/acquiring/payouts/import", methods: ["POST"], bodyParser: { sizeLimit: "6mb" } },
    ...["/admin/orders/:id/fulfillments", "/admin/orders/:id/fulfillments/:fulfillment_id/shipments"].map(
      (matcher) => ({
        matcher,
        methods: ["POST" as const],
        middlewares: [refuseUnpaid],
      }),
    ),
    { matcher: "/admin/payments/:id/capture", methods: ["POST"], middlewares: [needs("capture")] },
    { matcher: "/admin/payments/:id/refund", methods: ["POST"], middlewares: [needs("refund")] },
    { matcher: "/admin/orders/:id/cancel", methods: ["POST"], middlewares: [needsForCancelling] },
    ...CONFIRMING.map(([matcher, change]) => ({
      matcher,
      methods: ["POST" as const],
      middlewares: [keepPayments(change)],
    })),
    ...["/store*", "/admin*", "/acquiring*"].map((matcher) => ({ matcher, middlewares: [hideCardNumbers] })),
    { matcher: "/acquiring/pay/*", middlewares: [hideLinkToken] },
    ...[...STORING, ...NOTED].map((matcher) => ({
      matcher,
      methods: ["POST" as const],
      middlewares: [refuseCardData],
    })),
  ],
});
