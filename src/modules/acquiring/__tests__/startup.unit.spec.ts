import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { until } from "../../../../integration-tests/support/waiting";
import { judgeNotify } from "../../../cli/doctor/judge-network";
import type { NotifyReading } from "../../../gateway/notifications/ask-notify-route";
import { BODY_WAS_READ } from "../../../gateway/notifications/ask-notify-route";
import { parseOptions } from "../../../options/options";
import { optionsWith } from "../../../gateway/__tests__/fixtures";
import { EpochFile } from "../lost-commits/epoch-file";
import { StartupCheck } from "../health/startup-check";
import type { RegionRow } from "../health/startup-warnings";
import { notifyAddressWarning, notifyAnswerWarning, regionWarnings } from "../health/startup-warnings";

/** What a store is told after its start about things that may still change while it runs. */
const ADDRESS = "https://api.shop.example/acquiring/notify/";
const OURS: NotifyReading = { address: ADDRESS, answer: { kind: "answered", status: 404, body: "unknown account" } };
const ELSE: NotifyReading = { address: ADDRESS, answer: { kind: "answered", status: 200, body: "<html>" } };
const refused = Object.assign(new TypeError("fetch failed"), { cause: { code: "ECONNREFUSED" } });
const NOBODY: NotifyReading = { address: ADDRESS, answer: { kind: "unreachable", error: refused } };
const region = (name: string, ...providers: string[]): RegionRow => ({ region: name, providers });
const CARD = "pp_acquiring-checkout_main";
const MANUAL = "pp_system_default";

test.each([
  ["no region", [], "there is no region, so customers cannot choose one"],
  ["none of ours", [region("Europe", MANUAL)], "no region offers a payment provider of this package"],
  ["Manual Payment beside ours", [region("Europe", CARD, MANUAL)], 'the region "Europe" also offers Medusa\'s "Manual'],
  ["in several", [region("A", CARD, MANUAL), region("B", CARD, MANUAL)], '2 regions, such as "A", also offers'],
])("%s is one line", (_name, regions, words) => {
  expect(regionWarnings(regions)).toEqual([expect.stringContaining(words)]);
});

test("a region with our providers only, and Manual Payment without ours beside it, are not reported", () => {
  expect(regionWarnings([region("Europe", CARD), region("Wholesale", MANUAL)])).toEqual([]);
});

test("a notification URL that the gateway cannot reach is reported for a live account", () => {
  const near = { notifyBaseUrl: "http://localhost:9000" };
  expect(notifyAddressWarning(parseOptions(optionsWith({}, near)))).toContain(
    '"notifyBaseUrl" is http://localhost:9000',
  );
  expect(notifyAddressWarning(parseOptions(optionsWith({ sandbox: true }, near)))).toBeNull();
  expect(notifyAddressWarning(parseOptions(optionsWith({ baseUrl: "http://127.0.0.1:9090" }, near)))).toBeNull();
  expect(notifyAddressWarning(parseOptions(optionsWith()))).toBeNull();
});

test("another server at the URL, or no response, is reported in one sentence with the fix", () => {
  expect(notifyAnswerWarning(OURS)).toBeNull();
  expect(notifyAnswerWarning(ELSE)).toContain("is answered with HTTP 200 by something other than this package");
  expect(notifyAnswerWarning(NOBODY)).toContain(
    "(ECONNREFUSED), so the gateway's notifications may not arrive. Correct",
  );
});

test("a middleware of the store that reads the body first is named", () => {
  const answer = { kind: "answered", status: 503, body: BODY_WAS_READ } as const;
  expect(notifyAnswerWarning({ address: ADDRESS, answer })).toContain(
    "Let no middleware of the store parse the bodies",
  );
  expect(judgeNotify({ address: ADDRESS, answer })).toMatchObject({
    status: "fail",
    remedy: expect.stringContaining("parse the bodies"),
  });
});

interface Look {
  readonly regions?: readonly RegionRow[] | Error;
  readonly answers?: readonly NotifyReading[];
  readonly isUnmigrated?: boolean;
  readonly providers?: readonly { id: string; options: [] }[];
  readonly isWorker?: boolean;
  readonly epochFile?: EpochFile;
}

/** The check with a clock that the test winds. */
function checkOf({
  regions = [region("Europe", CARD)],
  answers = [OURS],
  isUnmigrated = false,
  epochFile,
  ...more
}: Look) {
  const lines: string[] = [];
  const timers: (() => void)[] = [];
  const left = [...answers];
  const connection = {
    raw: async () => {
      if (regions instanceof Error) throw regions;
      return { rows: regions };
    },
  } as unknown as Knex;
  const check = new StartupCheck({
    connection,
    options: parseOptions(optionsWith()),
    setup: { hasLedger: true, seesLedger: true, providers: [{ id: "main", options: [] }], isWorker: false, ...more },
    isUnmigrated: async () => isUnmigrated,
    changedAccounts: async () => [],
    ask: async () => left.shift() ?? OURS,
    epochFile: epochFile ?? null,
    startTimer: (_ms, run) => {
      timers.push(run);
      return () => void timers.splice(timers.indexOf(run), 1);
    },
    log: { warn: (line) => lines.push(line), error: (line) => lines.push(`error ${line}`), debug: () => undefined },
  });
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
  };
  return {
    lines,
    timers,
    check,
    run: async (): Promise<void> => {
      check.begin();
      await settle();
      while (timers.length > 0) {
        timers.shift()?.();
        await settle();
      }
    },
  };
}

test("a complete setup reports nothing", async () => {
  const { lines, run } = checkOf({});
  await run();
  expect(lines).toEqual([]);
});

test("a proxy that is a little late is not reported; one that stays away is, once", async () => {
  const late = checkOf({ answers: [NOBODY, OURS] });
  await late.run();
  expect(late.lines).toEqual([]);
  const away = checkOf({ answers: [NOBODY, ELSE, ELSE] });
  await away.run();
  expect(away.lines).toEqual([expect.stringContaining("HTTP 200")]);
});

test("missing migrations are the only database report", async () => {
  const { lines, run } = checkOf({ isUnmigrated: true, regions: [] });
  await run();
  expect(lines).toEqual([expect.stringMatching(/^error .*Run: npx medusa db:migrate$/)]);
});

test("a payment module without our provider is reported", async () => {
  const { lines, run } = checkOf({ providers: [] });
  await run();
  expect(lines).toEqual([expect.stringContaining("lists no provider of this package")]);
});

test("a worker tests no URL, an unreachable database is not reported, and a stopping store tests nothing more", async () => {
  const worker = checkOf({ isWorker: true, regions: new Error("away") });
  worker.check.begin();
  expect(worker.timers).toHaveLength(0);
  await worker.run();
  expect(worker.lines).toEqual([]);
  const stopped = checkOf({ answers: [NOBODY, NOBODY] });
  stopped.check.begin();
  stopped.check.end();
  expect(stopped.timers).toHaveLength(0);
});

test("an epoch file that cannot be used is an error", async () => {
  const { check, lines } = checkOf({ epochFile: new EpochFile("/nowhere/at-all/epoch") });
  check.begin();
  await until(() => lines.length > 0);
  expect(lines).toEqual([expect.stringContaining("error medusa-payment-acquiring: The file of recovery.epochFile")]);
  expect(lines[0]).toContain("(ENOENT). Let the user");
});
