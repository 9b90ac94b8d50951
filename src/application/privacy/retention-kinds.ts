import type { RetentionKind } from "../../api-schema/admin";
import type { RetentionOptions } from "../../options/attention-options";

/**
 * What retention removes besides messages, each with its option. `tables`: the fields, in the words of the inventory; a
 * condition says which rows are old enough. Pure.
 */
export interface RetentionTable {
  readonly name: string;
  /** Null: the row is deleted. */
  readonly fields: readonly string[] | null;
  /** Of `t`, with `:before`. */
  readonly due: string;
  /** When it was stored. */
  readonly at: string;
  /** What a hold keeps; neither true nor false is not kept. */
  readonly isHeld: string;
}

/** Nothing can happen to it any more that needs a person. */
const QUIET = `NOT EXISTS (SELECT FROM acquiring_attention_item AS item
    WHERE item.attempt_id = t.id AND item.cleared_at IS NULL AND item.deleted_at IS NULL)`;
const OVER = "('captured', 'voided', 'declined', 'expired')";
const quietPayment = (column: string): string => `EXISTS (SELECT FROM acquiring_payment_attempt AS attempt
    WHERE attempt.id = t.${column} AND attempt.state IN ${OVER}
      AND NOT EXISTS (SELECT FROM acquiring_attention_item AS item
        WHERE item.attempt_id = attempt.id AND item.cleared_at IS NULL AND item.deleted_at IS NULL))`;

const NOTE_OF_PAYMENT = { isHeld: "t.attempt_id = ANY(:attempts)" } as const;

export const RETENTION_TABLES: Readonly<Record<Exclude<RetentionKind, "inbox">, readonly RetentionTable[]>> = {
  redirects: [
    {
      name: "acquiring_payment_attempt",
      fields: ["return_to", "redirect_form", "action_url"],
      due: `t.created_at < :before AND t.state IN ${OVER} AND ${QUIET}
        AND (t.return_to IS NOT NULL OR t.redirect_form IS NOT NULL OR t.action_url IS NOT NULL)`,
      at: "t.created_at",
      isHeld: "t.id = ANY(:attempts)",
    },
  ],
  notes: [
    {
      name: "acquiring_audit_record",
      fields: ["details"],
      due: `t.at < :before AND t.details ->> 'note' !~ '^erased:[0-9a-f]{64}$'
        AND (t.attempt_id IS NULL OR ${quietPayment("attempt_id")})`,
      at: "t.at",
      isHeld: "t.attempt_id = ANY(:attempts) OR t.details ->> 'order' = ANY(:orders)",
    },
    {
      name: "acquiring_review_vote",
      fields: ["note"],
      due: `t.at < :before AND t.note !~ '^erased:[0-9a-f]{64}$' AND ${quietPayment("attempt_id")}`,
      at: "t.at",
      ...NOTE_OF_PAYMENT,
    },
    {
      name: "acquiring_attention_item",
      fields: ["cleared_note"],
      due: "t.cleared_at < :before AND t.cleared_note IS NOT NULL",
      at: "t.cleared_at",
      ...NOTE_OF_PAYMENT,
    },
    {
      name: "acquiring_subscription_event",
      fields: ["note"],
      due: "t.at < :before AND t.note !~ '^erased:[0-9a-f]{64}$'",
      at: "t.at",
      isHeld: "t.subscription_id = ANY(:subscriptions)",
    },
  ],
  links: [
    {
      name: "acquiring_payment_link",
      fields: ["description"],
      due: `t.created_at < :before AND t.description IS NOT NULL
        AND (t.paid_at IS NOT NULL OR t.revoked_at IS NOT NULL OR t.expires_at < :before)`,
      at: "t.created_at",
      isHeld: "t.order_id = ANY(:orders)",
    },
  ],
  removed_cards: [
    {
      name: "acquiring_saved_card",
      fields: null,
      due: "t.removed_at < :before",
      at: "t.removed_at",
      isHeld: "t.customer_id = ANY(:customers)",
    },
  ],
};

export const retentionDays = (options: RetentionOptions): Readonly<Record<RetentionKind, number | null>> => ({
  inbox: options.inboxDays,
  redirects: options.redirectDays,
  notes: options.noteDays,
  links: options.linkDays,
  removed_cards: options.removedCardDays,
});
