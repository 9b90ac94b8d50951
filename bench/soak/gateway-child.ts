import { answerParent } from "../harness/serve";
import { startGateway } from "../harness/store";

/** The gateway simulator in its own process: its memory grows with every payment and is not measured. */
async function main(): Promise<void> {
  const simulator = await startGateway({ notifyRetry: { firstMs: 200, longestMs: 2_000 } });
  answerParent({ port: simulator.port }, {}, () => simulator.close());
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
