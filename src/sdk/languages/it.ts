import type { Texts } from "../texts";
import { errors, fields, labels } from "./it.json";

/** Texts for customers in Italian, formal register. */
export const it: Texts = { language: "it", direction: "ltr", errors, fields, labels };
