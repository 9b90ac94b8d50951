import type { ErasureBlocker, LegalHold, PersonSummary, PrivacyPage } from "../../../../api-schema/admin";

export const aBlocker = (change: Partial<ErasureBlocker> = {}): ErasureBlocker => ({
  ...{ kind: "payment_authorised", name: "A1", id: null, payment_id: "acqatt_1", order_id: null, attention_kind: null },
  ...change,
});

export const aHold = (change: Partial<LegalHold> = {}): LegalHold => ({
  ...{ id: "acqhld_1", subject_kind: "email", subject: "ada@example.test", reason: "Lawsuit 12" },
  ...{ placed_by: "user_ada", placed_at: "2026-11-26T10:00:00.000Z", until: null, released_at: null },
  ...change,
});

export const aSummary = (change: Partial<PersonSummary> = {}): PersonSummary => ({
  ...{ customer_ids: ["cus_1"], emails: ["ada@example.test"], sections: { payments: 1_234, saved_cards: 2 } },
  ...{ to_erase: { payments: 7, saved_cards: 2 }, refusals: [], blockers: [] },
  ...change,
});

export const aPrivacyPage = (change: Partial<PrivacyPage> = {}): PrivacyPage => ({
  holds: [],
  retention: [
    { kind: "inbox", days: 90, due: 0, oldest: null, on_hold: 0 },
    { kind: "notes", days: null, due: 0, oldest: null, on_hold: 0 },
  ],
  ...change,
});
