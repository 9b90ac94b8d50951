import type { Texts } from "../texts";
import { errors, fields, labels } from "./nl.json";

/** Texts for customers in Dutch, formal register. */
export const nl: Texts = { language: "nl", direction: "ltr", errors, fields, labels };
