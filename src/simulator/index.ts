import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Book } from "./book";
import type { Gateway } from "./context";
import { Control } from "./control";
import { Faults } from "./faults";
import { Notifier } from "./notifier";
import { renderPage } from "./page";
import { RequestLog, serveOperation } from "./serve";

export { amountScenarios, testCards } from "./scenarios";
export type { Scenario, TestCard } from "./scenarios";

/**
 * A stateful gateway for the laptop: independent of the plugin's own code, it
 * keeps books, checks signatures, sends notifications, and misbehaves when told
 * to. It listens on a loopback address only and never moves real money.
 */
export interface SimulatorOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  readonly merchantId: string;
  readonly accountId: string;
  /** The first signs, any verifies. */
  readonly signingKeys: readonly string[];
  /** Where the books are kept between starts; in memory only when missing. */
  readonly dataFile?: string;
  readonly clock?: () => Date;
  /** Whether the account captures by itself. Default manual. */
  readonly captureMode?: "manual" | "automatic";
  readonly multipleCaptures?: boolean;
  /** Pauses in ms between tries of an unacknowledged notification: 1,000 doubling to 60,000 by default. */
  readonly notifyRetry?: { readonly firstMs: number; readonly longestMs: number };
}

export interface Simulator {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

export async function startSimulator(options: SimulatorOptions): Promise<Simulator> {
  const [signingKey] = options.signingKeys;
  if (!signingKey) throw new Error("signingKeys is empty; give the key that the store signs with.");
  const { merchantId, accountId, signingKeys } = options;
  const now = options.clock ?? ((): Date => new Date());
  const book = new Book(options.dataFile);
  const notifier = new Notifier({
    merchantId,
    accountId,
    signingKey,
    now,
    book,
    firstPauseMs: options.notifyRetry?.firstMs ?? 1_000,
    longestPauseMs: options.notifyRetry?.longestMs ?? 60_000,
  });
  const gateway: Gateway = {
    merchantId,
    accountId,
    signingKeys,
    book,
    notifier,
    now,
    captureMode: options.captureMode ?? "manual",
    multipleCaptures: options.multipleCaptures ?? false,
  };
  const faults = new Faults();
  const log = new RequestLog(now);
  const control = new Control({ gateway, faults, log });
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname } = new URL(req.url ?? "/", "http://localhost");
    if (pathname.startsWith("/v1/")) return serveOperation({ gateway, faults, log }, pathname, { req, res });
    if (pathname.startsWith("/_control/")) return control.serve(pathname, req, res);
    renderPage(gateway, pathname, res);
  };
  const server = createServer((req, res) => {
    handle(req, res).catch((error: unknown) => {
      res.statusCode = 500;
      res.end(error instanceof Error ? error.message : "error");
    });
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(options.port ?? 0, options.host ?? "127.0.0.1", resolve);
  });
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    port,
    url: `http://${options.host ?? "127.0.0.1"}:${String(port)}`,
    close: async () => {
      notifier.stop();
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}
