import { Module } from "@medusajs/framework/utils";
import { keepJoinerConfig } from "../acquiring";
import AcquiringPayoutModuleService from "./service";

export const ACQUIRING_PAYOUT_MODULE = "acquiringPayout";

keepJoinerConfig(ACQUIRING_PAYOUT_MODULE, AcquiringPayoutModuleService);

export default Module(ACQUIRING_PAYOUT_MODULE, { service: AcquiringPayoutModuleService });
