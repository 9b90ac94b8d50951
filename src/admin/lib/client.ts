import type { AdminOrderPayments } from "../../contract/admin";

/** The dashboard's calls to our admin routes, with the dashboard's own session. */
declare const __BACKEND_URL__: string | undefined;

const backend = (): string => {
  const configured = typeof __BACKEND_URL__ === "string" ? __BACKEND_URL__ : "/";
  return configured === "/" ? "" : configured.replace(/\/$/, "");
};

export async function fetchOrderPayments(orderId: string): Promise<AdminOrderPayments> {
  const path = `/admin/acquiring/orders/${encodeURIComponent(orderId)}/payments`;
  const response = await fetch(backend() + path, { credentials: "include" });
  if (!response.ok) throw new Error(`The server answered HTTP ${String(response.status)}.`);
  return response.json();
}
