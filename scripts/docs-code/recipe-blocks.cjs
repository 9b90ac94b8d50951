/** The code in docs/recipes.md by heading: tests run exactly what readers copy. */
const fs = require("node:fs");
const path = require("node:path");

const PAGE = path.join(__dirname, "../../docs/recipes.md");
const FENCE = /^( *)```(\w+)\n([\s\S]*?)^\1```$/gm;

/** All blocks below the heading `## recipe`: language, code without indentation, and the `###` above it. */
function recipeBlocks(recipe) {
  const page = fs.readFileSync(PAGE, "utf8");
  const part = page.split(/^## /m).find((each) => each.startsWith(`${recipe}\n`));
  if (!part) throw new Error(`docs/recipes.md has no recipe "${recipe}".`);
  return part.split(/^### /m).flatMap((section, at) => {
    const heading = at === 0 ? "" : section.slice(0, section.indexOf("\n"));
    return [...section.matchAll(FENCE)].map(([, indent, language, code]) => ({
      heading,
      language,
      code: code.replaceAll(new RegExp(`^${indent}`, "gm"), ""),
    }));
  });
}

/** The code of one language below these `###` headings, in their order. */
function codeOf(recipe, language, ...headings) {
  const blocks = recipeBlocks(recipe).filter((block) => block.language === language);
  const chosen = headings.map((heading) => blocks.filter((block) => block.heading === heading));
  const empty = headings.filter((_, at) => chosen[at].length === 0);
  if (empty.length > 0) throw new Error(`"${recipe}" has no ${language} below: ${empty.join(", ")}.`);
  return chosen.flat().map(({ code }) => code);
}

module.exports = { codeOf, recipeBlocks };
