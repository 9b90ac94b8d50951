/** Payments that something could still be captured of; the predicate of `IDX_acquiring_attempt_policy`. */
export const OPEN_AUTHORISATION =
  "state IN ('authorised', 'captured') AND captured < authorised AND deleted_at IS NULL";
