import type { PersonalTable } from "./personal-table";
import { STAFF } from "./personal-table";

const kept = (other: string, personal: PersonalTable["personal"]): PersonalTable => ({
  title: null,
  of: null,
  other,
  personal,
});
const BENEFICIARY = ["identity", STAFF] as const;
const NOTE = ["note", STAFF] as const;
const BY = ["staff", STAFF] as const;
const GATEWAY = ["gateway_message", STAFF] as const;

/** Payouts go to beneficiaries, who are no customers: their data are kept as long as the books (docs/privacy.md). */
export const PAYOUT_TABLES: Readonly<Record<string, PersonalTable>> = {
  acquiring_beneficiary: kept(
    "id origin_key version entity_type country currency bank_name blocked_at changed_at account_by account_by_owner",
    {
      display_name: BENEFICIARY,
      account_mask: BENEFICIARY,
      account_fingerprint: BENEFICIARY,
      customer_id: BENEFICIARY,
    },
  ),
  acquiring_beneficiary_version: kept("id beneficiary_id number key_id writes_account made_by made_by_owner", {
    sealed: BENEFICIARY,
    account_fingerprint: BENEFICIARY,
  }),
  acquiring_payout: kept(
    `id origin_key state account currency amount raw_amount beneficiary_id beneficiary_version beneficiary_country
      payment_method swift_charge_option fee_paid_by fund_source source_amount raw_source_amount source_currency
      payment_date key_id order_id import_id import_line request_id payload_hash version approvals submitted_at approved_at
      expires_at send_after waits_for claimed_at finished_at synced_version transaction_id short_reference decided_result
      replaces_id`,
    {
      ...{
        beneficiary_name: BENEFICIARY,
        beneficiary_mask: BENEFICIARY,
        sealed: BENEFICIARY,
        customer_id: BENEFICIARY,
      },
      ...{ reference: NOTE, reason: NOTE, note: NOTE, decided_note: NOTE, created_by: BY, decided_by: BY },
    },
  ),
  acquiring_payout_approval: kept("id payout_id payload_hash version seal at void_at", { actor_id: BY, note: NOTE }),
  acquiring_payout_audit: kept("id sequence payout_id beneficiary_id kind version actor raw_status at", {
    ...{ actor_id: BY, owner_id: BY, note: NOTE },
  }),
  acquiring_payout_import: kept("id key content_hash finished_at", { actor_id: BY }),
  acquiring_payout_send: kept(
    `id payout_id request_id account gateway_identity currency amount raw_amount payload_hash status reading raw_status
      result_code transaction_id short_reference fee_amount fee_currency payer_pays beneficiary_receives failure_type
      gateway_created_at gateway_updated_at decided_result contradiction ignored_end paid_at sends version sync_due_at
      sent_at concluded_at`,
    { result_message: GATEWAY, failure_reason: GATEWAY, decided_note: NOTE, decided_by: BY, actor_id: BY },
  ),
  acquiring_payout_send_event: kept(
    "id payout_id at source from_status to_status reading raw_status code inbox_event_id version",
    { message: GATEWAY, note: NOTE, actor_id: BY },
  ),
};
