import { nameOfMethod } from "../../../options/payment-methods";
import type AcquiringModuleService from "../../../modules/acquiring/service";

export const methodName = ({ options }: Pick<AcquiringModuleService, "options">, code: string | null): string | null =>
  code === null ? null : nameOfMethod(options.apmMethods, code);
