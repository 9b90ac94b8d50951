import { answerParent } from "../harness/serve";
import { startGateway } from "../harness/store";

/** The gateway simulator in a process of its own: its books grow with every payment, and that is not what is measured. */
async function main(): Promise<void> {
  const simulator = await startGateway({ notifyRetry: { firstMs: 200, longestMs: 2_000 } });
  answerParent({ port: simulator.port }, {}, () => simulator.close());
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
