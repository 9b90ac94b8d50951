import { createHmac, createSecretKey, timingSafeEqual } from "node:crypto";
import type { RequestListener, Server } from "node:http";
import { createServer } from "node:http";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { postWebhook } from "../webhook";

/** A webhook gets signed JSON, and anything but a 2xx answer is a failure. */
const key = Buffer.from("0123456789abcdef0123456789abcdef");
const message = { id: "acqstm_1", body: { text: "Zürich" }, now: new Date("2026-11-27T10:00:00.900Z") };

async function withServer(listener: RequestListener, work: (url: string) => Promise<void>): Promise<void> {
  const server: Server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  try {
    await work(`http://127.0.0.1:${String((server.address() as AddressInfo).port)}/hook`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

test("the signature is over the ID, the time and the body", async () => {
  const received: { headers: NodeJS.Dict<string | string[]>; body: string }[] = [];
  await withServer(
    (req, res) => {
      const chunks: Buffer[] = [];
      req.on("data", (chunk: Buffer) => chunks.push(chunk));
      req.on("end", () => {
        received.push({ headers: req.headers, body: Buffer.concat(chunks).toString("utf8") });
        res.writeHead(204).end();
      });
    },
    (url) => postWebhook({ url, secret: createSecretKey(key) }, message),
  );
  const [{ headers, body } = { headers: {}, body: "" }] = received;
  expect(received).toHaveLength(1);
  expect(JSON.parse(body)).toEqual(message.body);
  expect([headers["webhook-id"], headers["webhook-timestamp"]]).toEqual(["acqstm_1", "1795773600"]);
  const expected = createHmac("sha256", key).update(`acqstm_1.1795773600.${body}`).digest();
  const [version, signature = ""] = String(headers["webhook-signature"]).split(",");
  expect(version).toBe("v1");
  expect(timingSafeEqual(Buffer.from(signature, "base64"), expected)).toBe(true);
});

test.each([
  ["an error", 500],
  ["a redirect, which is not followed", 302],
])("%s is a failure that names the status", async (_name, status) => {
  let requests = 0;
  await withServer(
    (_req, res) => {
      requests += 1;
      res.writeHead(status, { location: "/elsewhere" }).end();
    },
    async (url) =>
      expect(postWebhook({ url, secret: createSecretKey(key) }, message)).rejects.toThrow(
        `The webhook answered with the HTTP status ${String(status)}.`,
      ),
  );
  expect(requests).toBe(1);
});
