import { createServer } from "node:http";
import type { Server } from "node:http";
import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys, Modules } from "@medusajs/framework/utils";
import { cardPayment } from "../../integration-tests/support/card-payment";
import { mirrorIntoMedusa } from "../../integration-tests/support/mirror-into-medusa";
import { readBody } from "../../src/api/read-body";
import { resolveLedger } from "../../src/application/resolve-ledger";

/**
 * A store that sells continuously. The ledger authorises a payment at the gateway, its notification is received, stored
 * and processed, Medusa's payment module captures it through our provider, and the capture's notification is processed
 * too: everything except cart and order.
 */
const AT_ONCE = 16;
const MOST_BYTES = 256 * 1024;

export interface Till {
  /**
   * Sells `count` payments, numbered from `first`. Throws if one was not captured, or a notification not understood.
   */
  sell(first: number, count: number): Promise<void>;
  close(): Promise<void>;
}

export async function openTill(container: MedusaContainer, gatewayUrl: string): Promise<Till> {
  const failures: string[] = [];
  const server = await listenForNotifications(container, (message) => failures.push(message));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const notifyUrl = `http://127.0.0.1:${String(port)}/main`;
  const quiet = async (): Promise<void> => {
    const answer = await fetch(`${gatewayUrl}/_control/idle`);
    await answer.arrayBuffer();
    if (failures.length > 0) throw new Error(failures.slice(0, 5).join("; "));
  };
  return {
    sell: async (first, count) => {
      const sessions = Array.from({ length: count }, (_, place) => `payses_soak_${String(first + place)}`);
      await authorise(container, sessions, notifyUrl);
      await quiet();
      await capture(container, sessions);
      await quiet();
      await judge(container, sessions);
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise<void>((closed) => server.close(() => closed()));
    },
  };
}

/** Like the notify route, without Medusa's router: 200 after the commit, then processing. */
async function listenForNotifications(container: MedusaContainer, failed: (message: string) => void): Promise<Server> {
  const ledger = resolveLedger(container);
  const server = createServer((request, response) => {
    const take = async (): Promise<void> => {
      const body = await readBody(request, MOST_BYTES);
      const contentType = request.headers["content-type"] ?? null;
      const receipt = await ledger.receiveNotification({ account: "main", contentType, body: body ?? Buffer.alloc(0) });
      if (receipt.inboxId !== null) await ledger.applyInbox(receipt.inboxId);
      else failed(`A notification was answered with ${String(receipt.status)}.`);
      response.writeHead(receipt.status).end(receipt.body);
    };
    take().catch((error: unknown) => {
      failed(String(error));
      response.writeHead(503).end();
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return server;
}

async function authorise(container: MedusaContainer, sessions: readonly string[], notifyUrl: string): Promise<void> {
  const ledger = resolveLedger(container);
  await together(sessions, async (session) => {
    await ledger.pay(cardPayment(session, `cart_${session}`, { notifyUrl }));
  });
}

async function capture(container: MedusaContainer, sessions: readonly string[]): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const payments = container.resolve(Modules.PAYMENT);
  // Generated names: letters, digits and underscores only.
  await mirrorIntoMedusa(pg, `session_id IN (${sessions.map((session) => `'${session}'`).join(",")})`);
  const rows = await pg("payment").select<{ id: string }[]>("id").whereIn("payment_session_id", sessions);
  await together(rows, async ({ id }) => {
    await payments.capturePayment({ payment_id: id });
  });
}

async function judge(container: MedusaContainer, sessions: readonly string[]): Promise<void> {
  const pg = container.resolve(ContainerRegistrationKeys.PG_CONNECTION);
  const { rows } = await pg.raw<{ rows: { captured: number }[] }>(
    "SELECT count(*)::int AS captured FROM acquiring_payment_attempt WHERE session_id = ANY(?) AND state = 'captured' AND captured = requested",
    [[...sessions]],
  );
  const captured = rows[0]?.captured ?? 0;
  if (captured !== sessions.length)
    throw new Error(`${String(captured)} of ${String(sessions.length)} payments were captured.`);
}

async function together<T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> {
  const left = items.values();
  const worker = async (): Promise<void> => {
    for (const item of left) await work(item);
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}
