import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { builtInAgents } from '../../src/plugins/built-in-parts.js';
import { errorCodes } from '../../src/foundation/errors.js';
import { root } from '../support/template-contents.js';

/**
 * What a file of the page says to people: the English texts it asks for by `t` and `rich`, those of them that it asks
 * for while it is loaded, when the language is not known, calls whose text is no literal, and words not asked for.
 */
type PageTexts = { file: string } & Record<
  'texts' | 'early' | 'computed' | 'untranslated',
  string[]
>;

/** Attributes that people read or hear. */
const READ =
  /^(title|label|placeholder|alt|aria-label|ariaLabel|bodyLabel|about|empty|hint|question|verb|keep|noun|plural|done|words|none)$/;

const WORD = /\p{L}{2}/u;

/** Finds what a file of the page says, by its syntax alone. */
export function textsIn(file: string, source: string): PageTexts {
  const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true, kind);
  const found: PageTexts = { file, texts: [], early: [], computed: [], untranslated: [] };
  const visit = (node: ts.Node, inFunction: boolean): void => {
    if (ts.isCallExpression(node) && /^(t|rich)$/.test(node.expression.getText(tree))) {
      takeCall(found, node, inFunction);
    } else if (ts.isJsxText(node) && WORD.test(node.text)) {
      found.untranslated.push(node.text.trim());
    } else if (ts.isJsxAttribute(node) && READ.test(node.name.getText(tree))) {
      const value = node.initializer;
      if (value !== undefined && ts.isStringLiteral(value) && WORD.test(value.text))
        found.untranslated.push(value.text);
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
    if (ts.isPropertyAssignment(node) && ts.isStringLiteralLike(node.initializer))
      entries.push([nameOf(node.name), node.initializer.text]);
    node.forEachChild(visit);
  };
  visit(tree);
  return entries;
}

function nameOf(name: ts.PropertyName): string {
  return ts.isIdentifier(name) || ts.isStringLiteralLike(name) ? name.text : name.getText();
}

const PAGE = join(root, 'web/src');
const PLUGINS = join(root, 'src/plugins');
/** Alike in every language. */
const ALIKE = 'https://…/mcp Sextant /openapi.json JSON Gemini OpenAI Anthropic'.split(' ');
/** Codes that the page makes itself. */
const OF_THE_PAGE = ['unreachable'];

const names = readdirSync(PAGE, { recursive: true, encoding: 'utf8' }).sort();
const GERMAN = /^texts\/de\/[\w-]+\.ts$|^plugins\/\w+\/de\.ts$/;
const german = names.filter((one) => GERMAN.test(one)).flatMap((one) => entriesOf(one, read(one)));
const isPage = (name: string) => /\.tsx?$/.test(name) && !/\.test\.ts$|^texts\//.test(name);
const used = names
  .filter((name) => isPage(name) && !GERMAN.test(name))
  .map((name) => textsIn(name, read(name)));

function read(name: string): string {
  return readFileSync(join(PAGE, name), 'utf8');
}

/** One of the lists of what the server says, in German. */
function partOf(name: string): [string, string][] {
  const [, part = ''] = read('texts/german.ts').split(`export const ${name}`);
  const list = part.slice(0, part.indexOf('\n};')).replace(/^[^=]*=/, 'export default');
  return entriesOf('', `${list}}`);
}

// That none is missing is for the types to say: what is asked for has to be a name there.
test('every German text is asked for, and no two are of one English text', () => {
  const asked = new Set(used.flatMap(({ texts }) => texts));
  expect(asked.size).toBeGreaterThan(150);
  const texts = german.map(([english]) => english);
  expect(texts.filter((text) => !asked.has(text))).toEqual([]);
  // Two plugins may use the same word; where it means two things, what it means stands behind ##.
  const meant = new Map(german);
  expect(german.filter(([english, text]) => meant.get(english) !== text)).toEqual([]);
});

test('a German text has the values and the forms of the English one', () => {
  const valuesOf = (text: string) => [...new Set(text.match(/\{\w+\}/g))].sort().join();
  const formsOf = (text: string) => text.split(' | ').length;
  const wrong = german.filter(
    ([english, text]) =>
      valuesOf(english) !== valuesOf(text) ||
      formsOf(english) !== formsOf(text) ||
      text === '' ||
      text.trim() !== text,
  );
  expect(wrong).toEqual([]);
});

test('a text is asked for by what it says, and not before the language is known', () =>
  expect(used.filter(({ early, computed }) => early.length + computed.length > 0)).toEqual([]));

test('what people read and hear is asked for in their language', () => {
  const left = used.flatMap(({ file, untranslated }) =>
    untranslated.filter((text) => !ALIKE.includes(text)).map((text) => `${file}: ${text}`),
  );
  expect(left).toEqual([]);
});

test('what agents and sources of plugins say in German, they say', () => {
  const said = builtInAgents.list.flatMap((one) => [one.title, one.description, ...one.examples]);
  const plugins = readdirSync(PLUGINS).filter((name) => !/\.|^_/.test(name));
  const sources = plugins.flatMap((name) => {
    const source = readFileSync(join(PLUGINS, name, 'plugin.ts'), 'utf8');
    return [...source.matchAll(/title: '([^']+)'/g)].map(([, title = '']) => title);
  });
  const texts = partOf('agents').map(([english]) => english);
  expect(texts.toSorted()).toEqual([...new Set([...said, ...sources])].sort());
});

test('an error that has a German text is one that there is', () => {
  const known: readonly string[] = [...errorCodes, ...OF_THE_PAGE];
  const codes = partOf('problems').map(([code]) => code);
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => !known.includes(code))).toEqual([]);
});
