import { AcquiringProvider } from "./base";

/** Direct card: the shop's own form (off until `allowDirectCard`), and cards that customers chose to keep. */
export class CardProvider extends AcquiringProvider {
  static override identifier = "acquiring-card";
}
