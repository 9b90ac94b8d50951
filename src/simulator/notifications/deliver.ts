import type { ServerResponse } from "node:http";
import { gzipSync } from "node:zlib";
import type { Answer, Done } from "../context";
import type { Fault } from "../faults/faults";
import { corruptResponse } from "../faults/corrupt-response";

export function deliver(res: ServerResponse, done: Done, fault: Fault | null): void {
  if (done.delivery === "drop") return void res.socket?.destroy();
  if (done.delivery === "error") return send(res, INTERNAL_ERROR);
  if (!fault) return send(res, done.answer);
  const answer = corruptResponse(fault, done.answer);
  switch (fault.name) {
    case "drop-before":
    case "drop-after-apply":
      return void res.socket?.destroy();
    case "5xx-before":
    case "5xx-after-apply":
      return send(res, { ...INTERNAL_ERROR, status: fault.status });
    case "hang":
    case "hang-after-apply":
      return;
    case "too-many-requests":
      return send(res, tooMany(fault.retryAfter));
    case "redirect":
      return send(res, { status: 307, contentType: "text/plain", body: "", headers: { location: fault.location } });
    case "reset-mid-body":
      return sendHalf(res, answer, () => void res.socket?.resetAndDestroy());
    case "stall-body":
      return sendHalf(res, answer, () => undefined);
    case "wrong-length":
      return sendWrongLength(res, answer, fault.bytes);
    case "slow-bytes":
      return drip(res, answer, fault.ms);
    case "gzip-bomb":
      return sendBomb(res, answer, fault.bytes);
    default:
      return send(res, answer);
  }
}

const INTERNAL_ERROR: Answer = { status: 500, contentType: "text/plain", body: "internal error" };

const tooMany = (retryAfter: number): Answer => ({
  status: 429,
  contentType: "text/plain",
  body: "too many requests",
  ...(retryAfter < 0 ? {} : { headers: { "retry-after": String(retryAfter) } }),
});

export function send(res: ServerResponse, answer: Answer): void {
  writeHead(res, answer);
  res.end(answer.body);
}

function writeHead(res: ServerResponse, answer: Answer, more: Readonly<Record<string, string>> = {}): void {
  res.writeHead(answer.status, { "content-type": answer.contentType, ...answer.headers, ...more });
}

const lengthOf = (body: string): number => Buffer.byteLength(body, "utf8");

/** The headers promise the whole body; `then` runs after its first half. */
function sendHalf(res: ServerResponse, answer: Answer, then: () => void): void {
  const bytes = Buffer.from(answer.body, "utf8");
  writeHead(res, answer, { "content-length": String(bytes.byteLength) });
  res.write(bytes.subarray(0, Math.floor(bytes.byteLength / 2)), () => then());
}

/** The headers promise more bytes than are sent before the connection closes. */
function sendWrongLength(res: ServerResponse, answer: Answer, more: number): void {
  writeHead(res, answer, { "content-length": String(lengthOf(answer.body) + more), connection: "close" });
  res.write(answer.body, () => void res.socket?.destroySoon());
}

function drip(res: ServerResponse, answer: Answer, pauseMs: number): void {
  const bytes = Buffer.from(answer.body, "utf8");
  writeHead(res, answer, { "content-length": String(bytes.byteLength) });
  let sent = 0;
  const next = (): void => {
    if (sent >= bytes.byteLength) return void res.end();
    if (res.destroyed) return;
    res.write(bytes.subarray(sent, sent + 1));
    sent += 1;
    setTimeout(next, pauseMs).unref();
  };
  next();
}

const bombs = new Map<number, Buffer>();

/** A few kilobytes that decompress to `bytes`: the answer followed by spaces. */
function sendBomb(res: ServerResponse, answer: Answer, bytes: number): void {
  const spaces = bombs.get(bytes) ?? gzipSync(Buffer.alloc(bytes, " "));
  bombs.set(bytes, spaces);
  // A gzip stream may have several members; the large one is compressed once.
  const packed = Buffer.concat([gzipSync(answer.body), spaces]);
  writeHead(res, answer, { "content-encoding": "gzip", "content-length": String(packed.byteLength) });
  res.end(packed);
}
