import { expect, test } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { builtInAgents } from '../../src/plugins/built-in-parts.js';
import { errorCodes } from '../../src/foundation/errors.js';
import { entriesOf, textsIn } from '../support/page-texts.js';
import { root } from '../support/template-contents.js';

const PAGE = join(root, 'web/src');
const PLUGINS = join(root, 'src/plugins');
/** Alike in every language. */
const ALIKE = [
  ...['https://…/mcp', 'Sextant', '/openapi.json', 'JSON'],
  ...['Gemini', 'OpenAI', 'Anthropic'],
];
/** Codes that the page makes itself. */
const OF_THE_PAGE = ['unreachable'];

const names = readdirSync(PAGE, { recursive: true, encoding: 'utf8' }).sort();
const GERMAN = /^texts\/de\/[\w-]+\.ts$|^plugins\/\w+\/de\.ts$/;
const german = names
  .filter((name) => GERMAN.test(name))
  .flatMap((name) => entriesOf(name, read(name)));
const used = names
  .filter(
    (name) => /\.tsx?$/.test(name) && !/\.test\.ts$|^texts\//.test(name) && !GERMAN.test(name),
  )
  .map((name) => textsIn(name, read(name)));

function read(name: string): string {
  return readFileSync(join(PAGE, name), 'utf8');
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

test('a text is asked for by what it says, and not before the language is known', () => {
  const wrong = used.flatMap(({ file, early, computed }) =>
    [...early, ...computed].map((text) => `${file}: ${text}`),
  );
  expect(wrong).toEqual([]);
});

test('what people read and hear is asked for in their language', () => {
  const left = used.flatMap(({ file, untranslated }) =>
    untranslated.filter((text) => !ALIKE.includes(text)).map((text) => `${file}: ${text}`),
  );
  expect(left).toEqual([]);
});

test('what agents and sources of plugins say in German, they say', () => {
  const said = builtInAgents.list.flatMap(({ title, description, examples }) => [
    title,
    description,
    ...examples,
  ]);
  const plugins = readdirSync(PLUGINS).filter(
    (name) => !name.includes('.') && !name.startsWith('_'),
  );
  const sources = plugins.flatMap((name) => {
    const source = readFileSync(join(PLUGINS, name, 'plugin.ts'), 'utf8');
    return [...source.matchAll(/title: '([^']+)'/g)].map(([, title = '']) => title);
  });
  const texts = entriesOf('', read('texts/german-agents.ts')).map(([english]) => english);
  expect(texts.toSorted()).toEqual([...new Set([...said, ...sources])].sort());
});

test('an error that has a German text is one that there is', () => {
  const known: readonly string[] = [...errorCodes, ...OF_THE_PAGE];
  const codes = entriesOf('', read('texts/german-problems.ts')).map(([code]) => code);
  expect(codes.length).toBeGreaterThan(20);
  expect(codes.filter((code) => !known.includes(code))).toEqual([]);
});
