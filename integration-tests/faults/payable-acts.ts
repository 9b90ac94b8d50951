import type { PayChoice, PayMode } from "./commands";
import type { Scene } from "./perform";
import type { Heard } from "./store-child";

/** Acts on an order that owes something: its payment link, its customers, and staff who changes it meanwhile. */
export type PayableAct =
  | { readonly kind: "link"; readonly does: "create" | "renew" | "revoke" }
  | { readonly kind: "open-link" }
  /** A session for what is owed now; paid later with the `pay` act. */
  | { readonly kind: "link-session"; readonly mode: PayMode }
  /** The same, and pays it at once. */
  | { readonly kind: "pay-link"; readonly choice: PayChoice }
  | { readonly kind: "edit-order"; readonly quantity: number };

const KINDS = new Set<string>(["link", "open-link", "link-session", "pay-link", "edit-order"]);

export const isPayableAct = (act: { readonly kind: string }): act is PayableAct => KINDS.has(act.kind);

export async function performPayableAct(scene: Scene, act: PayableAct, process: number): Promise<Heard> {
  const { lane, orderId } = scene;
  const token = scene.linkToken;
  switch (act.kind) {
    case "link": {
      const heard = await lane.ask(process, { name: "link", orderId, does: act.does });
      // Revoked, the customer still has it.
      scene.linkToken = fieldOf(heard, "token") || scene.linkToken;
      return heard;
    }
    case "open-link":
      return lane.ask(process, { name: "open-link", token });
    case "link-session": {
      const heard = await lane.ask(process, { name: "link-session", token, mode: act.mode });
      scene.sessionId = fieldOf(heard, "sessionId") || scene.sessionId;
      return heard;
    }
    case "pay-link": {
      const heard = await lane.ask(process, { name: "pay-link", token, method: act.choice });
      scene.sessionId = fieldOf(heard, "sessionId") || scene.sessionId;
      scene.actionUrl = fieldOf(heard, "actionUrl") || scene.actionUrl;
      return heard;
    }
    case "edit-order":
      return lane.ask(process, { name: "edit-order", orderId, quantity: act.quantity });
  }
}

function fieldOf(heard: Heard, name: string): string {
  const value: unknown = heard.kind === "done" ? new Map(Object.entries(heard.value ?? {})).get(name) : null;
  return typeof value === "string" ? value : "";
}
