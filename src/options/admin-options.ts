import { z } from "@medusajs/framework/zod";

/**
 * Dashboard permissions while Medusa's roles (feature flag `rbac`) are off: for each permission a list of e-mail
 * addresses or user ids. A permission without a list is granted to every user, an empty list to none. Enforced in
 * `application/access/admin-access.ts`.
 */
const people = z
  .array(
    z
      .string()
      .trim()
      .regex(/^\S{1,200}$/, 'must be e-mail addresses or user ids, such as "ada@shop.example"'),
    { error: 'must be a list of e-mail addresses or user ids, such as ["ada@shop.example"]' },
  )
  .optional();

export const AdminOptions = z.strictObject({
  permissions: z
    .strictObject({
      read: people,
      capture: people,
      void: people,
      refund: people,
      review: people,
      resolve: people,
      export: people,
      configure: people,
      collect: people,
      subscribe: people,
      unsubscribe: people,
      payout: people,
      privacy: people,
      operate: people,
    })
    .prefault({}),
});
export type AdminOptions = z.output<typeof AdminOptions>;
