import type { AddressInfo, Server, Socket } from "node:net";
import { connect, createServer } from "node:net";

/** The address of the stores' database: after a failover it leads to another server. */
export class DatabaseAddress {
  readonly #open = new Set<Socket>();

  private constructor(
    private readonly server: Server,
    private target: number,
  ) {
    server.on("connection", (near) => {
      const far = connect(this.target, "127.0.0.1");
      for (const [one, other] of [
        [near, far],
        [far, near],
      ] as const) {
        one.setNoDelay(true);
        this.#open.add(one);
        one.pipe(other);
        one.on("error", () => other.destroy());
        one.on("close", () => {
          this.#open.delete(one);
          other.destroy();
        });
      }
    });
  }

  static async open(target: number): Promise<DatabaseAddress> {
    const server = createServer();
    await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
    return new DatabaseAddress(server, target);
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Closes every connection; new ones go to the other server. */
  leadTo(target: number): void {
    this.target = target;
    for (const socket of this.#open) socket.destroy();
  }

  async close(): Promise<void> {
    for (const socket of this.#open) socket.destroy();
    await new Promise<void>((closed) => this.server.close(() => closed()));
  }
}
