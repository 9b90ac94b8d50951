import type { Texts } from "../texts";
import { errors, fields, labels } from "./ja.json";

/** Texts for customers in Japanese, formal register. */
export const ja: Texts = { language: "ja", direction: "ltr", errors, fields, labels };
