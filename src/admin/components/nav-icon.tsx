import { CreditCard } from "@medusajs/icons";

/** What stands beside our entry in the sidebar. */
export function NavIcon() {
  return <CreditCard />;
}
