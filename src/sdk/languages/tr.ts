import type { Texts } from "../texts";
import { errors, fields, labels } from "./tr.json";

/** Texts for customers in Turkish, formal register. */
export const tr: Texts = { language: "tr", direction: "ltr", errors, fields, labels };
