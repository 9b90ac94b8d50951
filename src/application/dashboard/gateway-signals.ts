/** Signs that the gateway's responses are not understood, for CLI commands that run without a store. */
export { gatewayFindings } from "../../modules/acquiring/domain/health/gateway-findings";
export type { GatewayFinding } from "../../modules/acquiring/domain/health/gateway-findings";
export { readGatewaySignals } from "../../modules/acquiring/health/gateway-signals";
