import { once } from "node:events";
import type { Server } from "node:http";
import { createServer } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { connect } from "node:net";
import type { DoorLimits } from "../body-door";
import { BodyDoor } from "../body-door";

/** Slowly sent bodies over real sockets; the test controls the clock. */
const LIMITS: DoorLimits = { mostAtOnce: 3, withinMs: 10_000, patienceMs: 1_000 };

let server: Server;
let now = 0;
let timers: { readonly at: number; readonly run: () => void }[] = [];
let begun: (() => void)[] = [];
let sockets: Socket[] = [];

beforeEach(async () => {
  now = 0;
  timers = [];
  const door = new BodyDoor(LIMITS, {
    monotonicMs: () => now,
    startTimer: (ms, run) => {
      const timer = { at: now + ms, run };
      timers.push(timer);
      return () => void (timers = timers.filter((each) => each !== timer));
    },
  });
  server = createServer((req, res) => {
    const reading = door.read(req, 1_000);
    begun.shift()?.();
    void reading.then((body) => res.end(body.kind === "whole" ? `whole ${body.bytes.toString()}` : body.kind));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterEach(async () => {
  sockets.forEach((socket) => socket.destroy());
  [sockets, begun] = [[], []];
  await new Promise((closed) => server.close(closed));
});

interface Sender {
  readonly socket: Socket;
  readonly answer: Promise<string>;
}

/** Sends the head and the first of five bytes; resolves once the server has begun to read. */
async function trickle(): Promise<Sender> {
  const { port } = server.address() as AddressInfo;
  const socket = connect(port, "127.0.0.1");
  sockets.push(socket);
  const answer = once(socket, "data").then(([bytes]) => String(bytes).split("\r\n\r\n")[1]?.split("\r\n")[0] ?? "");
  const reading = new Promise<void>((run) => begun.push(run));
  socket.write("POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\n\r\na");
  await reading;
  return { socket, answer };
}

function pass(ms: number): void {
  now += ms;
  for (const timer of timers.filter(({ at }) => at <= now)) timer.run();
}

test("a body that takes too long is answered, and frees its slot", async () => {
  const slow = await trickle();
  pass(LIMITS.withinMs);
  expect(await slow.answer).toBe("slow");
  for (let place = 0; place < LIMITS.mostAtOnce; place += 1) await trickle();
});

test("bodies beyond the limit are told to retry, and the rest is read completely", async () => {
  const first = await trickle();
  await trickle();
  await trickle();
  expect(await (await trickle()).answer).toBe("busy");
  first.socket.write("bcde");
  expect(await first.answer).toBe("whole abcde");
  const next = await trickle();
  next.socket.write("fghi");
  expect(await next.answer).toBe("whole afghi");
});

test("slow senders that hold every slot are dropped for new ones", async () => {
  const slow = await trickle();
  await trickle();
  await trickle();
  pass(LIMITS.patienceMs);
  const gateway = await trickle();
  gateway.socket.write("bcde");
  expect(await gateway.answer).toBe("whole abcde");
  expect(await slow.answer).toBe("slow");
});

test("a disconnected sender frees its slot", async () => {
  const gone = await trickle();
  await trickle();
  await trickle();
  const closed = new Promise<void>((done) => server.once("connection", () => done()));
  gone.socket.destroy();
  // The server notices a closed socket asynchronously; until then newcomers are refused.
  let said = "busy";
  for (let tries = 0; said === "busy" && tries < 100; tries += 1) {
    const next = await trickle();
    next.socket.write("bcde");
    said = await next.answer;
  }
  await closed;
  expect(said).toBe("whole abcde");
});

test("a body that something before has read is told apart from one that is missing", async () => {
  const door = new BodyDoor();
  const first = createServer((req, res) => {
    req.resume().once("end", () => setImmediate(() => void door.read(req, 1_000).then(({ kind }) => res.end(kind))));
  });
  first.listen(0, "127.0.0.1");
  await once(first, "listening");
  const { port } = first.address() as AddressInfo;
  const answer = await fetch(`http://127.0.0.1:${String(port)}/`, { method: "POST", body: "a=1" });
  expect(await answer.text()).toBe("read");
  await new Promise((closed) => first.close(closed));
});
