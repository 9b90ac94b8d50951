import type { Texts } from "../texts";
import { errors, fields, labels } from "./fr.json";

/** Texts for customers in French, formal register. */
export const fr: Texts = { language: "fr", direction: "ltr", errors, fields, labels };
