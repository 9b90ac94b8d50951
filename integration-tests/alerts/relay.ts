import { connect, createServer } from "node:net";
import type { Socket } from "node:net";

/** Passes connections on to another port of this machine while it is open. */
export class Relay {
  readonly #server = createServer((from) => this.pass(from));
  readonly #sockets = new Set<Socket>();

  constructor(
    private readonly port: number,
    private readonly target: number,
  ) {}

  async open(): Promise<void> {
    await new Promise<void>((done) => this.#server.listen(this.port, "127.0.0.1", done));
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  private pass(from: Socket): void {
    const to = connect(this.target, "127.0.0.1");
    for (const socket of [from, to]) {
      this.#sockets.add(socket);
      socket.once("close", () => this.#sockets.delete(socket));
      socket.on("error", () => [from, to].forEach((each) => each.destroy()));
    }
    from.pipe(to).pipe(from);
  }
}
