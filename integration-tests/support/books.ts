import type { Knex } from "@medusajs/framework/mikro-orm/knex";
import { checkSubscriptions } from "./books/check-subscriptions";
import { checkGateway } from "./books/check-gateway";
import { checkJournal } from "./books/check-journal";
import { checkMedusa } from "./books/check-medusa";
import { checkNotifications, checkSends } from "./books/check-requests";
import { checkLinks } from "./books/check-links";
import type { LinkBook } from "./books/link-book";
import { readLinkBook } from "./books/link-book";
import type { SubscriptionStore } from "./books/subscription-book";
import { readSubscriptionBook } from "./books/subscription-book";
import type { GatewayBook } from "./books/gateway-book";
import { readGatewayBook } from "./books/gateway-book";
import type { JournalAttempt } from "./books/journal-book";
import { readJournalBook } from "./books/journal-book";
import type { MedusaBook } from "./books/medusa-book";
import { readMedusaBook } from "./books/medusa-book";
import type { BooksRules, Violation } from "./books/violation";

export type { Violation, ViolationCode } from "./books/violation";

/**
 * The history checker: reads the simulator's data, our journal and Medusa's tables, and reports every violated
 * invariant. It changes nothing and compares each with the others.
 */
export interface Books {
  readonly gateway: GatewayBook;
  readonly journal: readonly JournalAttempt[];
  readonly medusa: MedusaBook;
  readonly subscriptions: SubscriptionStore;
  readonly links: LinkBook;
}

export interface WhereBooksAre {
  readonly pg: Knex;
  /** The simulator's URL. */
  readonly gatewayUrl: string;
  /** Simulators of other accounts under the same key. */
  readonly otherGatewayUrls?: readonly string[];
  /** Only these carts' payments; default: every payment. */
  readonly cartIds?: readonly string[];
  /** Only requests after this number of the log. */
  readonly since?: number;
}

export async function readBooks({
  pg,
  gatewayUrl,
  otherGatewayUrls = [],
  cartIds,
  since = 0,
}: WhereBooksAre): Promise<Books> {
  const [gateway, journal, medusa] = await Promise.all([
    readGatewayBook([gatewayUrl, ...otherGatewayUrls], since),
    readJournalBook(pg, cartIds),
    readMedusaBook(pg, cartIds),
  ]);
  const subscriptions = await readSubscriptionBook(pg, journal);
  return { gateway, journal, medusa, subscriptions, links: await readLinkBook(pg, journal) };
}

/**
 * All violations. `atRest`: nothing is in progress or due, so the three must agree; otherwise only invariants that
 * always hold are checked.
 */
export function checkBooks(books: Books, { atRest, mayBeParts = false }: BooksRules): Violation[] {
  const { gateway, journal, medusa, subscriptions, links } = books;
  return [
    ...journal.flatMap((attempt) => [
      ...checkJournal(attempt, atRest),
      ...checkGateway(gateway, attempt, atRest),
      ...checkSends(gateway, attempt.row.order_no),
      ...checkNotifications(gateway, attempt, atRest),
    ]),
    ...checkMedusa(medusa, journal, { gateway, atRest, mayBeParts }),
    ...(atRest ? checkLinks(links, { journal, medusa, mayBeParts }) : []),
    ...subscriptions.renewals.flatMap((renewal) => checkJournal(renewal, atRest)),
    ...checkSubscriptions(subscriptions, journal, { gateway, atRest }),
  ];
}

/** Reads and checks; returns violations as lines, so that `toEqual([])` shows them. */
export async function wrongInBooks(where: WhereBooksAre, rules: BooksRules): Promise<string[]> {
  return checkBooks(await readBooks(where), rules).map(lineOf);
}

export function lineOf({ code, words, ids }: Violation): string {
  const named = Object.entries(ids)
    .map(([name, value]) => `${name}=${value}`)
    .join(" ");
  return `${code}: ${words} (${named})`;
}
