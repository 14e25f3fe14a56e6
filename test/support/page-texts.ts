import ts from 'typescript';

/** What a file of the page says to people. */
export interface PageTexts {
  file: string;
  /** The English texts it asks for: the first argument of each `t` and `rich`. */
  texts: string[];
  /** Those that it asks for while it is loaded, when the language is not known. */
  early: string[];
  /** Calls whose text is no literal. */
  computed: string[];
  /** Words in elements and in what names them that are not asked for. */
  untranslated: string[];
}

/** Attributes that people read or hear. */
const READ =
  /^(title|label|placeholder|alt|aria-label|ariaLabel|bodyLabel|about|empty|hint|question|verb|keep|noun|plural|done|words|none)$/;

const WORD = /\p{L}{2}/u;

/** Finds what a file of the page says, by its syntax alone. */
export function textsIn(file: string, source: string): PageTexts {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kindOf(file));
  const found: PageTexts = { file, texts: [], early: [], computed: [], untranslated: [] };
  const visit = (node: ts.Node, inFunction: boolean): void => {
    if (ts.isCallExpression(node) && /^(t|rich)$/.test(node.expression.getText(tree))) {
      takeCall(found, node, inFunction);
    } else if (ts.isJsxText(node) && WORD.test(node.text)) {
      found.untranslated.push(node.text.trim());
    } else if (ts.isJsxAttribute(node) && READ.test(node.name.getText(tree))) {
      const value = node.initializer;
      if (value !== undefined && ts.isStringLiteral(value) && WORD.test(value.text)) {
        found.untranslated.push(value.text);
      }
    }
    node.forEachChild((child) => visit(child, inFunction || ts.isFunctionLike(node)));
  };
  visit(tree, false);
  return found;
}

function takeCall(found: PageTexts, { arguments: [text] }: ts.CallExpression, inFunction: boolean) {
  if (text === undefined || !ts.isStringLiteralLike(text)) {
    found.computed.push(text?.getText() ?? '');
    return;
  }
  found.texts.push(text.text);
  if (!inFunction) found.early.push(text.text);
}

/** The entries of a file of translations: the English text, and the other one. */
export function entriesOf(file: string, source: string): [string, string][] {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const entries: [string, string][] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer)) {
      entries.push([nameOf(node.name), node.initializer.text]);
    }
    node.forEachChild(visit);
  };
  visit(tree);
  return entries;
}

function nameOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText();
}

function kindOf(file: string): ts.ScriptKind {
  return file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
}
