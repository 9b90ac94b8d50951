import type { Texts } from "../texts";
import { errors, fields, labels } from "./es.json";

/** Texts for customers in Spanish, formal register. */
export const es: Texts = { language: "es", direction: "ltr", errors, fields, labels };
