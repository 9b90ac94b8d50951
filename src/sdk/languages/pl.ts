import type { Texts } from "../texts";
import { errors, fields, labels } from "./pl.json";

/** Texts for customers in Polish, formal register. */
export const pl: Texts = { language: "pl", direction: "ltr", errors, fields, labels };
