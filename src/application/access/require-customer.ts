import { StoreRequestError } from "../store-error";

/** The logged-in customer's ID. Guests have no saved cards, because one guest cannot be told from another. */
export function requireCustomer(customerId: string | null): string {
  if (!customerId) throw new StoreRequestError("login_required", 401);
  return customerId;
}
