import type { ReactNode } from "react";
import { Navigate, useLocation } from "react-router-dom";
import { isReturn } from "../lib/return-address";
import { useShop } from "../lib/shop-context";

/** Whichever page a shopper comes back to from the gateway, it goes on in the checkout, or with the order that is there. */
export function ReturnGate({ children }: { children: ReactNode }) {
  const { placed } = useShop();
  const { pathname, search } = useLocation();
  // Back from the payment instructions: the order's page shows how the payment stands.
  if (!isReturn(search) || pathname.startsWith("/orders/")) return children;
  if (placed) return <Navigate to={`/orders/${placed.id}`} replace />;
  if (pathname !== "/checkout") return <Navigate to={`/checkout${search}`} replace />;
  return children;
}
