/**
 * Finds broken relative links and images in Markdown pages: files that are not in the list, or headings that do not
 * exist. Web URLs are not checked. The list is what `npm pack` includes, what an installed package contains, or the
 * repository's files.
 */
const { execFileSync } = require("node:child_process");
const fs = require("node:fs");
const path = require("node:path");

/** `[text](target)`, `![text](target "title")`, and the target of a badge: the outer link of an image. */
const LINK = /\]\(<?([^)>\s]+)>?(?:\s+"[^"]*")?\)/g;
const REFERENCE = /^\[[^\]]+\]:\s+<?(\S+?)>?(?:\s|$)/gm;
const HTML = /<(?:a|img|source)\b[^>]*?\b(?:href|src|srcset)="([^"]+)"/g;
const ELSEWHERE = /^(?:[a-z][a-z0-9+.-]*:|\/\/)/i;

/** The page without code, where brackets have another meaning. */
const proseOf = (page) =>
  page.replace(/^(```+|~~~+)[\s\S]*?^\1[^\n]*$/gm, "").replace(/(`+)(?!`)[\s\S]*?[^`]\1(?!`)/g, "");

/** Link and image targets of a page, each once. */
function linksOf(page) {
  const prose = proseOf(page);
  return [...new Set([LINK, REFERENCE, HTML].flatMap((pattern) => [...prose.matchAll(pattern)].map(([, to]) => to)))];
}

/** Anchors of a page's headings as on GitHub and npm: lower case, hyphens for spaces, a number for each repetition. */
function anchorsOf(page) {
  const taken = new Map();
  const withoutCode = page.replace(/^(```+|~~~+)[\s\S]*?^\1[^\n]*$/gm, "");
  return new Set(
    [...withoutCode.matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, heading]) => {
      const slug = heading
        .replace(/\[([^\]]*)\]\([^)]*\)/g, "$1")
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}\p{Pc} -]/gu, "")
        .replaceAll(" ", "-");
      const before = taken.get(slug) ?? 0;
      taken.set(slug, before + 1);
      return before === 0 ? slug : `${slug}-${String(before)}`;
    }),
  );
}

/** A picture of the repository, with words for those who do not see it. */
const PICTURE = /!\[[^\]]+\]\((?:docs\/)?images\/[\w-]+\.webp\)/g;

/** Broken links of the package's pages. Pictures are in the repository only: registries show them from there. */
const deadLinksInPackage = (folder, files) => deadLinks(folder, files, (page) => page.replace(PICTURE, ""));

/** Broken links of each page of `files` (relative to `folder`), as "page: link (reason)"; `checked` is the part to check. */
function deadLinks(folder, files, checked = (page) => page) {
  const known = new Set(files);
  const folders = new Set(files.map((file) => path.posix.dirname(file)));
  const read = (file) => fs.readFileSync(path.join(folder, file), "utf8");
  const anchors = new Map();
  const hasAnchor = (file, anchor) => {
    if (!anchors.has(file)) anchors.set(file, anchorsOf(read(file)));
    return anchors.get(file).has(anchor);
  };
  return files
    .filter((file) => file.endsWith(".md"))
    .flatMap((page) =>
      linksOf(checked(read(page))).flatMap((target) => {
        if (ELSEWHERE.test(target)) return [];
        const [place, anchor] = target.split("#");
        const file = place === "" ? page : path.posix.normalize(path.posix.join(path.posix.dirname(page), place));
        if (!known.has(file) && !folders.has(file.replace(/\/$/, ""))) return [`${page}: ${target} (no such file)`];
        if (anchor && file.endsWith(".md") && !hasAnchor(file, decodeURIComponent(anchor)))
          return [`${page}: ${target} (no such heading)`];
        return [];
      }),
    );
}

/** What `npm pack` would include now: its size in bytes, and the file names. */
function packedNow(folder) {
  const output = execFileSync("npm", ["pack", "--dry-run", "--json", "--ignore-scripts"], {
    cwd: folder,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
    shell: process.platform === "win32",
  });
  const [{ size, files }] = JSON.parse(output);
  return { size, files: files.map(({ path: name }) => name) };
}

module.exports = { anchorsOf, deadLinks, deadLinksInPackage, linksOf, packedNow };
