import type { IncomingMessage } from "node:http";
import { PassThrough } from "node:stream";
import { readBody } from "../read-body";

/** A request's exact bytes, up to a limit. */
const LIMIT = 8;

function request(headers: Readonly<Record<string, string>> = {}, complete = false) {
  const stream = new PassThrough();
  return { stream, req: Object.assign(stream, { headers, complete }) as unknown as IncomingMessage };
}

test.each([
  ["no bytes", [], ""],
  ["exactly the limit", ["12345678"], "12345678"],
  ["exactly the limit in pieces", ["123", "45", "678"], "12345678"],
  ["one more than the limit", ["123456789"], null],
  ["one more than the limit in pieces", ["12345678", "9"], null],
])("%s: %j is %j", async (_what, pieces, whole) => {
  const { stream, req } = request();
  const read = readBody(req, LIMIT);
  for (const piece of pieces) stream.write(piece);
  stream.end();
  expect((await read)?.toString() ?? null).toBe(whole);
});

test("bytes that are no text stay as they are, however they are split", async () => {
  const bytes = Buffer.from([0xe2, 0x82, 0xac, 0x00, 0xff, 0xfe]);
  const { stream, req } = request();
  const read = readBody(req, LIMIT);
  stream.write(bytes.subarray(0, 1));
  stream.end(bytes.subarray(1));
  expect(await read).toEqual(bytes);
});

test("a body that says that it is too long is not read", async () => {
  const { stream, req } = request({ "content-length": String(LIMIT + 1) });
  stream.write("1");
  expect(await readBody(req, LIMIT)).toBeNull();
  expect(stream.readableFlowing).toBeNull();
});

test.each(["8", "0", "-1", "many", "9".repeat(40)])("with the length %j declared, the bytes count", async (length) => {
  const long = request({ "content-length": length });
  const tooLong = readBody(long.req, LIMIT);
  long.stream.end("123456789");
  expect(await tooLong).toBeNull();

  const short = request({ "content-length": length });
  const read = readBody(short.req, LIMIT);
  short.stream.end("12345678");
  expect((await read)?.toString()).toBe("12345678");
});

test("bytes beyond the limit are not buffered: reading stops", async () => {
  const { stream, req } = request();
  const read = readBody(req, LIMIT);
  stream.write("123456789");
  await read;
  expect(stream.isPaused()).toBe(true);
});

test("a connection lost half-way leaves no body, and never half of one", async () => {
  const { stream, req } = request();
  const read = readBody(req, LIMIT);
  stream.write("1234");
  stream.destroy();
  expect(await read).toBeNull();
});

test("an error is a lost connection, unless the request had arrived completely", async () => {
  const half = request();
  const lost = readBody(half.req, LIMIT);
  half.stream.destroy(new Error("aborted"));
  expect(await lost).toBeNull();

  const whole = request({}, true);
  const failed = readBody(whole.req, LIMIT);
  whole.stream.destroy(new Error("broken"));
  await expect(failed).rejects.toThrow("broken");
});
