import type { PaidFor } from "../parts/sdk";

/** Only the cart or the payment link of a component's properties. */
export const paidForOf = (props: PaidFor): PaidFor =>
  "payable" in props ? { payable: props.payable } : { cartId: props.cartId };

/** Tells one from another, and both kinds apart: a cart's ID has no dot. */
export const keyOfPaidFor = (props: PaidFor): string => ("payable" in props ? props.payable : props.cartId);
