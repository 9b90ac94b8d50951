/** Error text for log lines, the same everywhere. */
export { errorMessage, errorName } from "../modules/acquiring";
