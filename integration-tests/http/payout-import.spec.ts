import { PayoutImportAnswer } from "../../src/api-schema/admin";
import { withStore } from "../support/boot";
import { ACME, beneficiary, IBAN, PAYOUTS } from "../support/payer";

/** Payouts from a file: problems are reported per row, and a repeated file creates nothing twice. */
const AT = "/admin/acquiring/payouts";
const HEADER =
  "beneficiary_id,entity_type,company_name,bank_details.account_name,iban,swift_code,bank_country_code,address.country_code,amount,currency,reference";

withStore(
  "payout_import",
  (stage) => {
    const acmeRow = (id: string, amount: string, reference: string): string =>
      [id, "", "", "", "", "", "", "", amount, "EUR", reference].join(",");
    const newRow = (name: string, iban: string, reference: string): string =>
      ["", "COMPANY", name, name, iban, "COBADEFFXXX", "DE", "DE", "5.00", "EUR", reference].join(",");

    test("500 rows with 8 bad ones: each bad one is named, the good ones become drafts once, however often it is sent", async () => {
      const { admin } = stage();
      const id = await beneficiary(stage());
      const rows = Array.from({ length: 500 }, (_, index) => acmeRow(id, "1.25", `Invoice ${String(index)}`));
      const bad: Record<number, string> = {
        10: acmeRow(id, "1.255", "Too many decimals"),
        15: acmeRow(id, "10.000", "Ten, or ten thousand"),
        20: acmeRow(id, "0", "Nothing"),
        30: acmeRow("payben_nobody", "1.00", "Nobody"),
        40: acmeRow("", "1.00", "Not said who"),
        50: newRow("Wrong check digits", "DE00370400440532013000", "Wrong"),
        60: acmeRow(id, "1,00", "Comma"),
        70: acmeRow(id, "1000.01", ""),
      };
      for (const [index, row] of Object.entries(bad)) rows[Number(index)] = row;
      // Two new beneficiaries, one of them twice.
      rows[80] = newRow("New Pots", "DE75512108001245126199", "First");
      rows[81] = newRow("New Pots", "DE75512108001245126199", "Second");
      const csv = ["﻿" + HEADER, ...rows].join("\r\n");
      const preview = (await admin.post(`${AT}/import`, { csv }).expect(200)).body;
      expect(PayoutImportAnswer.parse(preview)).toEqual(preview);
      expect(preview).toMatchObject({ import_id: null, rows: 500, made: 0 });
      const wrong = preview.preview.filter(({ problems }: { problems: object[] }) => problems.length > 0);
      expect(wrong.map(({ line }: { line: number }) => line)).toEqual(
        Object.keys(bad).map((index) => Number(index) + 2),
      );
      expect(preview.bad).toBe(8);
      expect(preview.totals).toEqual([{ currency: "EUR", amount: "622.50", payouts: 492 }]);
      const refused = await admin.post(`${AT}/import`, { csv, key: "import-0001" }).expect(200);
      expect(refused.body).toMatchObject({ import_id: null, made: 0 });
      expect((await admin.get(AT).expect(200)).body.count).toBe(0);
      const request = { csv, key: "import-0002", skip_bad: true };
      const made = (await admin.post(`${AT}/import`, request).expect(200)).body;
      expect(made).toMatchObject({ import_id: expect.stringMatching(/./), bad: 8, made: 492 });
      const again = (await admin.post(`${AT}/import`, request).expect(200)).body;
      expect(again).toMatchObject({ import_id: made.import_id, made: 492 });
      expect((await admin.get(`${AT}?import_id=${made.import_id}&state=draft`).expect(200)).body.count).toBe(492);
      expect((await admin.get("/admin/acquiring/beneficiaries").expect(200)).body.count).toBe(2);
      // A finished import returns its result, although the beneficiary is now blocked and every row would be refused.
      await admin.post(`/admin/acquiring/beneficiaries/${id}/block`, { note: "Called them." }).expect(200);
      const still = (await admin.post(`${AT}/import`, { ...request, skip_bad: false }).expect(200)).body;
      expect(still).toMatchObject({ import_id: made.import_id, made: 492 });
      const other = await admin.post(`${AT}/import`, { ...request, csv: [HEADER, rows[0]].join("\n") });
      expect(other.status).toBe(409);
      const kept = await stage().pg("acquiring_payout_import").select("content_hash");
      expect(kept).toEqual([{ content_hash: expect.stringMatching(/^2026-11:/) }]);
    }, 120_000);

    test("an invalid file is refused as a whole, and its cells are texts", async () => {
      const { admin } = stage();
      const id = await beneficiary(stage());
      const refusal = async (csv: string): Promise<string> =>
        (await admin.post(`${AT}/import`, { csv }).expect(400)).body.message;
      expect(await refusal(`${HEADER},colour\n`)).toContain('"colour"');
      expect(await refusal("amount,currency\n1,EUR")).toContain('"reference"');
      expect(await refusal(`${HEADER}\n"open`)).toContain("CSV");
      expect(await refusal(`${HEADER}\n`)).toContain("no row");
      const csv = ["beneficiary_id;amount;currency;reference", `${id};1.00;EUR;"=HYPERLINK(""x"")"`].join("\n");
      const { body } = await admin.post(`${AT}/import`, { csv, key: "import-0003" }).expect(200);
      expect(body).toMatchObject({ made: 1, preview: [{ line: 2, known: true, reference: '=HYPERLINK("x")' }] });
      const { text } = await admin.get(`${AT}/export`).expect(200);
      expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    });

    test("a known account with another name is refused", async () => {
      const { admin } = stage();
      await beneficiary(stage());
      const csv = [HEADER, newRow("Somebody else", IBAN, "One"), newRow(ACME.company_name, IBAN, "Two")].join("\n");
      const { body } = await admin.post(`${AT}/import`, { csv }).expect(200);
      expect(body.preview).toMatchObject([
        { line: 2, known: false, problems: [{ path: "beneficiary_id" }] },
        { line: 3, known: true, problems: [] },
      ]);
    });

    test("a known account number with another bank than the stored one is refused, naming what differs", async () => {
      const { admin } = stage();
      const bank = { account_number: "12345678", bank_code: "021000021", bank_country_code: "US" };
      await beneficiary(stage(), {
        ...ACME,
        company_name: "Acme Inc",
        bank_details: { ...bank, swift_code: "CHASUS33" },
      });
      const header = [
        "entity_type,company_name,account_number,bank_code,swift_code,bank_country_code,address.country_code",
        "gateway_beneficiary_id,amount,currency,reference",
      ].join(",");
      const row = (code: string, swift: string, id = ""): string =>
        ["COMPANY", "Acme Inc", "12345678", code, swift, "US", "US", id, "5.00", "EUR", "One"].join(",");
      const rows = [row("021000021", "CHASUS33XXX"), row("026009593", "BOFAUS3N"), row("021000021", "", "g-1")];
      const { body } = await admin.post(`${AT}/import`, { csv: [header, ...rows].join("\n") }).expect(200);
      const differing = (fields: string): object => ({
        known: false,
        problems: [{ path: "beneficiary_id", message: expect.stringContaining(`differs in: ${fields}. Enter a`) }],
      });
      expect(body.preview).toMatchObject([
        { known: true, problems: [] },
        differing("bank_details.bank_code, bank_details.swift_code"),
        differing("gateway_beneficiary_id"),
      ]);
    });

    test("a file that was imported, and a row that repeats another, create nothing again unless the person allows it", async () => {
      const { admin } = stage();
      const id = await beneficiary(stage());
      const csv = [HEADER, acmeRow(id, "7.00", "Rent"), acmeRow(id, "8.00", "Heat")].join("\n");
      const twice = [csv, acmeRow(id, "8.0", "heat ")].join("\n");
      const send = async (body: object) => (await admin.post(`${AT}/import`, body).expect(200)).body;
      const problems = ({ preview }: PayoutImportAnswer): string[] =>
        preview.map(({ problems: [first] }) => (first ? `${first.path}: ${first.message}` : ""));

      const inFile = await send({ csv: twice, key: "import-0010" });
      expect(inFile).toMatchObject({ import_id: null, bad: 1, repeated: 1, made: 0 });
      expect(problems(inFile)).toEqual(["", "", "reference: The same account, amount and reference as line 3."]);

      const first = await send({ csv, key: "import-0011" });
      expect(first).toMatchObject({ bad: 0, repeated: 0, made: 2 });
      expect(await send({ csv, key: "import-0011" })).toMatchObject({ bad: 0, repeated: 0, made: 2 });
      const [rent, heat] = first.preview.map(({ payout_id: made }: { payout_id: string }) => made);
      const again = await send({ csv, key: "import-0012", skip_bad: true });
      expect(again).toMatchObject({ bad: 2, repeated: 2, made: 0, totals: [] });
      expect(problems(again)[0]).toMatch(new RegExp(`^reference: .* as ${rent} \\(draft, 20..-..-..\\)\\.$`));

      // Another beneficiary with the same account is paid to the same account.
      const second = (
        await admin.post("/admin/acquiring/beneficiaries", { ...ACME, company_name: "Acme Two" }).expect(200)
      ).body;
      const other = [HEADER, acmeRow(second.beneficiary.id, "7.00", "RENT")].join("\n");
      expect(await send({ csv: other })).toMatchObject({ bad: 1, repeated: 1 });

      const { payout } = (await admin.get(`${AT}/${rent}`).expect(200)).body;
      await admin.post(`${AT}/${rent}/withdraw`, { note: "Not owed." }).expect(200);
      expect(payout.summary.join()).not.toContain("owed twice");
      expect(await send({ csv: other })).toMatchObject({ bad: 0, repeated: 0 });

      const allowed = await send({ csv, key: "import-0013", allow_repeats: true });
      expect(allowed).toMatchObject({ bad: 0, repeated: 1, made: 2 });
      const repeat = allowed.preview[1].payout_id;
      const seen = (await admin.get(`${AT}/${repeat}`).expect(200)).body.payout;
      expect(seen.summary[0]).toMatch(new RegExp(`^Is it owed twice\\? .* ${heat} \\(draft, `));
      const bound = { id: repeat, payload_hash: seen.payload_hash };
      await admin.post(`${AT}/submit`, { payouts: [bound] }).expect(200);
      const { results } = (await admin.post(`${AT}/approve`, { payouts: [bound] }).expect(200)).body;
      expect(results).toMatchObject([
        { outcome: "refused", message: expect.stringContaining("open it and approve it there") },
      ]);

      // After 90 days nothing is a repetition.
      await stage()
        .pg("acquiring_payout")
        .update({ created_at: new Date(Date.now() - 91 * 86_400_000) });
      expect(await send({ csv: twice })).toMatchObject({ bad: 1, repeated: 1 });
      expect(await send({ csv: other })).toMatchObject({ repeated: 0 });
    });
  },
  {},
  PAYOUTS,
);
