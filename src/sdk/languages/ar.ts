import type { Texts } from "../texts";
import { errors, fields, labels } from "./ar.json";

/** Texts for customers in Arabic, formal register. */
export const ar: Texts = { language: "ar", direction: "rtl", errors, fields, labels };
