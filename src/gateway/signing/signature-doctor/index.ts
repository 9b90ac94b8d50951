/** Which recipe makes the signature of a captured message? Pure, offline, and no key leaves it. */
export { findRecipe } from "./find-recipe";
export type { FoundRecipe, RecipeSearch } from "./find-recipe";
export { readSample } from "./sample";
export type { FieldForm, SampleAsk, SignedSample } from "./sample";
