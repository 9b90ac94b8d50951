import { nameOfMethod } from "../../../options/payment-methods";
import type AcquiringModuleService from "../../../modules/acquiring/service";

/** Display name of an alternative payment method, as in the shop; null for cards. */
export const methodName = ({ options }: Pick<AcquiringModuleService, "options">, code: string | null): string | null =>
  code === null ? null : nameOfMethod(options.apmMethods, code);
