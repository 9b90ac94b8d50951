import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import type { Knex } from "knex";
import { remindOfExpiry } from "../../src/application/worker/remind-of-expiry";
import { ExpiryReminders } from "../../src/modules/acquiring/attention/expiry-reminder";
import { Ledger } from "../../src/modules/acquiring/ledger/ledger";
import { insertRow } from "../support/any-row";
import { AT } from "../support/attempt-row";
import { ledgerDatabase } from "../support/ledger-database";
import type { OwnDatabase } from "../support/own-database";

/** The reminder of a voucher is not lost. This database has none of Medusa's tables: reading the payment there fails. */
const MINUTE_MS = 60_000;
const after = (minutes: number): Date => new Date(AT.getTime() + minutes * MINUTE_MS);

let database: OwnDatabase;
let pg: Knex;
beforeAll(async () => {
  database = await ledgerDatabase("expiry_reminders");
  pg = database.pool(4);
});
afterAll(() => database.close());

const remindAt = async (id: string): Promise<Date | null> =>
  (await pg("acquiring_payment_attempt").where({ id }).first("remind_at")).remind_at;
const waiting = (id: string, state: string): Promise<unknown> =>
  insertRow(pg, "acquiring_payment_attempt", { id, session_id: id, order_no: id, state, remind_at: AT });
const remind = async (id: string): Promise<void> => {
  const attempts = new Ledger(pg);
  const ledger = { attempts, reminders: new ExpiryReminders(attempts, () => AT) };
  const container: Partial<MedusaContainer> = {
    resolve: (name: string) => (name === ContainerRegistrationKeys.PG_CONNECTION ? pg : ledger),
  };
  // @ts-expect-error -- only what a reminder needs
  await remindOfExpiry(container, id);
};

test("a reminder that failed is due again ten minutes later, and one that came too early, too", async () => {
  await waiting("failing", "pending");
  await expect(remind("failing")).rejects.toThrow("does not exist");
  expect(await remindAt("failing")).toEqual(after(10));
  await waiting("early", "action_required");
  await remind("early");
  expect(await remindAt("early")).toEqual(after(10));
  await waiting("over", "declined");
  await remind("over");
  expect(await remindAt("over")).toBeNull();
});

test("one worker of several claims a reminder, and another one after ten minutes if it was not ended", async () => {
  await waiting("claimed", "pending");
  let now = AT;
  const reminders = new ExpiryReminders(new Ledger(pg), () => now);
  const claims = await Promise.all([1, 2, 3].map(() => reminders.claim("claimed")));
  expect(claims.filter((isMine) => isMine)).toHaveLength(1);
  now = after(9);
  expect(await reminders.claim("claimed")).toBe(false);
  now = after(10);
  expect(await reminders.claim("claimed")).toBe(true);
  await reminders.end("claimed");
  now = after(60);
  expect(await reminders.claim("claimed")).toBe(false);
});
