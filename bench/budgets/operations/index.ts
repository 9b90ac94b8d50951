import type { Operation } from "../operation";
import { backgroundOperations } from "./background";
import { checkoutOperations } from "./checkout";
import { dashboardOperations } from "./dashboard";
import { paymentOperations } from "./payment";

/** All of them, in the order of the table. */
export const operations: readonly Operation[] = [
  ...checkoutOperations,
  ...paymentOperations,
  ...backgroundOperations,
  ...dashboardOperations,
];
