import type { PaymentBody } from "../../api-schema/store";
import type { NewRedirect } from "../../modules/acquiring";
import type AcquiringModuleService from "../../modules/acquiring/service";
import type { ResolvedInstrument } from "./resolve-instrument";
import { returnAddress } from "./return-address";

export function redirectOf(
  body: PaymentBody,
  resolved: ResolvedInstrument,
  ledger: AcquiringModuleService,
): NewRedirect {
  const { options } = ledger;
  const now = ledger.now().getTime();
  const isApm = resolved.instrument.kind === "apm";
  const own = options.apmMethods.find(({ code }) => code === resolved.method)?.expiresAfterMs;
  const waitMs = own ?? options.apm.expiresAfterMs;
  const { reminderBeforeMs } = options.apm;
  const reminds = isApm && reminderBeforeMs > 0 && reminderBeforeMs < waitMs;
  return {
    presentation: resolved.presentation,
    returnTo: returnAddress(body.return_to, options),
    actionExpiresAt: new Date(now + options.actionExpiresAfterMs),
    pendingExpiresAt: isApm ? new Date(now + waitMs) : null,
    remindAt: reminds ? new Date(now + waitMs - reminderBeforeMs) : null,
  };
}
