import type { Translation } from "../en";
import { action } from "./action";
import { attention } from "./attention";
import { payment } from "./payment";

export const pl: Translation = { payment, attention, action };
