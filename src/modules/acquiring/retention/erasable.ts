/**
 * Texts written by people or the gateway, by table. With `isFixed` a row never changes otherwise, and its digest is
 * kept. A migration copies this list into the database: an addition here needs another migration.
 */
export const ERASABLE: Readonly<Record<string, { readonly fields: readonly string[]; readonly isFixed: boolean }>> = {
  acquiring_audit_record: { fields: ["details"], isFixed: true },
  acquiring_entry: { fields: ["code", "message"], isFixed: true },
  acquiring_review_vote: { fields: ["note"], isFixed: true },
  acquiring_payout_send_event: { fields: ["code", "message", "note", "raw_status"], isFixed: true },
  acquiring_payout_audit: { fields: ["note", "raw_status"], isFixed: true },
  acquiring_subscription_event: { fields: ["note"], isFixed: true },
  acquiring_inbox_event: { fields: ["body", "facts", "result"], isFixed: false },
  acquiring_attention_item: { fields: ["message", "cleared_note"], isFixed: false },
  acquiring_payment_attempt: { fields: ["return_to"], isFixed: false },
  acquiring_payout: { fields: ["note", "decided_note"], isFixed: false },
  acquiring_payout_approval: { fields: ["note"], isFixed: false },
  refund: { fields: ["note"], isFixed: false },
};
