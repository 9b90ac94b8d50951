import { Module } from "@medusajs/framework/utils";
import AcquiringPayoutModuleService from "./service";

export const ACQUIRING_PAYOUT_MODULE = "acquiringPayout";

export default Module(ACQUIRING_PAYOUT_MODULE, { service: AcquiringPayoutModuleService });
