import type { Translation } from "../en/words";
import { action } from "./action";
import { attention } from "./attention";
import { desk } from "./desk";
import { health } from "./health";
import { list } from "./list";
import { payment } from "./payment";
import { subscription } from "./subscription";

export const de: Translation = { payment, attention, action, list, desk, health, subscription };
