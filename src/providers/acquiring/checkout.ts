import { AcquiringProvider } from "./base";

/** The gateway's own card page, as a page or in an iframe: no card number reaches the shop or this server. */
export class CheckoutProvider extends AcquiringProvider {
  static override identifier = "acquiring-checkout";
}
