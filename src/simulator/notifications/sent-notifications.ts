import type { NotificationRecord } from "../payments/transaction";
import { escapeMarkup } from "../http/xml";

export function sentNotifications(sent: readonly NotificationRecord[]): string {
  const newest = sent.slice(-5).reverse();
  const rows = newest.map(({ at, kind, status }) => {
    const answer = status === 0 ? "no answer" : `HTTP ${String(status)}`;
    const isTaken = status >= 200 && status < 300;
    return `<li class="${isTaken ? "ok" : "bad"}">${escapeMarkup(kind)} · ${answer} · <time>${escapeMarkup(at)}</time></li>`;
  });
  return `<details${sent.length > 0 ? " open" : ""}><summary>Notifications (${String(sent.length)})</summary>
    <ul>${rows.length > 0 ? rows.join("") : "<li>none sent yet</li>"}</ul></details>`;
}
