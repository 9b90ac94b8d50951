import { ModuleProvider, Modules } from "@medusajs/framework/utils";
import { ApmProvider } from "./apm";
import { CardProvider } from "./card";
import { CheckoutProvider } from "./checkout";
import { lookForLedger } from "./require-ledger";

/** One provider per payment method; with `id: "main"` they appear as `pp_acquiring-card_main` and so on. */
export default ModuleProvider(Modules.PAYMENT, {
  services: [CardProvider, CheckoutProvider, ApmProvider],
  loaders: [lookForLedger],
});
