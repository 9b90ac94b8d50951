import { MedusaModule } from "@medusajs/framework/modules-sdk";
import { Modules } from "@medusajs/framework/utils";

/**
 * Who captured. Before 2.21, Medusa passed it as `captured_by` to a table that only has `created_by`, so it was lost. Our
 * records depend on it: by it, an operation finds the row that was recorded for it, and a capture of core's own is told
 * from one that a user asked for. Where core translates the name itself, nothing is changed here.
 */
interface CaptureRows {
  create(this: unknown, ...args: unknown[]): unknown;
}

const kept = new WeakSet<CaptureRows>();

/** Medusa's payment module of this process; undefined where only the ledger is loaded. */
function paymentModule(): unknown {
  const loaded: readonly unknown[] = MedusaModule.getLoadedModules();
  return loaded.flatMap((each) => (isRow(each) && Modules.PAYMENT in each ? [each[Modules.PAYMENT]] : []))[0];
}

/** For all captures that this process will record. Calling it again changes nothing. */
export function keepCaptureCreators(payments: unknown = paymentModule()): void {
  const captures = isWithCaptures(payments) ? payments.captureService_ : undefined;
  if (!isCaptureRows(captures) || kept.has(captures)) return;
  kept.add(captures);
  captures.create = new Proxy(captures.create, {
    apply: (create, self, [data, ...rest]: unknown[]) =>
      Reflect.apply(create, self, [Array.isArray(data) ? data.map(named) : named(data), ...rest]),
  });
}

/** The row with its creator under the column's name. */
function named(data: unknown): unknown {
  if (!isRow(data) || data.captured_by === undefined || data.created_by !== undefined) return data;
  const { captured_by: by, ...row } = data;
  return { ...row, created_by: by };
}

const isRow = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const isWithCaptures = (value: unknown): value is { readonly captureService_: unknown } =>
  isRow(value) && "captureService_" in value;

const isCaptureRows = (value: unknown): value is CaptureRows => isRow(value) && typeof value.create === "function";
