import { createRequire } from "node:module";
import { join } from "node:path";
import { PaymentSessionStatus } from "@medusajs/framework/utils";
import { z } from "@medusajs/framework/zod";
import type { Finding } from "./finding";
import { fail, ok } from "./finding";

/** What the installed Medusa can do, found by looking for it. Smaller differences are made up for where they matter. */
export interface MedusaReading {
  /** Null: not found from the store's folder. */
  readonly version: string | null;
  /** Whether an order can wait for its payment: vouchers, bank transfers, payments under review. */
  readonly canWait: boolean;
}

const Manifest = z.object({ version: z.string() });

export function readMedusa(folder: string): MedusaReading {
  return { version: installedVersion(folder), canWait: "PENDING_AUTHORIZATION" in PaymentSessionStatus };
}

function installedVersion(folder: string): string | null {
  try {
    return Manifest.parse(createRequire(join(folder, "package.json"))("@medusajs/medusa/package.json")).version;
  } catch {
    return null;
  }
}

export function judgeMedusa({ version, canWait }: MedusaReading): Finding {
  const named = version === null ? "the installed Medusa" : `Medusa ${version}`;
  if (canWait) return ok("Medusa", `${named} can do what the plugin needs`);
  const message = `${named} cannot keep an order waiting for its payment, which vouchers and payments under review need.`;
  return fail(
    "Medusa",
    message,
    "Upgrade Medusa to 2.17.2 or newer, one of the tested versions (docs/compatibility.md).",
  );
}
