import type { Translation } from "../en";
import { action } from "./action";
import { attention } from "./attention";
import { payment } from "./payment";

export const it: Translation = { payment, attention, action };
