import { withStore } from "../support/boot";
import { runCommand } from "../support/run-command";

/** The command that erases card numbers stored by an earlier version, in its own process. */
const CARD = "4012888888881881";

withStore("erase_command", (stage) => {
  test("20 it lists where card numbers are, erases them with a reason, and proves that nothing else changed", async () => {
    await stage()
      .pg("acquiring_audit_record")
      .insert({
        ...{ id: "acqaud_read_out", actor: "admin", actor_id: "user_1", action: "refund_sent", at: new Date() },
        details: JSON.stringify({ source: "request", note: `Read out: ${CARD}`, code: null }),
      });
    const run = async (...args: string[]): Promise<readonly [number, string, string]> => {
      const { code, out, err } = await runCommand(stage(), ["erase", ...args]);
      expect(`${out}${err}`).not.toContain(CARD);
      return [code, out.trim(), err];
    };
    expect(await run()).toEqual([
      1,
      expect.stringMatching(/^acquiring_audit_record acqaud_read_out \S+$/),
      expect.stringContaining("1 found. Erase them with --apply --reason TEXT."),
    ]);
    const doctor = async (): Promise<unknown> => {
      const { out } = await runCommand(stage(), ["doctor", "--offline", "--json"]);
      expect(out).not.toContain(CARD);
      const findings: { check: string; status: string }[] = JSON.parse(out);
      return findings.filter(({ check }) => check === "card data").map(({ status }) => status);
    };
    expect(await doctor()).toEqual(["fail"]);
    expect(await run("--apply")).toEqual([2, "", expect.stringContaining("--apply needs --reason")]);
    expect(await run("--apply", "--reason", `Card ${CARD}`)).toEqual([
      2,
      "",
      expect.stringContaining("--reason is kept permanently"),
    ]);
    expect(await run("--apply", "--reason", "Read out by a customer.")).toEqual([
      0,
      expect.stringContaining("acqaud_read_out"),
      expect.stringContaining("1 erased."),
    ]);
    expect(await run("--verify")).toEqual([0, "", expect.stringContaining("Nothing else changed.")]);
    expect(await run()).toEqual([0, "", expect.stringContaining("No card number found.")]);
    expect(await doctor()).toEqual(["ok"]);
    const { details } = await stage().pg("acquiring_audit_record").where({ id: "acqaud_read_out" }).first("details");
    expect(details).toMatchObject({ source: "request", note: "Read out: 401288******1881" });
    const erasures = await stage().pg("acquiring_erasure").select("row_id", "reason");
    expect(erasures).toEqual([{ row_id: "acqaud_read_out", reason: "Read out by a customer." }]);
  }, 240_000);
});
