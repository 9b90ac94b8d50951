import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { anchorsOf, deadLinks, deadLinksInPackage, packedNow } from "../../scripts/packaged/page-links.cjs";

/** Links in the pages of the repository and the package lead to existing targets. */
const ROOT = join(__dirname, "../..");

describe("links of the documentation", () => {
  it("lead to a file and a heading of the repository", () => {
    const files = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
      cwd: ROOT,
      encoding: "utf8",
    });
    expect(deadLinks(ROOT, files.trim().split("\n"))).toEqual([]);
  });

  it("lead to a file and a heading of the package, in every page of the package", () => {
    const { files } = packedNow(ROOT);
    expect(files).toEqual(expect.arrayContaining(["README.md", "docs/quick-start.md", "docs/recipes.md"]));
    expect(deadLinksInPackage(ROOT, files)).toEqual([]);
  });
});

describe("deadLinks", () => {
  let folder = "";
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "page-links-"));
  });
  afterEach(() => {
    rmSync(folder, { recursive: true });
  });

  it("reports a missing file, a missing image and a missing heading, once each", () => {
    writeFileSync(join(folder, "other.md"), "# Here\n");
    const links = ["[a](none.md)", "![b](none.webp)", "[c](other.md#there)", "[d](#top)", "[again](none.md)"];
    writeFileSync(join(folder, "page.md"), links.join("\n"));
    expect(deadLinks(folder, ["page.md", "other.md"])).toEqual([
      "page.md: none.md (no such file)",
      "page.md: none.webp (no such file)",
      "page.md: other.md#there (no such heading)",
      "page.md: #top (no such heading)",
    ]);
  });

  it("accepts a missing picture in the package only, and only with a text", () => {
    const pictures = ["![a list](images/none.webp)", "![](images/none.webp)", "[a link](images/none.webp)"];
    const broken = ["page.md: images/none.webp (no such file)"];
    pictures.forEach((picture, index) => {
      writeFileSync(join(folder, "page.md"), picture);
      expect(deadLinks(folder, ["page.md"])).toEqual(broken);
      expect(deadLinksInPackage(folder, ["page.md"])).toEqual(index === 0 ? [] : broken);
    });
  });

  it("accepts valid links, code and web addresses", () => {
    const links = [
      "# Top",
      "[a](#top)",
      "[b](https://example.com/x)",
      "`[c](none.md)`",
      "```md",
      "[d](none.md)",
      "```",
    ];
    writeFileSync(join(folder, "page.md"), links.join("\n"));
    expect(deadLinks(folder, ["page.md"])).toEqual([]);
  });
});

test("a heading's anchor has no punctuation, keeps its hyphens and is numbered if it is repeated", () => {
  expect([...anchorsOf("# 3-D Secure\n## What `doctor` says: all?\n## With [npm](x)\n# 3-D Secure\n")]).toEqual([
    "3-d-secure",
    "what-doctor-says-all",
    "with-npm",
    "3-d-secure-1",
  ]);
});
