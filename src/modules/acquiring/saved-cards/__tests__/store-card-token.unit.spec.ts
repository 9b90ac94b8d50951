import type { AttemptRow } from "../../ledger/rows/attempt-row";
import type { NewSavedCard } from "../card-storage-rules";
import { CardTokenStore } from "../store-card-token";

/** What is logged of a card that the customer asked to save. */
const attempt = {
  ...{ id: "acqatt_1", account: "main", gateway_identity: "", customer_id: "cus_1", saved_card_id: null },
  ...{ card_mask: "411111******1111", card_brand: "visa" },
  save_card: { expiryMonth: "12", expiryYear: "2039", firstName: "Ada", lastName: "Lovelace" },
} as unknown as AttemptRow;

async function logged(token: string, more: Partial<AttemptRow> = {}): Promise<readonly unknown[]> {
  const lines: unknown[] = [];
  const kept: NewSavedCard[] = [];
  const nothing = (): Promise<void> => Promise.resolve();
  const keep = (card: NewSavedCard): Promise<string | null> => Promise.resolve(String(kept.push(card)));
  const store = new CardTokenStore({
    savedCards: { keep, used: nothing, refuse: nothing },
    accountOf: () => undefined,
    log: (...line) => lines.push(line),
  });
  await store.keep({ ...attempt, ...more }, token, null);
  return lines;
}

test.each(["123456789012", "tok-1234567890123456789"])(
  "a requested token that may not be stored is logged without the token: %s",
  async (token) => {
    expect(await logged(token)).toEqual([["acquiring.card_not_saved", { attempt: "acqatt_1" }]]);
  },
);

test("a token that is stored, or that nobody asked to save, is not logged", async () => {
  expect(await logged("tok_1")).toEqual([]);
  expect(await logged("123456789012", { save_card: null })).toEqual([]);
});
