import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';

/** A regular expression as it stands in a source file, and where: `knowledge/x.ts:12`. */
export interface Expression {
  source: string;
  flags: string;
  place: string;
}

/** Every regular expression literal in the program's sources below a folder, each text once; tests left out. */
export function expressionsIn(folder: string): Expression[] {
  const found = new Map<string, Expression>();
  for (const file of sourcesIn(folder)) {
    for (const expression of literalsOf(file, file.slice(folder.length + 1))) {
      const { source, flags } = expression;
      if (!found.has(`/${source}/${flags}`)) found.set(`/${source}/${flags}`, expression);
    }
  }
  return [...found.values()];
}

function sourcesIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|mjs)$/.test(name) && !/\.test\.ts$/.test(name))
    .map((name) => join(folder, name));
}

function literalsOf(file: string, name: string): Expression[] {
  const found: Expression[] = [];
  const tree = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
  const visit = (node: ts.Node): void => {
    if (ts.isRegularExpressionLiteral(node)) {
      const end = node.text.lastIndexOf('/');
      const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
      const [source, flags] = [node.text.slice(1, end), node.text.slice(end + 1)];
      found.push({ source, flags, place: `${name}:${line}` });
    }
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}
