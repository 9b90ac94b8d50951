import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Control } from "./control/control";
import type { Gateway } from "./context";
import { passTime } from "./store/clock";
import type { SimulatorOptions } from "./open-gateway";
import { openGateway } from "./open-gateway";
import { renderPage } from "./pages/page";
import { RequestLog } from "./http/request-log";
import { serveOperation } from "./serve";
import type { Serving } from "./serve";
import { isCustomerPage, serveCustomer } from "./pages/customer-pages";

export { amountScenarios, testCards } from "./faults/scenarios";
export { faultNames } from "./faults/faults";
export type { SimulatorOptions } from "./open-gateway";
export type { FaultName } from "./faults/faults";
export type { BankScenario, Scenario, TestCard } from "./faults/scenarios";

/**
 * A stateful gateway for local use: independent of the plugin's own code, it stores payments, checks signatures, sends
 * notifications, and misbehaves on command. It listens on a loopback address and never moves real money.
 */
export interface Simulator {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

const LOOK_EVERY_MS = 1_000;

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const host = options.host ?? "127.0.0.1";
  const gateway = openGateway(options);
  const server = createServer(createHandler(gateway));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, host, resolve);
  });
  const ticker = setInterval(() => {
    passTime(gateway);
    void gateway.notifier.deliverDue();
  }, LOOK_EVERY_MS);
  ticker.unref();
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  const url = `http://${host.includes(":") ? `[${host}]` : host}:${String(port)}`;
  gateway.publicUrl = options.publicUrl ?? url;
  return {
    port,
    url,
    close: async () => {
      clearInterval(ticker);
      gateway.notifier.stop();
      gateway.book.close();
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      server.closeAllConnections();
      await closed;
    },
  };
}

function createHandler(gateway: Gateway): (req: IncomingMessage, res: ServerResponse) => void {
  const serving: Serving = { gateway, tape: gateway.tape, log: new RequestLog(gateway.now) };
  const control = new Control(serving);
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const address = new URL(req.url ?? "/", "http://localhost");
    const { pathname } = address;
    passTime(gateway);
    if (isCustomerPage(pathname)) return serveCustomer(serving, pathname, { req, res });
    if (pathname.startsWith("/v1/")) return serveOperation(serving, pathname, { req, res });
    if (pathname.startsWith("/_control/")) return control.serve(pathname, req, res);
    renderPage(serving, address, res);
  };
  return (req, res) => {
    handle(req, res).catch((error: unknown) => {
      if (res.headersSent || res.destroyed) return void res.destroy();
      res.writeHead(500, { "content-type": "text/plain" });
      res.end(error instanceof Error ? error.message : "error");
    });
  };
}
