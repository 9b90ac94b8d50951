import { nameOfMethod } from "../../../options/payment-methods";
import type AcquiringModuleService from "../../../modules/acquiring/service";

/** What an alternative method is called, here as in the shop; null for cards. */
export const methodName = ({ options }: Pick<AcquiringModuleService, "options">, code: string | null): string | null =>
  code === null ? null : nameOfMethod(options.apmMethods, code);
