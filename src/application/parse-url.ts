export { parseUrl } from "../gateway/model/safe-url";
