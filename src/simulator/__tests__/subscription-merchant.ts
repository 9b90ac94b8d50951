import { signFields } from "../notifications/signature";
import type { SimulatorOptions } from "..";
import type { Inbox, Merchant, Row, Shown } from "./harness";
import { ACCOUNT, jsonOf, KEY, MERCHANT, start, startInbox } from "./harness";

/** A merchant selling subscriptions, for tests. */
export const DAY = 86_400_000;

export const monthly = {
  contract: "c-1",
  contract_name: "Coffee, monthly",
  contract_amount: "12.00",
  interval: "month",
  interval_count: "1",
};

export interface Contract {
  readonly recurring_id: string;
  readonly state: string;
  readonly next_at: string | null;
  readonly charges: readonly string[];
  readonly missed: readonly number[];
  readonly cancels: readonly { by: string }[];
}

export const startAt = (now: string, options: Partial<SimulatorOptions> = {}): Promise<Merchant> =>
  start({ clock: () => new Date(now), seed: 7, ...options });

/** A subscription paid at a fixed time; the gateway's clock stands still. */
export async function subscribed(
  now: string,
  terms: object = {},
  options: Partial<SimulatorOptions> = {},
): Promise<{ readonly merchant: Merchant; readonly inbox: Inbox; readonly first: Row }> {
  const merchant = await startAt(now, options);
  await merchant.control("settings", { clock: "virtual" });
  const inbox = await startInbox();
  const first = await merchant.pay({ notify_url: inbox.url }, { subscription: { ...monthly, ...terms } });
  return { merchant, inbox, first };
}

export const subscriptionOf = async (merchant: Merchant): Promise<Contract> => {
  const { subscriptions } = await merchant.read<{ subscriptions: Contract[] }>("subscriptions");
  const [contract] = subscriptions;
  if (!contract) throw new Error("no contract");
  return contract;
};

export const daysOf = async (merchant: Merchant): Promise<string[]> =>
  (await merchant.read<{ transactions: (Shown & { created_at: string })[] }>("state")).transactions.map(
    ({ created_at: at }) => at.slice(0, 10),
  );

export async function cancel(merchant: Merchant, fields: Row, asForm = false): Promise<Row> {
  const body: Row = { merchant_id: MERCHANT, account_id: ACCOUNT, ...fields };
  const signed = { encryption_data: signFields("cancelsubscription", body, KEY), ...body };
  const text = asForm ? new URLSearchParams(signed).toString() : JSON.stringify(signed);
  return jsonOf(await merchant.post("cancelsubscription", text));
}

export const refused = async ({ url }: Merchant, call: string, body: object): Promise<[number, unknown]> => {
  const answer = await fetch(`${url}/_control/${call}`, { method: "POST", body: JSON.stringify(body) });
  return [answer.status, await jsonOf(answer)];
};
