import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join, normalize } from 'node:path';
import { run } from './command.mjs';

const CODE = /```.*?```/gs;
/** What extending.md names, its reader makes. */
const NAMED = /^(?:docs\/(?!extending)|README)/;
/** A file in backquotes, from the root or from src. */
const PATH = /`((?:[\w-]+\/)+[\w.-]+\.(?:[jt]sx?|mjs|sql|wat))`/g;
const ROW = /^\|(?!states).+\|`([^`|]+)`\|([^|]+)\|[^|]+\|$/gm;

/**
 * Links of Markdown files that lead to no file or heading, files that README and docs name and that are not there, and rows
 * of docs/seeds.md without their file or test.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function checkDocLinks(root) {
  const { output } = await run('git', ['ls-files', '-co', '--exclude-standard'], { cwd: root });
  const files = output.split('\n').filter((path) => existsSync(join(root, path)));
  const read = (/** @type {string} */ path) => readFile(join(root, path), 'utf8');
  const findings = [];
  const isThere = (/** @type {string} */ path) =>
    [path, `src/${path}`, `web/${path}`].some((place) => existsSync(join(root, place)));
  for (const file of files.filter((path) => path.endsWith('.md'))) {
    const text = (await read(file)).replace(CODE, '');
    for (const [, path = ''] of NAMED.test(file) ? text.matchAll(PATH) : [])
      if (!isThere(path)) findings.push(`${file}: there is no ${path}`);
    for (const [, link = ''] of text.matchAll(/\]\(([^)\s]+)\)/g)) {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? file : normalize(join(dirname(file), path));
      if (/^[a-z]+:/.test(link)) continue;
      if (!existsSync(join(root, target))) findings.push(`${file}: there is no ${link}`);
      else if (anchor && target.endsWith('.md') && !headings(await read(target)).has(anchor))
        findings.push(`${file}: there is no heading ${link}`);
    }
  }
  const tests = new Set(files.map((path) => path.replace(/.*\/|(\.long)?\.\w+\.tsx?$/g, '')));
  for (const [row, path = '', test = ''] of (await read('docs/seeds.md')).matchAll(ROW)) {
    if (!isThere(path) || !tests.has(test))
      findings.push(`docs/seeds.md: no file or test of ${row}`);
  }
  return findings.join('\n');
}

/** @param {string} text */
function headings(text) {
  const titles = text.replace(CODE, '').matchAll(/^#+ (.*)$/gm);
  return new Set([...titles].map(([, title = '']) => slug(title)));
}

/** @param {string} title as GitHub makes its anchor */
function slug(title) {
  const plain = title.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').toLowerCase();
  return plain.replace(/[^\p{L}\p{N}_\- ]/gu, '').replaceAll(' ', '-');
}

/** What docs/errors.md shows for a code that has no status of its own. */
const WITHOUT_STATUS = ['–', '500'];

/**
 * What differs between docs/errors.md and the code: the list of codes in src/foundation/errors.ts,
 * and the HTTP statuses in src/http/error.filter.ts.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function checkErrorDocs(root) {
  const read = (/** @type {string} */ path) => readFile(join(root, path), 'utf8');
  const codes = codesIn(await read('src/foundation/errors.ts'));
  const statuses = statusesIn(await read('src/http/error.filter.ts'));
  const rows = rowsIn(await read('docs/errors.md'));
  if (codes.length === 0 || statuses.size === 0) return 'found no codes or no statuses in src';
  return [...listDifferences(codes, rows), ...statusDifferences(statuses, rows)].join('\n');
}

/** @param {string} source */
function codesIn(source) {
  const list = /errorCodes = \[([^\]]*)\]/.exec(source)?.[1] ?? '';
  return [...list.matchAll(/'([a-z_]+)'/g)].map((match) => match[1] ?? '');
}

/** @param {string} source */
function statusesIn(source) {
  return new Map([...source.matchAll(/^ {2}([a-z_]+): (\d{3}),$/gm)].map((m) => [m[1], m[2]]));
}

/**
 * @param {string} docs
 * @returns {{ code: string, status: string }[]}
 */
function rowsIn(docs) {
  const rows = docs.matchAll(/^\| `([a-z_]+)` \| ([^|]+) \|/gm);
  return [...rows].map(([, code = '', status = '']) => ({ code, status: status.trim() }));
}

/**
 * @param {string[]} codes
 * @param {{ code: string }[]} rows
 */
function listDifferences(codes, rows) {
  const listed = rows.map(({ code }) => code);
  return [
    ...codes
      .filter((code) => !listed.includes(code))
      .map((code) => `docs/errors.md has no row for ${code}`),
    ...listed
      .filter((code) => !codes.includes(code))
      .map((code) => `docs/errors.md lists ${code}, which no code has`),
    ...listed
      .filter((code, i) => listed.indexOf(code) !== i)
      .map((code) => `docs/errors.md lists ${code} twice`),
  ];
}

/**
 * @param {Map<string | undefined, string | undefined>} statuses
 * @param {{ code: string, status: string }[]} rows
 */
function statusDifferences(statuses, rows) {
  return rows
    .filter(({ code, status }) => {
      const real = statuses.get(code);
      return real === undefined ? !WITHOUT_STATUS.includes(status) : status !== real;
    })
    .map(
      ({ code, status }) =>
        `docs/errors.md says ${code} is ${status}, the server answers ${statuses.get(code) ?? 500}`,
    );
}

/** Where the table is, and what its tests are called: `file › title › title…`, each in backquotes. */
const DOCS = 'docs/security.md';
const HEADING = '## Attacks, and the tests that make them';
const ROWS = 28;

/**
 * What is wrong with the table of attacks in docs/security.md: a row without a test, or a test that does
 * not exist. Every title after the file must stand in that file as a text.
 * @param {string} root
 * @returns {Promise<string>}
 */
export async function checkAttackTable(root) {
  const docs = await readFile(join(root, DOCS), 'utf8');
  const rows = attacksIn(docs.split(HEADING)[1]?.split('\n## ')[0] ?? '');
  if (rows.length !== ROWS) return `${DOCS} has ${rows.length} attacks instead of ${ROWS}`;
  const findings = await Promise.all(rows.map((row) => findingsIn(root, row)));
  return findings.flat().join('\n');
}

/** @param {string} section */
function attacksIn(section) {
  return section.split('\n').filter((line) => /^\| \d+ \|/.test(line));
}

/**
 * @param {string} root
 * @param {string} row
 */
async function findingsIn(root, row) {
  const tests = [...row.matchAll(/`([^`]+\.test\.ts) › ([^`]+)`/g)];
  const number = /\d+/.exec(row)?.[0];
  if (tests.length === 0) return [`${DOCS}: attack ${number} has no test`];
  const missing = tests.map(async ([, file = '', titles = '']) => {
    const source = await readFile(join(root, file), 'utf8').catch(() => undefined);
    if (source === undefined) return [`${DOCS}: attack ${number}: there is no file ${file}`];
    return titles
      .split(' › ')
      .filter((title) => !hasTitle(source, title))
      .map((title) => `${DOCS}: attack ${number}: ${file} has no test "${title}"`);
  });
  return (await Promise.all(missing)).flat();
}

/**
 * Whether the title is the first argument of a test, or the first cell of a row of its table.
 * @param {string} source
 * @param {string} title
 */
function hasTitle(source, title) {
  return ["'", '"', '`'].some((quote) =>
    [`(${quote}`, `[${quote}`, `  ${quote}`].some((start) =>
      source.includes(`${start}${title}${quote},`),
    ),
  );
}
