import { AcquiringProvider } from "./base";

/** Direct card: the shop's own form, paid through `POST /store/acquiring/card-payments`. Off until `allowDirectCard`. */
export class CardProvider extends AcquiringProvider {
  static override identifier = "acquiring-card";
}
