import { z } from "@medusajs/framework/zod";

/**
 * - `GET /admin/acquiring/access` answers `AdminAccess`: what the reader may do. The pages
 *   hide what is not allowed; every route checks for itself all the same.
 */
export const Permission = z.enum([
  "read",
  "capture",
  "void",
  "refund",
  /** Approve or reject a held payment. */
  "review",
  /** Query now, replay a notification, dismiss an attention item, decide an unknown operation. */
  "resolve",
  "export",
  /** Edit what a product charges again and again. */
  "subscribe",
  /** End a customer's subscription; make the order of a charge that has none. */
  "unsubscribe",
  /** The health page, with the effective configuration; a test payment. */
  "operate",
  /**
   * Prepare payouts, submit them, and keep the book of beneficiaries. The option `admin.permissions.payout`, also when Medusa's roles are
   * on. Whoever has this or `approve_payout` sees them.
   */
  "payout",
  /** Approve, reject and decide what others prepared. The option `payout.approvers`, also when Medusa's roles are on. */
  "approve_payout",
  /** See bank data in full; written into the audit. The option `payout.revealers`, else `payout.approvers`, also with roles. */
  "reveal_bank_details",
]);
export type Permission = z.infer<typeof Permission>;

export const AdminAccess = z.object({
  user_id: z.string(),
  /** Who says so: Medusa's roles, or the plugin's own list. */
  decided_by: z.enum(["rbac", "allow-list", "everybody"]),
  permissions: z.array(Permission),
});
export type AdminAccess = z.infer<typeof AdminAccess>;
