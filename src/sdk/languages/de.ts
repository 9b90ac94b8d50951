import type { Texts } from "../texts";
import { errors, fields, labels } from "./de.json";

/** Texts for customers in German, formal register. */
export const de: Texts = { language: "de", direction: "ltr", errors, fields, labels };
