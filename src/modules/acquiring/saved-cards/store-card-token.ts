import { z } from "@medusajs/framework/zod";
import type { MaskedCard } from "../../../gateway/model/facts";
import type { GatewayAccount } from "../../../gateway/model/account";
import type { PaymentOutcome } from "../../../gateway/model/outcome";
import { isTokenRefused } from "../../../gateway/reading/token-refusal";
import type { AttemptRow } from "../ledger/rows/attempt-row";
import { storableCard } from "./card-storage-rules";
import type { SavedCards } from "./saved-cards";

/** Saves a card that the customer asked to save, and withdraws one whose token the gateway refuses. */
export interface CardTokenStoreDependencies {
  readonly savedCards: Pick<SavedCards, "keep" | "used" | "refuse">;
  readonly accountOf: (attempt: AttemptRow) => GatewayAccount | undefined;
  readonly log: (event: string, ids: Readonly<Record<string, string>>) => void;
}

const SaveCard = z
  .object({
    expiryMonth: z.string(),
    expiryYear: z.string(),
    firstName: z.string(),
    lastName: z.string(),
  })
  .nullish();

export class CardTokenStore {
  constructor(private readonly deps: CardTokenStoreDependencies) {}

  async afterAuthorise(attempt: AttemptRow, outcome: PaymentOutcome): Promise<void> {
    if (outcome.kind === "settled") {
      if (outcome.fact.token) await this.keep(attempt, outcome.fact.token, outcome.fact.card);
      if (attempt.saved_card_id) await this.deps.savedCards.used(attempt.saved_card_id);
      return;
    }
    if (outcome.kind !== "declined" || !attempt.saved_card_id) return;
    const profile = this.deps.accountOf(attempt)?.profile;
    if (profile && isTokenRefused(profile, outcome.reason.code)) {
      await this.deps.savedCards.refuse(attempt.saved_card_id, outcome.reason.code, attempt.created_at);
    }
  }

  /** Once per payment: a repeated notification must not restore a card that the customer has removed. */
  async keep(attempt: AttemptRow, token: string, card: MaskedCard | null): Promise<void> {
    const request = SaveCard.parse(attempt.save_card);
    const { account, gateway_identity: gatewayIdentity, customer_id: customerId, id } = attempt;
    const mask = card?.mask ?? attempt.card_mask;
    if (!request || !customerId || !mask || attempt.saved_card_id !== null) return;
    const brand = attempt.card_brand;
    const wanted = { account, gatewayIdentity, customerId, token, mask, brand, ...request };
    if (storableCard(wanted) === null) this.deps.log("acquiring.card_not_saved", { attempt: id });
    await this.deps.savedCards.keep(wanted, id);
  }
}
