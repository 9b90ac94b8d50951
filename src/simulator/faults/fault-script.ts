import type { Fault } from "./faults";
import { described, isAboutNotifications } from "./faults";
import type { Fields } from "../context";

/** Each request takes the first entry that matches; an entry is used up after `left` requests. */
export interface FaultScriptEntry {
  /** Null: any operation of the gateway's interface. */
  readonly operation: string | null;
  /** Null: any order number. */
  readonly orderNo: string | null;
  readonly fault: Fault;
  /** A notification fault in addition to an answer fault. */
  readonly also: Fault | null;
  readonly count: number;
}

/** Changes without a store request: by a customer on the gateway's page, by the control API, by the clock. */
export const ELSEWHERE = ["page", "control", "renewal", "payout-step"] as const;
const isElsewhere = (operation: string): boolean => ELSEWHERE.some((name) => name === operation);

interface Armed extends FaultScriptEntry {
  readonly id: number;
  left: number;
}

export type Struck = Pick<FaultScriptEntry, "fault" | "also">;

export const notifyFault = (struck: Struck | null): Fault | null =>
  struck && isAboutNotifications(struck.fault.name) ? struck.fault : (struck?.also ?? null);

export class FaultScript {
  private armed: Armed[] = [];
  private lastId = 0;

  append(entries: readonly FaultScriptEntry[]): number[] {
    const added = entries.map((entry) => ({ ...entry, id: (this.lastId += 1), left: entry.count }));
    this.armed = [...this.armed, ...added];
    return added.map(({ id }) => id);
  }

  take(operation: string, orderNos: readonly string[]): Struck | null {
    const at = this.armed.findIndex((entry) => isFor(entry, operation, orderNos));
    const found = this.armed[at];
    if (!found) return null;
    found.left -= 1;
    if (found.left === 0) this.armed.splice(at, 1);
    return { fault: found.fault, also: found.also };
  }

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
