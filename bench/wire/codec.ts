import { encodeBody } from "../../src/gateway/codec/body";
import { paymentBatch } from "../../src/gateway/operations/batch";
import { readCaptureBatch } from "../../src/gateway/reading/read-batch";
import type { Bench, Benchmark, Figure, Measured } from "../harness/benchmark";
import { ratioOf, sideOf } from "../harness/interleave";
import { stubAnswer } from "../ledger/stub-answers";
import { captureOf } from "./capture-of";

/** The part of `wire` that is ours, in a loop without the network: the figure that other work on the machine disturbs least. */
export const codec: Benchmark = {
  name: "codec",
  says: "build, sign, write, read and classify one capture, against JSON.stringify and JSON.parse of the same texts",
  run: measure,
};

async function measure(bench: Bench): Promise<readonly Figure[]> {
  const count = bench.isShort ? 1_000 : 50_000;
  const { account, item } = captureOf("http://127.0.0.1:9");
  const request = paymentBatch(account, "capture", [item]);
  const answer = Buffer.from(stubAnswer("/v1/capture", JSON.stringify(request)).text);
  const ours = (): string => {
    encodeBody("json", paymentBatch(account, "capture", [item]));
    const [row] = readCaptureBatch(account, answer).rows;
    return row?.classify(item).kind ?? "nothing";
  };
  if (ours() !== "settled") throw new Error(`The stub's answer was read as ${ours()}.`);
  const bare = (): unknown => [JSON.stringify(request), JSON.parse(answer.toString())];
  const played = await bench.interleave({
    a: () => Promise.resolve(cpuOf(count, ours)),
    b: () => Promise.resolve(cpuOf(count, bare)),
  });
  return [
    ratioOf(played, "cpuUs", { name: "processor time", atMost: 4 }),
    sideOf(played, "a", { key: "cpuUs", name: "processor time of one", unit: "µs" }),
  ];
}

function cpuOf(count: number, once: () => unknown): Measured {
  const cpu = process.cpuUsage();
  for (let index = 0; index < count; index += 1) once();
  const { user, system } = process.cpuUsage(cpu);
  return { cpuUs: (user + system) / count };
}
