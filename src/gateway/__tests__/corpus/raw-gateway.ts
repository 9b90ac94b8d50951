import { createServer } from "node:net";
import type { Server, Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import type { TlsOptions } from "node:tls";
import { portOf } from "../scripted-gateway";

/** A gateway below HTTP: each test says byte by byte what the socket answers to a complete request. */
export interface RawRequest {
  readonly path: string;
  readonly socket: Socket;
  /** How many requests came before it. */
  readonly index: number;
}

export interface RawGateway {
  readonly url: string;
  /** Complete requests that arrived. */
  readonly requests: () => number;
  readonly close: () => Promise<void>;
}

const LENGTH = /content-length: (\d+)/i;

export async function rawGateway(answer: (request: RawRequest) => void, tls?: TlsOptions): Promise<RawGateway> {
  const sockets = new Set<Socket>();
  let count = 0;
  const onSocket = (socket: Socket): void => {
    sockets.add(socket.on("error", () => undefined));
    let buffer = Buffer.alloc(0);
    socket.on("data", (chunk: Buffer) => {
      buffer = Buffer.concat([buffer, chunk]);
      const end = buffer.indexOf("\r\n\r\n");
      if (end < 0) return;
      const head = buffer.subarray(0, end).toString();
      if (buffer.byteLength < end + 4 + Number(LENGTH.exec(head)?.[1] ?? "0")) return;
      buffer = Buffer.alloc(0);
      count += 1;
      answer({ path: head.split(" ")[1] ?? "", socket, index: count - 1 });
    });
  };
  const server = tls ? createTlsServer(tls, onSocket) : createServer(onSocket);
  server.on("tlsClientError", () => undefined);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `${tls ? "https" : "http"}://127.0.0.1:${String(portOf(server))}`,
    requests: () => count,
    close: () => closeAll(server, sockets),
  };
}

async function closeAll(server: Server, sockets: ReadonlySet<Socket>): Promise<void> {
  sockets.forEach((socket) => socket.destroy());
  await new Promise((resolve) => server.close(resolve));
}

/** The bytes of an HTTP answer; a Content-Length is added unless `headers` name one, another framing, or none on purpose. */
export function http(body: string | Buffer, status = 200, headers: readonly string[] = []): Buffer {
  const bytes = Buffer.from(body);
  const isFramed = headers.some((header) => /^(content-length|transfer-encoding|connection: close)/i.test(header));
  const lines = [
    `HTTP/1.1 ${String(status)} Whatever`,
    ...headers,
    ...(isFramed ? [] : [`Content-Length: ${String(bytes.byteLength)}`]),
  ];
  return Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`), bytes]);
}

/** The body in pieces, as HTTP frames them. */
export const chunked = (pieces: readonly string[], end = "0\r\n\r\n"): string =>
  pieces.map((piece) => `${Buffer.byteLength(piece).toString(16)}\r\n${piece}\r\n`).join("") + end;
