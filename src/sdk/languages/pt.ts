import type { Texts } from "../texts";
import { errors, fields, labels } from "./pt.json";

/** Texts for customers in Portuguese, formal register. */
export const pt: Texts = { language: "pt", direction: "ltr", errors, fields, labels };
