import { Module } from "@medusajs/framework/utils";
import AcquiringPayoutModuleService from "./service";

/** The module's name in the container. */
export const ACQUIRING_PAYOUT_MODULE = "acquiringPayout";

export default Module(ACQUIRING_PAYOUT_MODULE, { service: AcquiringPayoutModuleService });
