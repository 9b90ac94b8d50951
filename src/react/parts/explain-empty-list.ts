const explained = new Set<string>();

/** Logs for the developer, once per cart, why no payment method is shown. Contains nothing secret. */
export function explainEmptyList(cartId: string): void {
  if (explained.has(cartId)) return;
  explained.add(cartId);
  console.info(
    `medusa-payment-acquiring: no payment method is set up for the cart ${cartId}. ` +
      "Enable a payment provider of the plugin in the cart's region (dashboard, Settings, Regions), " +
      "and check that the methods in the plugin's options are for the cart's country and currency.",
  );
}
