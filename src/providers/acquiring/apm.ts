import { AcquiringProvider } from "./base";

/** Alternative payment methods by redirect: bank transfers, wallets, vouchers (option `apm.methods`). */
export class ApmProvider extends AcquiringProvider {
  static override identifier = "acquiring-apm";
}
