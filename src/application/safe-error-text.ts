/** The same words for a failure in every line of the log, wherever it is written. */
export { errorMessage, errorName } from "../modules/acquiring/runtime/safe-error-text";
