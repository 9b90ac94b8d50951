import type { OwnLedger } from "../support/own-ledger";
import { ownLedger } from "../support/own-ledger";

/**
 * 30: nothing is sent long after its row was committed, wherever its process paused: waiting for a row locked by
 * another server, or in the batch window. For pauses right before the send see `modules/stood-still`; for waiting for a
 * connection, the transport's unit tests.
 */
const TEN_MINUTES = 600_000;

let stage: OwnLedger;

beforeAll(async () => {
  stage = await ownLedger("never_late");
});
afterAll(async () => stage.close());

test.each(["capture", "void", "refund"] as const)(
  "30 a %s that waits in the batch window while its process is paused is not sent",
  async (kind) => {
    const service = stage.service();
    const [waiting = "", blocked = ""] = await stage.authorised(2);
    const write = { amount: 4_000n, actor: "admin", actorId: null } as const;
    if (kind === "refund") {
      for (const attemptId of [waiting, blocked])
        await service.gate.run({ ...write, attemptId, kind: "capture", idempotencyKey: `c_${attemptId}` });
    }
    const before = (await stage.gateway.state()).effects;
    let late = 0;
    service.useClock(() => new Date(Date.now() + late));
    // Another server has locked the second payment: the first one's batch waits for it, and only time passes.
    const lock = await stage.pg.transaction();
    await lock("acquiring_payment_attempt").where({ id: blocked }).forUpdate();
    const amount = kind === "void" ? null : write.amount;
    const runs = [waiting, blocked].map((attemptId) =>
      service.gate.run({ ...write, attemptId, kind, amount, idempotencyKey: `late_${attemptId}` }),
    );
    await committed(`late_${waiting}`);
    late = TEN_MINUTES;
    await lock.rollback();
    for (const run of runs) expect(await run).toMatchObject({ kind: "not_sent", reason: { code: "too_late" } });
    expect((await stage.gateway.state()).effects).toEqual(before);
    // Another try is possible.
    for (const attemptId of [waiting, blocked]) {
      const again = await service.gate.run({ ...write, attemptId, kind, amount, idempotencyKey: `late_${attemptId}` });
      expect(["settled", "pending"]).toContain(again.kind);
    }
  },
);

/** Once the row with this key is visible to other connections. */
async function committed(key: string): Promise<void> {
  const row = await stage.pg("acquiring_operation").where({ idempotency_key: key, status: "sending" }).first("id");
  if (!row) await committed(key);
}
