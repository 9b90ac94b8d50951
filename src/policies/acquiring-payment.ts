import { definePolicies } from "@medusajs/framework/utils";
import { Permission } from "../api-schema/admin";

/**
 * The dashboard's permissions as policies of Medusa's roles, so that a role can get them one by one. Medusa loads this
 * folder at startup; without the feature flag `rbac` they are unused.
 */
const MEANING: Readonly<Record<Permission, string>> = {
  read: "See card payments, their history and what needs attention",
  capture: "Capture payments",
  void: "Give reservations back",
  refund: "Refund payments",
  review: "Approve or reject payments that are held for review",
  resolve: "Ask the gateway, replay notifications, settle what is unknown, close attention items",
  export: "Export payments as CSV",
  configure: "Change the capture policy",
  collect: "Create, renew and revoke payment links",
  subscribe: "Edit what products charge again and again",
  unsubscribe: "End customers' subscriptions, and make the order of a charge that has none",
  privacy: "Export and erase what is stored of a person, and set legal holds",
  operate: "See the health page and send test payments",
  payout: "See payouts and beneficiaries, prepare and submit payouts",
  approve_payout:
    "Approve, reject and decide payouts that others prepared; the option payout.approvers has to list them too",
  reveal_bank_details: "See bank data in full; the option payout.revealers has to list them too",
};

export const acquiringPaymentPolicies = definePolicies(
  Permission.options.map((operation) => ({
    name: `acquiring_payment:${operation}`,
    resource: "acquiring_payment",
    operation,
    description: MEANING[operation],
  })),
);
