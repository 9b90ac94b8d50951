import type { GateResult } from "../../src/modules/acquiring/gate/gate";
import type { Books } from "./books";

/**
 * What callers were told, and whether it stayed true: "settled" is for ever (a
 * refund may still be refused by the bank), "refused" means that nothing was
 * sent for the key, and an acknowledged notification is in a committed row.
 */
interface Answer {
  readonly kind: "capture" | "void" | "refund";
  readonly key: string;
  readonly result: GateResult["kind"];
}

export class Told {
  readonly #answers: Answer[] = [];
  readonly #acknowledged: string[] = [];

  answer(answer: Answer): void {
    this.#answers.push(answer);
  }

  acknowledge(body: Buffer): void {
    this.#acknowledged.push(body.toString("base64"));
  }

  violations(books: Books): string[] {
    return [
      ...this.#answers.flatMap((answer) => broken(books, answer)),
      ...this.#acknowledged
        .filter((body) => !books.stored.has(body))
        .map(() => "a notification was acknowledged and is in no row"),
    ];
  }
}

function broken({ operations, transactions, attempts }: Books, { kind, key, result }: Answer): string[] {
  const row = operations.find((each) => each.kind === kind && each.idempotency_key === key);
  const words = `${kind} ${key} was told as ${result} and is ${row?.status ?? "not there"}`;
  switch (result) {
    case "settled":
    case "pending": {
      // A void of what is voided already is done, without a row of its own.
      if (kind === "void" && !row) return attempts.some(({ state }) => state === "voided") ? [] : [words];
      // An accepted refund is as good as given; the bank works it through later.
      const isGiven = row?.status === "settled" || (kind === "refund" && row?.status === "pending");
      return isGiven || isRefusedByBank() ? [] : [words];
    }
    case "declined":
      return row?.status === "declined" ? [] : [words];
    default:
      return [];
  }

  function isRefusedByBank(): boolean {
    return (
      row?.status === "declined" &&
      transactions.some(({ refunds }) => refunds.some(({ reason, failed }) => reason === row.id && failed))
    );
  }
}
