export { errorMessage, errorName } from "../modules/acquiring";
