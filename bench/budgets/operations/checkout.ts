import { z } from "@medusajs/framework/zod";
import type { Operation } from "../operation";

const Completed = z.object({ type: z.literal("order") });

/** What a customer waits for. */
export const checkoutOperations: readonly Operation[] = [
  {
    name: "payment session",
    prepare: async (store) => {
      const { collectionId } = await store.checkout();
      return () => store.shop.session(collectionId);
    },
  },
  {
    name: "pay by card",
    prepare: async (store) => {
      const checkout = await store.checkout();
      return () => store.shop.pay(checkout).expect(200);
    },
  },
  {
    name: "complete the cart",
    prepare: async (store) => {
      const checkout = await store.checkout();
      await store.shop.pay(checkout).expect(200);
      return async () => Completed.parse(await store.shop.complete(checkout));
    },
  },
  {
    name: "complete the cart, pp_system_default",
    prepare: async (store) => {
      const cart = await store.checkoutWithout();
      return async () => Completed.parse(await store.shop.complete(cart));
    },
  },
];
