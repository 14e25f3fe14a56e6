import { expect, test } from '@jest/globals';
import { readFile } from 'node:fs/promises';
import { errorCodes } from '../foundation/errors.js';
import { statusOf } from './error.filter.js';

test('docs/errors.md lists exactly the codes, with the status each answers', async () => {
  const page = await readFile(new URL('../../docs/errors.md', import.meta.url), 'utf8');
  const rows = [...page.matchAll(/^\| `([a-z_]+)` \| (\d{3}|–) \| [^|]+ \| [^|]+ \|$/gm)];
  expect(rows.map(([, code]) => code)).toEqual([...errorCodes]);
  // A dash: the code never answers a request of its own, and would be a plain 500 if it did.
  const documented = rows.map(([, , status]) => (status === '–' ? 500 : Number(status)));
  expect(documented).toEqual(errorCodes.map(statusOf));
});
