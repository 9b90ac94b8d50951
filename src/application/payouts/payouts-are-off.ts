import { container } from "@medusajs/framework";
import { ACQUIRING_MODULE } from "../../modules/acquiring";
import { findPayoutService } from "./resolve-payout-service";

/**
 * For `defineFileConfig({ isDisabled })` of the routes: Medusa asks it when it registers them, which is after the
 * modules have read their options. What is off is not there: no route, no middleware, 404.
 */
export const payoutsAreOff = (): boolean =>
  !container.hasRegistration(ACQUIRING_MODULE) || findPayoutService(container) === null;
