import { StoreRequestError } from "../store-error";

/** The logged-in customer's id. A guest's cards cannot be told from anybody else's, so a guest has none. */
export function requireCustomer(customerId: string | null): string {
  if (!customerId) throw new StoreRequestError("login_required", 401);
  return customerId;
}
