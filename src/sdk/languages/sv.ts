import type { Texts } from "../texts";
import { errors, fields, labels } from "./sv.json";

/** Texts for customers in Swedish, formal register. */
export const sv: Texts = { language: "sv", direction: "ltr", errors, fields, labels };
