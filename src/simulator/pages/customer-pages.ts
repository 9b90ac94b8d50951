import type { IncomingMessage, ServerResponse } from "node:http";
import { challengePage, decideChallengePage } from "./challenge-page";
import { CHECKOUT_PAGE, problemPage } from "./checkout-markup";
import { checkoutPage } from "./checkout-page";
import type { Gateway } from "../context";
import { assertNever, textOf } from "../context";
import { decideIssuerPage, issuerPage } from "./issuer-page";
import type { Serving } from "../serve";
import { pageAnswer } from "./shell";
import { notifyFault } from "../faults/fault-script";
import type { Transaction } from "../payments/transaction";
import type { Reply, Visit } from "./visit";
import { visitOf } from "./visit";

export const isCustomerPage = (pathname: string): boolean =>
  pathname === CHECKOUT_PAGE || pathname.startsWith("/sandbox/");

export async function serveCustomer(
  { gateway, tape }: Serving,
  pathname: string,
  { req, res }: { readonly req: IncomingMessage; readonly res: ServerResponse },
): Promise<void> {
  const visit = await visitOf(req);
  if (gateway.trouble.down) return send(res, { kind: "drop" });
  if (!visit) return send(res, { kind: "page", page: problemPage("Invalid input"), status: 400 });
  const struck = visit.isPost ? tape.take("page", orderNosOf(gateway, pathname, visit)) : null;
  send(
    res,
    gateway.notifier.under(notifyFault(struck), () => replyTo(gateway, pathname, visit)),
  );
}

function orderNosOf({ book }: Gateway, pathname: string, { fields }: Visit): readonly string[] {
  const pageId = pathname === CHECKOUT_PAGE ? textOf(fields, "checkout") : (pathname.split("/")[3] ?? "");
  const orderNo = book.orderBy("page_id", pageId)?.order_no ?? book.byPage(pageId)?.order_no;
  return orderNo === undefined ? [] : [orderNo];
}

type Serve = (gateway: Gateway, transaction: Transaction, visit: Visit) => Reply;

const SHOWN: Readonly<Record<string, Serve>> = { challenge: challengePage, issuer: issuerPage };
const DECIDED: Readonly<Record<string, Serve>> = { challenge: decideChallengePage, issuer: decideIssuerPage };

function replyTo(gateway: Gateway, pathname: string, visit: Visit): Reply {
  if (pathname === CHECKOUT_PAGE) return checkoutPage(gateway, visit);
  const [, place = "", pageId = "", decide] =
    /^\/sandbox\/(challenge|issuer)\/([0-9a-f]{32})(\/decide)?$/.exec(pathname) ?? [];
  const transaction = pageId === "" ? undefined : gateway.book.byPage(pageId);
  const isRight = transaction && (transaction.mode === "apm") === (place === "issuer");
  const serve = (decide && visit.isPost ? DECIDED : SHOWN)[place];
  return isRight && serve
    ? serve(gateway, transaction, visit)
    : { kind: "page", page: problemPage("There is no such payment."), status: 404 };
}

function send(res: ServerResponse, reply: Reply): void {
  switch (reply.kind) {
    case "page": {
      const { status, contentType, headers, body } = pageAnswer(reply.page, reply.status);
      res.writeHead(status, { "content-type": contentType, ...headers });
      return void res.end(body);
    }
    case "go":
      res.writeHead(303, { location: reply.to, "cache-control": "no-store", "referrer-policy": "no-referrer" });
      return void res.end();
    case "drop":
      return void res.socket?.destroy();
    case "error":
      res.writeHead(500, { "content-type": "text/plain" });
      return void res.end("internal error");
    default:
      return assertNever(reply);
  }
}
