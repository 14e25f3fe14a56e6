import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

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
