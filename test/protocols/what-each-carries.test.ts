import { expect, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasTitle } from '../../scripts/lib/check-attack-table.mjs';
import { root } from '../support/template-contents.js';
import { BAD_INPUT, CARRIED } from './what-each-carries.js';

const CLIENTS = 5;
const docs = readFileSync(join(root, 'docs/frontends.md'), 'utf8');

test('the table of what each client carries has the rows whose tests are named', () => {
  const section = docs.split('## What each carries')[1]?.split('\n## ')[0] ?? '';
  const [head, , ...rows] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) => line.split('|').slice(1, -1));
  expect(rows.map(([name]) => name?.trim())).toEqual(Object.keys(CARRIED));
  const untested = rows.flatMap(([name = '', ...cells]) => {
    const tests = CARRIED[name.trim()] ?? [];
    expect([name, cells.length, tests.length]).toEqual([name, CLIENTS, CLIENTS]);
    return cells.filter((cell, at) => tests[at]?.length === 0 && !/^(no|–)$/.test(cell.trim()));
  });
  expect(head).toHaveLength(CLIENTS + 1);
  expect(untested).toEqual([]);
});

const named = new Set([...Object.values(CARRIED).flat(2), ...Object.values(BAD_INPUT).flat()]);

test.each([...named].sort())('there is a test %s', (name) => {
  const [file = '', title = ''] = name.split(' › ');
  expect(hasTitle(readFileSync(join(root, file), 'utf8'), title)).toBe(true);
});
