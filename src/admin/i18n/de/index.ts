import type { Translation } from "../en";
import { action } from "./action";
import { attention } from "./attention";
import { payment } from "./payment";

export const de: Translation = { payment, attention, action };
