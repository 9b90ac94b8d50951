import type { Translation } from "../en";
import { action } from "./action";
import { attention } from "./attention";
import { payment } from "./payment";

export const es: Translation = { payment, attention, action };
