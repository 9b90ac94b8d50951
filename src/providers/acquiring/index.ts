import { ModuleProvider, Modules } from "@medusajs/framework/utils";
import { CardProvider } from "./card";

/** One provider per way to pay; with `id: "main"` they appear as `pp_acquiring-card_main` and so on. */
export default ModuleProvider(Modules.PAYMENT, { services: [CardProvider] });
