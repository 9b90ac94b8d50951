import { faultNames } from "../faults/faults";
import { button, choice, form, input } from "./page-forms";
import type { Serving } from "../serve";
import { operationNames } from "../serve";
import { ELSEWHERE } from "../faults/fault-script";
import { escapeMarkup } from "../http/xml";

const MOST_SHOWN = 20;

export function faultScriptSection({ tape }: Serving): string {
  const rows = tape.list(MOST_SHOWN).map(({ id, operation, fault, left, ...parameters }) => {
    const cells = [operation, fault, wordsOf(parameters), left].map((cell) => `<td>${escapeMarkup(String(cell))}</td>`);
    return `<tr>${cells.join("")}<td class="actions">${button("disarm", "Remove", { id: String(id) })}</td></tr>`;
  });
  const more = tape.length - rows.length;
  const table = `<table><thead><tr><th>Operation</th><th>Fault</th><th>With</th><th>Requests</th><th></th></tr></thead><tbody>${rows.join("")}</tbody></table>`;
  return `<section id="tape" aria-labelledby="faults"><h2 id="faults">Faults</h2>
    <p>Each request takes the first entry that is meant for it.</p>
    ${rows.length > 0 ? table : `<p class="meta">No fault is armed.</p>`}
    ${more > 0 ? `<p class="meta">and ${String(more)} more</p>` : ""}
    <div class="hand">${arm()}</div></section>`;
}

const arm = (): string =>
  form("arm", {
    hidden: {},
    inputs:
      choice("operation", "Operation", ["any", ...operationNames, ...ELSEWHERE]) +
      choice("fault", "Fault", faultNames) +
      input("count", "Requests", "1"),
    label: "Arm",
  });

const wordsOf = (parameters: object): string =>
  Object.entries(parameters)
    .map(([name, value]) => `${name} ${typeof value === "string" ? value : JSON.stringify(value)}`)
    .join(", ");
