/** Signs of a gateway whose responses are not understood, for commands that open no store. */
export { gatewayFindings } from "../../modules/acquiring/domain/health/gateway-findings";
export type { GatewayFinding } from "../../modules/acquiring/domain/health/gateway-findings";
export { readGatewaySignals } from "../../modules/acquiring/health/gateway-signals";
