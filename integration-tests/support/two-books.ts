import { checkGateway } from "./books/check-gateway";
import { checkJournal } from "./books/check-journal";
import { checkNotifications, checkSends } from "./books/check-requests";
import { readGatewayBook } from "./books/gateway-book";
import { readJournalBook } from "./books/journal-book";
import { lineOf } from "./books";
import type { OwnLedger } from "./own-ledger";

/** Violations between the gateway's data and the journal at rest, without Medusa. */
export async function wrongAtRest({ pg, gateway }: Pick<OwnLedger, "pg" | "gateway">): Promise<string[]> {
  const [book, attempts] = await Promise.all([readGatewayBook([gateway.url], 0), readJournalBook(pg, undefined)]);
  const violations = attempts.flatMap((attempt) => [
    ...checkJournal(attempt, true),
    ...checkGateway(book, attempt, true),
    ...checkSends(book, attempt.row.order_no),
    ...checkNotifications(book, attempt, true),
  ]);
  return violations.map(lineOf);
}
