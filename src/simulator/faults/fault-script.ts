import type { Fault } from "./faults";
import { described, isAboutNotifications } from "./faults";
import type { Fields } from "../context";

/**
 * The tape: what will go wrong, in order. Each request takes the first entry that is
 * meant for it. An entry names an operation or is for any of them, may be bound to one
 * order number, and is used up after `left` requests. It strikes nothing itself.
 */
export interface FaultScriptEntry {
  /** Null: any operation of the gateway's interface. */
  readonly operation: string | null;
  /** Null: whatever order number the request is about. */
  readonly orderNo: string | null;
  readonly fault: Fault;
  /** A fault of the notifications beside one of the answer. */
  readonly also: Fault | null;
  readonly count: number;
}

/** Changes that no request of the store's makes: by a shopper on a page of the gateway, by the control API, by the clock. */
export const ELSEWHERE = ["page", "control", "renewal", "payout-step"] as const;
const isElsewhere = (operation: string): boolean => ELSEWHERE.some((name) => name === operation);

interface Armed extends FaultScriptEntry {
  readonly id: number;
  left: number;
}

/** What struck one request. */
export type Struck = Pick<FaultScriptEntry, "fault" | "also">;

/** The one of its faults that strikes notifications. */
export const notifyFault = (struck: Struck | null): Fault | null =>
  struck && isAboutNotifications(struck.fault.name) ? struck.fault : (struck?.also ?? null);

export class FaultScript {
  private armed: Armed[] = [];
  private lastId = 0;

  /** Appends; answers the entries' numbers. */
  append(entries: readonly FaultScriptEntry[]): number[] {
    const added = entries.map((entry) => ({ ...entry, id: (this.lastId += 1), left: entry.count }));
    this.armed = [...this.armed, ...added];
    return added.map(({ id }) => id);
  }

  /** The first entry for this request, used up once. */
  take(operation: string, orderNos: readonly string[]): Struck | null {
    const at = this.armed.findIndex((entry) => isFor(entry, operation, orderNos));
    const found = this.armed[at];
    if (!found) return null;
    found.left -= 1;
    if (found.left === 0) this.armed.splice(at, 1);
    return { fault: found.fault, also: found.also };
  }

  /** False: there is no such entry. */
  remove(id: number): boolean {
    const { length } = this.armed;
    this.armed = this.armed.filter((entry) => entry.id !== id);
    return this.armed.length < length;
  }

  clear(): void {
    this.armed = [];
  }

  get length(): number {
    return this.armed.length;
  }

  /** The first entries, as the control API and the page show them. */
  list(most = Number.MAX_SAFE_INTEGER): Fields[] {
    return this.armed.slice(0, most).map(({ id, operation, orderNo, fault, also, left }) => ({
      id,
      operation: operation ?? "any",
      ...(orderNo === null ? {} : { order_no: orderNo }),
      ...described(fault),
      ...(also === null ? {} : { also: described(also) }),
      left,
    }));
  }
}

function isFor(entry: FaultScriptEntry, operation: string, orderNos: readonly string[]): boolean {
  const isOperation = entry.operation === null ? !isElsewhere(operation) : entry.operation === operation;
  return isOperation && (entry.orderNo === null || orderNos.includes(entry.orderNo));
}
