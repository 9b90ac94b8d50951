import { z } from "@medusajs/framework/zod";

/** `GET /admin/acquiring/access`: the user's permissions. Pages hide the rest; every route checks again. */
export const Permission = z.enum([
  "read",
  "capture",
  "void",
  "refund",
  /** Approve or reject a held payment. */
  "review",
  /** Query now, replay a notification, dismiss an attention item, resolve an unknown operation, change a dispute. */
  "resolve",
  "export",
  /** Change the capture policy. */
  "configure",
  /** Create, renew and revoke payment links. */
  "collect",
  /** Edit a product's subscription plan. */
  "subscribe",
  /** Cancel a customer's subscription; create the order of a charge that has none. */
  "unsubscribe",
  /** Export and erase what is stored of a person; legal holds. */
  "privacy",
  /** The health page with the effective configuration; a test payment. */
  "operate",
  /**
   * Prepare and submit payouts, manage beneficiaries. Granted by the option `admin.permissions.payout`, even if
   * Medusa's roles are on. This or `approve_payout` is needed to see payouts.
   */
  "payout",
  /** Approve, reject and resolve what others prepared. Granted by `payout.approvers`, even if Medusa's roles are on. */
  "approve_payout",
  /** See unmasked bank data, audited. Granted by `payout.revealers`, else `payout.approvers`, also with roles. */
  "reveal_bank_details",
]);
export type Permission = z.infer<typeof Permission>;

export const AdminAccess = z.object({
  user_id: z.string(),
  /** Source of the permissions: Medusa's roles, the plugin's own list, or neither. */
  decided_by: z.enum(["rbac", "allow-list", "everybody"]),
  permissions: z.array(Permission),
});
export type AdminAccess = z.infer<typeof AdminAccess>;
