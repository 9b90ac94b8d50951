/** Signs that the gateway's responses are not understood, for CLI commands that run without a store. */
export { gatewayFindings } from "../../modules/acquiring";
export type { GatewayFinding } from "../../modules/acquiring";
export { readGatewaySignals } from "../../modules/acquiring";
