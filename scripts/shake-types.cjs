/**
 * Of type files, what public entries declare and the declarations that those need: the compiler's
 * declarations export everything that a source file exports, of which a store can name a fraction.
 */
const path = require("node:path");
const ts = require("typescript");

const OPTIONS = {
  noLib: true,
  types: [],
  allowJs: false,
  target: ts.ScriptTarget.ESNext,
  module: ts.ModuleKind.ESNext,
};

/** `texts`: content by file. Returns the content of each file that is still needed, with comments where `isDocumented`. */
function shakeTypes({ texts, entries, isEntryStatement, isDocumented }) {
  const program = programOf(texts, entries);
  const needed = neededBy(program, entries, isEntryStatement);
  needExportsOfAll(program, needed);
  const kept = new Map();
  for (const file of program.getSourceFiles()) {
    const statements = file.statements.flatMap((each) => shaken(each, needed));
    if (hasTypes(statements))
      kept.set(path.normalize(file.fileName), print(file, statements, isDocumented(file.fileName)));
  }
  refuseNewProblems(program, programOf(kept, entries));
  return kept;
}

/** The compiler finds no name missing that it found before. */
function refuseNewProblems(before, after) {
  const problemsOf = (program) =>
    program
      .getSemanticDiagnostics()
      .map(({ file, messageText }) => `${file?.fileName}: ${ts.flattenDiagnosticMessageText(messageText, " ")}`);
  const known = new Set(problemsOf(before));
  const problems = problemsOf(after).filter((each) => !known.has(each));
  if (problems.length > 0) throw new Error(`Types are missing:\n${problems.join("\n")}`);
}

/** Other packages are not looked up: only our own declarations can be left out. */
function programOf(texts, entries) {
  const host = ts.createCompilerHost(OPTIONS);
  const find = (from, name) => {
    const place = path.resolve(path.dirname(from), name);
    return [`${place}.d.ts`, path.join(place, "index.d.ts"), place.replace(/\.mjs$/, ".d.mts")].find((each) =>
      texts.has(each),
    );
  };
  host.fileExists = (file) => texts.has(path.normalize(file));
  host.readFile = (file) => texts.get(path.normalize(file));
  host.resolveModuleNameLiterals = (literals, from) =>
    literals.map(({ text }) => {
      const resolvedFileName = text.startsWith(".") ? find(from, text) : undefined;
      return {
        resolvedModule: resolvedFileName && {
          resolvedFileName,
          extension: path.extname(resolvedFileName) === ".mts" ? ".d.mts" : ".d.ts",
        },
      };
    });
  return ts.createProgram(entries, OPTIONS, host);
}

const isSpecifier = (node) => ts.isImportSpecifier(node) || ts.isExportSpecifier(node) || ts.isImportClause(node);

/** Statements and names of imports and exports that `entries` need, directly or through others. */
function neededBy(program, entries, isEntryStatement) {
  const checker = program.getTypeChecker();
  const needed = new Set();
  const left = entries.flatMap((entry) => program.getSourceFile(entry).statements.filter(isEntryStatement));
  const need = (node) => {
    if (needed.has(node)) return;
    needed.add(node);
    left.push(node);
  };
  const follow = (symbol) => {
    for (const declaration of symbol?.declarations ?? []) need(ownerOf(declaration));
    if (symbol && symbol.flags & ts.SymbolFlags.Alias) follow(checker.getImmediateAliasedSymbol(symbol));
  };
  const visit = (node) => {
    if (ts.isIdentifier(node)) follow(symbolOf(checker, node));
    if (ts.isImportTypeNode(node) && node.qualifier) follow(exportedBy(checker, node));
    if (isExportOfAll(node)) exportsOf(checker, node.moduleSpecifier).forEach(follow);
    ts.forEachChild(node, visit);
  };
  left.forEach((node) => needed.add(node));
  for (let node = left.pop(); node !== undefined; node = left.pop()) visit(node);
  return needed;
}

const symbolOf = (checker, node) =>
  ts.isExportSpecifier(node.parent) ? checker.getSymbolAtLocation(node.parent.name) : checker.getSymbolAtLocation(node);

/** `Name` of `import("./file").Name`, as this file exports it: it may have it from another. */
const exportedBy = (checker, { argument, qualifier }) =>
  exportsOf(checker, argument.literal).find(({ name }) => name === firstOf(qualifier).text);

function exportsOf(checker, literal) {
  const module = checker.getSymbolAtLocation(literal);
  return module ? checker.getExportsOfModule(module) : [];
}

const firstOf = (name) => (ts.isQualifiedName(name) ? firstOf(name.left) : name);

/** What is kept or left out as a whole: a name of an import or export, or a statement. */
function ownerOf(node) {
  let owner = node;
  while (!isSpecifier(owner) && owner.parent && !ts.isSourceFile(owner.parent)) owner = owner.parent;
  return owner;
}

/** `export * from "./file"` is needed if something of this file is. */
function needExportsOfAll(program, needed) {
  const checker = program.getTypeChecker();
  const files = program.getSourceFiles();
  const isNeeded = (file) => hasTypes(file.statements.flatMap((each) => shaken(each, needed)));
  const stars = files.flatMap(({ statements }) => statements.filter(isExportOfAll));
  const leadsToNeeded = ({ moduleSpecifier }) =>
    checker.getSymbolAtLocation(moduleSpecifier)?.declarations.some((each) => ts.isSourceFile(each) && isNeeded(each));
  for (let before = -1; before < needed.size;) {
    before = needed.size;
    stars.filter(leadsToNeeded).forEach((star) => needed.add(star));
  }
}

const hasTypes = (statements) => statements.some((each) => !ts.isImportDeclaration(each) && !isEmptyExport(each));

const isExportOfAll = (node) => ts.isExportDeclaration(node) && !node.exportClause;
const isEmptyExport = (node) => ts.isExportDeclaration(node) && node.exportClause?.elements?.length === 0;

/** The statement with the needed of its names, or nothing. */
function shaken(statement, needed) {
  if (needed.has(statement) || isEmptyExport(statement)) return [statement];
  if (ts.isExportDeclaration(statement) && statement.exportClause) {
    const names = statement.exportClause.elements.filter((each) => needed.has(each));
    return names.length > 0 ? [withExports(statement, names)] : [];
  }
  if (ts.isImportDeclaration(statement) && statement.importClause) return shakenImport(statement, needed);
  return [];
}

function withExports(statement, names) {
  const { modifiers, isTypeOnly, exportClause, moduleSpecifier, attributes } = statement;
  const clause = ts.factory.updateNamedExports(exportClause, names);
  return ts.factory.updateExportDeclaration(statement, modifiers, isTypeOnly, clause, moduleSpecifier, attributes);
}

function shakenImport(statement, needed) {
  const { importClause, modifiers, moduleSpecifier, attributes } = statement;
  const { name, namedBindings, isTypeOnly } = importClause;
  const named = namedBindings?.elements?.filter((each) => needed.has(each)) ?? [];
  const own = name && needed.has(importClause) ? name : undefined;
  const isNamespaceUsed = namedBindings && ts.isNamespaceImport(namedBindings) && needed.has(importClause);
  if (named.length === 0 && !own && !isNamespaceUsed) return [];
  const bindings = isNamespaceUsed
    ? namedBindings
    : named.length > 0
      ? ts.factory.createNamedImports(named)
      : undefined;
  const clause = ts.factory.updateImportClause(importClause, isTypeOnly, own, bindings);
  return [ts.factory.updateImportDeclaration(statement, modifiers, clause, moduleSpecifier, attributes)];
}

function print(file, statements, withComments) {
  const printer = ts.createPrinter({ removeComments: !withComments, newLine: ts.NewLineKind.LineFeed });
  return printer.printFile(ts.factory.updateSourceFile(file, statements));
}

module.exports = { shakeTypes };
