import type { AdminOrderPayments } from "../../contract/admin";

/** The dashboard's calls to our admin routes, with the dashboard's own login. Not for storefronts. */
declare const __BACKEND_URL__: string | undefined;

/** The address before the path: nothing when the dashboard and the server share an origin. */
export function baseOf(configured: string | undefined): string {
  return configured === undefined || configured === "/" ? "" : configured.replace(/\/+$/, "");
}

const backend = (): string => baseOf(typeof __BACKEND_URL__ === "string" ? __BACKEND_URL__ : undefined);

export async function fetchOrderPayments(orderId: string, signal?: AbortSignal): Promise<AdminOrderPayments> {
  const path = `/admin/acquiring/orders/${encodeURIComponent(orderId)}/payments`;
  const response = await fetch(backend() + path, {
    credentials: "include",
    headers: { accept: "application/json" },
    signal,
  });
  if (!response.ok) throw new Error(`The server answered HTTP ${String(response.status)}.`);
  return response.json();
}
