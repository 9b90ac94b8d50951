import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { isReturn } from "../lib/return-address";
import { useShop } from "../lib/shop-context";

/** On whichever page a customer returns from the gateway, they continue in the checkout, or with the existing order. */
export function ReturnGate({ children }: { children: ReactNode }) {
  const { placed } = useShop();
  const { pathname, search } = useLocation();
  // Back from payment instructions or a payment link: the page itself shows the payment's status.
  if (!isReturn(search) || pathname.startsWith("/orders/") || pathname === "/pay") return children;
  if (placed) return <Navigate to={`/orders/${placed.id}`} replace />;
  if (pathname !== "/checkout") return <Navigate to={`/checkout${search}`} replace />;
  return children;
}
