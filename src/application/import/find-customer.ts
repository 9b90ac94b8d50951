import type { MedusaContainer } from "@medusajs/framework/types";
import { ContainerRegistrationKeys } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { Judged } from "./import-record";
import { rejected } from "./import-record";

export interface FoundCustomer {
  readonly id: string;
  readonly email: string | null;
}

const Customers = z.array(
  z.object({
    id: z.string(),
    email: z
      .string()
      .nullish()
      .transform((email) => email ?? null),
    has_account: z.boolean(),
  }),
);

/** The registered customer that a line names. An ID and an email address must be of the same customer. */
export async function findCustomer(
  container: MedusaContainer,
  { customer_id: id, email }: { readonly customer_id?: string | undefined; readonly email?: string | undefined },
): Promise<FoundCustomer | { readonly refused: Judged }> {
  if (id === undefined && email === undefined) return { refused: rejected("customer_id", "is missing", WHO) };
  const filters = {
    ...(id === undefined ? {} : { id }),
    ...(email === undefined ? {} : { email: email.toLowerCase() }),
  };
  const { data } = await container
    .resolve(ContainerRegistrationKeys.QUERY)
    .graph({ entity: "customer", fields: ["id", "email", "has_account"], filters: { ...filters, has_account: true } });
  const [customer] = Customers.parse(data);
  if (customer) return customer;
  const field = id === undefined ? "email" : "customer_id";
  return { refused: rejected(field, "is no registered customer of this store", CREATE) };
}

const WHO = "Name the customer by customer_id or email.";
const CREATE =
  "Import the customer into Medusa first, with an account; if you give an ID and an email address, both must fit.";
