/**
 * Prints the exported types of a file in `src/api-schema` as plain TypeScript. There they are inferred from zod
 * schemas; a storefront has no zod, and would read each of them as `any`.
 */
const ts = require("typescript");

const FLAGS =
  ts.TypeFormatFlags.NoTruncation | ts.TypeFormatFlags.InTypeAlias | ts.TypeFormatFlags.UseFullyQualifiedType;

const typesOf = (program, source) => {
  const checker = program.getTypeChecker();
  const aliases = source.statements.filter(
    (statement) =>
      ts.isTypeAliasDeclaration(statement) &&
      statement.modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword),
  );
  return aliases
    .map(({ name }) => {
      const symbol = checker.getSymbolAtLocation(name);
      return `export type ${name.text} = ${print(checker, checker.getDeclaredTypeOfSymbol(symbol), "")};\n`;
    })
    .join("\n");
};

/** Objects, lists and unions part by part, so that each property keeps its documentation. */
function print(checker, type, indent) {
  if (type.isUnion() && type.types.some(isObject))
    return type.types.map((part) => print(checker, part, indent)).join(" | ");
  if (checker.isArrayType(type)) return `Array<${print(checker, checker.getTypeArguments(type)[0], indent)}>`;
  if (!isObject(type) || checker.getIndexInfosOfType(type).length > 0)
    return checker.typeToString(type, undefined, FLAGS);
  const inner = `${indent}  `;
  const lines = type.getProperties().map((property) => {
    const words = ts.displayPartsToString(property.getDocumentationComment(checker));
    const optional = property.flags & ts.SymbolFlags.Optional ? "?" : "";
    const value = print(checker, checker.getTypeOfSymbol(property), inner);
    return `${words && `${inner}/** ${words} */\n`}${inner}${property.name}${optional}: ${value};\n`;
  });
  return `{\n${lines.join("")}${indent}}`;
}

const isObject = (type) => Boolean(type.flags & ts.TypeFlags.Object) && type.getCallSignatures().length === 0;

module.exports = { typesOf };
