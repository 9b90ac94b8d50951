import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import type { IncomingMessage, ServerResponse } from "node:http";
import { Book } from "./book";
import { Clock } from "./clock";
import type { Gateway } from "./context";
import { NO_TROUBLE } from "./context";
import { Control } from "./control";
import { settleDue, watch } from "./decisions";
import { Chances } from "./dice";
import { DueQueue } from "./due-queue";
import { Notifier } from "./notifier";
import { DEFAULT_RANKING } from "./optimise";
import { renderPage } from "./page";
import { RequestLog } from "./request-log";
import { serveOperation } from "./serve";
import type { Serving } from "./serve";
import { isShopperPage, serveShopper } from "./shopper-pages";
import { Tape } from "./tape";

export { amountScenarios, testCards } from "./scenarios";
export { faultNames } from "./faults";
export type { FaultName } from "./faults";
export type { BankScenario, Scenario, TestCard } from "./scenarios";

/**
 * A stateful gateway for the laptop: independent of the plugin's own code, it
 * keeps books, checks signatures, sends notifications, and misbehaves when told
 * to. It listens on a loopback address and never moves real money.
 */
export interface SimulatorOptions {
  /** Default 127.0.0.1. */
  readonly host?: string;
  /** Default 0: any free port. */
  readonly port?: number;
  /** Where browsers reach it, without a slash at the end; default: the address it listens on. */
  readonly publicUrl?: string;
  readonly merchantId: string;
  readonly accountId: string;
  /** The first signs, any verifies. */
  readonly signingKeys: readonly string[];
  /** Where the books are kept between starts; in memory only when missing. */
  readonly dataFile?: string;
  /**
   * Default: the system's. With `"virtual"` time stands still until the control API moves it, and notifications, their
   * retries and everything else that waits happen then and in the order of time.
   */
  readonly clock?: (() => Date) | "virtual";
  /** Starts all randomness: random tapes and the jitter of retries. Default: another one at each start. */
  readonly seed?: string | number;
  /** Whether the account captures by itself. Default manual. */
  readonly captureMode?: "manual" | "automatic";
  /** Default false: one capture per transaction. */
  readonly multipleCaptures?: boolean;
  /** Default on. */
  readonly notifications?: "on" | "off";
  /** Pauses in ms between tries of an unacknowledged notification: 1,000 doubling to 60,000 by default. */
  readonly notifyRetry?: { readonly firstMs: number; readonly longestMs: number };
  /** How long on the clock, in ms, a pending payment waits for its approval and a refund for the bank. Default 60,000 each. */
  readonly waits?: { readonly pendingMs?: number; readonly refundMs?: number };
}

export interface Simulator {
  readonly url: string;
  readonly port: number;
  close(): Promise<void>;
}

/** How often the clock is looked at when nobody asks anything. */
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
    settleDue(gateway);
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

function openGateway(options: SimulatorOptions): Gateway {
  const { merchantId, accountId, signingKeys } = options;
  const [signingKey] = signingKeys;
  if (!signingKey) throw new Error("signingKeys is empty; give the key that the store signs with.");
  const isVirtual = options.clock === "virtual";
  const time = typeof options.clock === "function" ? options.clock : (): Date => new Date();
  const book = new Book(options.dataFile, time());
  const clock = new Clock(time, book);
  clock.setVirtual(isVirtual);
  const chances = new Chances(String(options.seed ?? randomBytes(4).toString("hex")));
  const notifier = new Notifier({
    merchantId,
    accountId,
    signingKey,
    now: clock.now,
    chance: () => chances.pauses.next(),
    book,
    firstPauseMs: options.notifyRetry?.firstMs ?? 1_000,
    longestPauseMs: options.notifyRetry?.longestMs ?? 60_000,
  });
  notifier.enabled = options.notifications !== "off";
  notifier.isVirtual = isVirtual;
  const gateway: Gateway = {
    merchantId,
    accountId,
    signingKeys,
    book,
    notifier,
    now: clock.now,
    clock,
    chances,
    due: new DueQueue(),
    publicUrl: "",
    ranking: DEFAULT_RANKING,
    captureMode: options.captureMode ?? "manual",
    multipleCaptures: options.multipleCaptures ?? false,
    waits: { pendingMs: options.waits?.pendingMs ?? 60_000, refundMs: options.waits?.refundMs ?? 60_000 },
    trouble: NO_TROUBLE,
  };
  for (const transaction of book.transactions) watch(gateway, transaction);
  return gateway;
}

function createHandler(gateway: Gateway): (req: IncomingMessage, res: ServerResponse) => void {
  const serving: Serving = { gateway, tape: new Tape(), log: new RequestLog(gateway.now) };
  const control = new Control(serving);
  const handle = async (req: IncomingMessage, res: ServerResponse): Promise<void> => {
    const { pathname } = new URL(req.url ?? "/", "http://localhost");
    settleDue(gateway);
    if (isShopperPage(pathname)) return serveShopper(serving, pathname, { req, res });
    if (pathname.startsWith("/v1/")) return serveOperation(serving, pathname, { req, res });
    if (pathname.startsWith("/_control/")) return control.serve(pathname, req, res);
    renderPage(serving, pathname, res);
  };
  return (req, res) => {
    handle(req, res).catch((error: unknown) => {
      if (res.headersSent || res.destroyed) return void res.destroy();
      res.writeHead(500, { "content-type": "text/plain" });
      res.end(error instanceof Error ? error.message : "error");
    });
  };
}
