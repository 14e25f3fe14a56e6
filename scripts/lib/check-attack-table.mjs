import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
  const rows = rowsIn(docs.split(HEADING)[1]?.split('\n## ')[0] ?? '');
  if (rows.length !== ROWS) return `${DOCS} has ${rows.length} attacks instead of ${ROWS}`;
  const findings = await Promise.all(rows.map((row) => findingsIn(root, row)));
  return findings.flat().join('\n');
}

/** @param {string} section */
function rowsIn(section) {
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
export function hasTitle(source, title) {
  return ["'", '"', '`'].some((quote) =>
    [`(${quote}`, `[${quote}`, `  ${quote}`].some((start) =>
      source.includes(`${start}${title}${quote},`),
    ),
  );
}
