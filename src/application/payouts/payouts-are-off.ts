import { container } from "@medusajs/framework";
import { ACQUIRING_MODULE } from "../../modules/acquiring";
import { findPayoutService } from "./resolve-payout-service";

/** For `defineFileConfig` of the routes: Medusa evaluates it after the modules have read their options (off: 404). */
export const payoutsAreOff = (): boolean =>
  !container.hasRegistration(ACQUIRING_MODULE) || findPayoutService(container) === null;
