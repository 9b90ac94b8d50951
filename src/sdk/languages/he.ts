import type { Texts } from "../texts";
import { errors, fields, labels } from "./he.json";

/** Texts for customers in Hebrew, formal register. */
export const he: Texts = { language: "he", direction: "rtl", errors, fields, labels };
