import type { Stage } from "./boot";

/** For tests in which a second process works on the store's database and ends, and the first one continues. */
export function databaseAddress(database: string): string {
  const url = new URL("postgres://localhost");
  url.port = process.env.DB_PORT ?? "";
  url.username = process.env.DB_USERNAME ?? "";
  url.password = process.env.DB_PASSWORD ?? "";
  url.pathname = `/${database}`;
  return url.toString();
}

/** Polls until `isSo`, or until `end` settles, whose value is then returned. */
export async function until(end: Promise<unknown>, isSo: () => Promise<boolean>): Promise<unknown> {
  let ended: unknown;
  void end.then((value) => (ended = value ?? null));
  while (ended === undefined) if (await isSo()) return "so";
  return ended;
}

/** Runs everything due after two minutes, ten minutes and an hour. */
export async function later({ ledger, hurry }: Stage): Promise<void> {
  for (const minutes of [2, 10, 60]) {
    const now = Date.now() + minutes * 60_000;
    ledger.useClock(() => new Date(now));
    await hurry();
  }
}
