import knex from "knex";
import type { EraseRequest } from "../../src/application/privacy/erase-person";
import { erasePerson } from "../../src/application/privacy/erase-person";
import type { FailpointName } from "../../src/modules/acquiring/runtime/failpoint";
import { armFailpoint } from "../../src/modules/acquiring/runtime/failpoint";

/** A process that erases a person and is killed by SIGKILL when it has passed `crashAt` so many times. */
export interface ErasingJob {
  readonly databaseUrl: string;
  readonly request: EraseRequest;
  readonly crashAt: FailpointName;
  readonly times: number;
}

async function erase(message: unknown): Promise<void> {
  const job: ErasingJob = JSON.parse(String(message));
  let passed = 0;
  armFailpoint((name) => {
    if (name === job.crashAt && (passed += 1) === job.times) process.kill(process.pid, "SIGKILL");
  });
  await erasePerson(knex({ client: "pg", connection: job.databaseUrl }), job.request, () => new Date());
}

process.once("message", (message) => {
  erase(message).then(
    () => process.exit(0),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
