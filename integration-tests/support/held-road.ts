import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";

/** A proxy to the gateway that can hold requests, like a paused server or network. */
export interface HeldRoad {
  readonly url: string;
  /** Holds requests from now on. `arrived`: the first one is there; `release`: all continue, and later ones pass. */
  readonly hold: () => { readonly arrived: Promise<void>; readonly release: () => void };
  readonly close: () => void;
}

export async function heldRoad(gatewayUrl: string): Promise<HeldRoad> {
  let held: { readonly arrived: () => void; readonly released: Promise<void> } | null = null;
  const road = createServer((request, response) => {
    void (async () => {
      const body = await buffer(request);
      held?.arrived();
      await held?.released;
      const { "content-type": type = "" } = request.headers;
      const answer = await fetch(`${gatewayUrl}${request.url ?? "/"}`, {
        method: "POST",
        headers: { "content-type": type },
        body: new Uint8Array(body),
      });
      response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
      response.end(await answer.text());
    })();
  });
  road.listen(0, "127.0.0.1");
  await once(road, "listening");
  const { port } = road.address() as AddressInfo;
  const hold = (): ReturnType<HeldRoad["hold"]> => {
    let release = (): void => undefined;
    const released = new Promise<void>((resolve) => (release = resolve));
    const arrived = new Promise<void>((resolve) => (held = { arrived: resolve, released }));
    return {
      arrived,
      release: () => {
        held = null;
        release();
      },
    };
  };
  return { url: `http://127.0.0.1:${String(port)}`, hold, close: () => void road.close() };
}
