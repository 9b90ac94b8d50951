import { browserTimer } from "../wait";
import { authorised, checking, paymentOf, shopOf, shopWith } from "./fake-shop";

/** Waiting for a payment with an unknown outcome. */
const SESSION = { id: "payses_1", data: { token: "token_1" } };

describe("waiting for a result", () => {
  it("polls at the server's interval until there is a result", async () => {
    const slower = paymentOf({ state: "checking", poll_after_ms: 3_000 });
    const { acquiring, timer } = shopWith({ body: checking }, { body: slower }, { body: authorised });
    const seen: string[] = [];
    const payment = await acquiring.waitForResult(SESSION, { onChange: ({ state }) => seen.push(state) });
    expect(payment.state).toBe("authorised");
    expect(seen).toEqual(["checking", "checking", "authorised"]);
    expect(timer.pauses).toEqual([1_000, 3_000]);
  });

  it("returns the last response, still checking, when the time is over", async () => {
    const { acquiring, timer } = shopWith({ body: checking });
    const payment = await acquiring.waitForResult(SESSION, { timeoutMs: 2_500 });
    expect(payment.state).toBe("checking");
    expect(timer.pauses).toEqual([1_000, 1_000, 500]);
  });

  it("continues after a broken connection", async () => {
    const { acquiring } = shopWith("broken", { status: 502, body: "" }, { body: checking }, "broken", {
      body: authorised,
    });
    expect((await acquiring.waitForResult(SESSION)).state).toBe("authorised");
  });

  it("throws if no response came in all the time", async () => {
    const { acquiring, sent } = shopWith("broken");
    await expect(acquiring.waitForResult(SESSION, { timeoutMs: 5_000 })).rejects.toMatchObject({ code: "network" });
    expect(sent).toHaveLength(4);
  });

  it("does not wait for a request that never ends", async () => {
    const silent = shopWith("silent");
    const waiting = silent.acquiring.waitForResult(SESSION, { timeoutMs: 5_000 });
    await expect(waiting).rejects.toMatchObject({ code: "network" });
    const { acquiring, timer } = shopWith({ body: checking }, "silent");
    expect((await acquiring.waitForResult(SESSION, { timeoutMs: 5_000 })).state).toBe("checking");
    expect([silent.timer.now(), timer.now(), timer.open()]).toEqual([5_000, 5_000, 0]);
  });

  it("asks again after a request that took 20 s, which is stopped", async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch: typeof globalThis.fetch = (_url, init) => {
      signals.push(init?.signal);
      return signals.length === 1
        ? new Promise(() => undefined)
        : Promise.resolve(new Response(JSON.stringify(authorised)));
    };
    const { acquiring, timer } = shopOf({ fetch });
    expect((await acquiring.waitForResult(SESSION)).state).toBe("authorised");
    expect(timer.pauses).toEqual([20_000, 2_000]);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, false]);
  });

  it("the signal ends a request that never ends, with its reason", async () => {
    const controller = new AbortController();
    const { acquiring, timer } = shopWith("silent");
    const waiting = acquiring.waitForResult(SESSION, { signal: controller.signal });
    controller.abort(new Error("the page was left"));
    await expect(waiting).rejects.toThrow("the page was left");
    expect([timer.now(), timer.open()]).toEqual([0, 0]);
  });

  it("throws a refusal at once", async () => {
    const { acquiring, sent } = shopWith({ status: 404, body: { code: "session_not_found" } });
    await expect(acquiring.waitForResult(SESSION)).rejects.toMatchObject({ code: "session_not_found" });
    expect(sent).toHaveLength(1);
  });

  it("never polls in a tight loop, even if the server returns 0 ms", async () => {
    const { acquiring, timer } = shopWith(
      { body: paymentOf({ state: "checking", poll_after_ms: 0 }) },
      { body: authorised },
    );
    await acquiring.waitForResult(SESSION);
    expect(timer.pauses).toEqual([250]);
  });

  it("stops with the signal's reason and sends nothing more", async () => {
    const { acquiring, sent } = shopWith({ body: checking });
    const controller = new AbortController();
    const waiting = acquiring.waitForResult(SESSION, {
      signal: controller.signal,
      onChange: () => controller.abort(new Error("the page was left")),
    });
    await expect(waiting).rejects.toThrow("the page was left");
    expect(sent).toHaveLength(1);
  });

  it("is woken from a long pause by the signal", async () => {
    const controller = new AbortController();
    const pause = browserTimer.pause(3_600_000, controller.signal);
    controller.abort();
    await expect(pause).resolves.toBeUndefined();
    await expect(browserTimer.pause(3_600_000, controller.signal)).resolves.toBeUndefined();
  });

  it("measures time that a correction of the device's clock does not change", () => {
    expect(browserTimer.now()).toBeLessThanOrEqual(performance.now());
  });
});
