import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { openThesaurus, wordNet } from './thesaurus-sources.js';

const folder = mkdtempSync(join(tmpdir(), 'sextant-thesaurus-'));
afterAll(() => rmSync(folder, { recursive: true }));

function written(name: string, lines: readonly string[]): string {
  const file = join(folder, name);
  writeFileSync(file, lines.join('\n'));
  return file;
}

test('OpenThesaurus: groups once, without remarks and what is no word, broader ones by their number', () => {
  const file = written('th.dat', [
    'UTF-8',
    'kahn|1',
    '-|Kahn (ugs.)|(der) Nachen|Dieberei(en)|... Boote|ein sehr langes Wort mehr|Boot (Oberbegriff)|Wasserfahrzeug (Oberbegriff)',
    'nachen|1',
    '-|Kahn (ugs.)|(der) Nachen|Dieberei(en)|... Boote|ein sehr langes Wort mehr|Boot (Oberbegriff)|Wasserfahrzeug (Oberbegriff)',
    'boot|1',
    '-|Boot|Wasserfahrzeug',
    'allein|1',
    '-|Allein',
  ]);
  expect(openThesaurus(file)).toEqual([
    { words: ['Kahn', 'Nachen'], broader: [1] },
    { words: ['Boot', 'Wasserfahrzeug'], broader: [] },
  ]);
});

test('WordNet: synsets without names, broader ones by their number', () => {
  for (const kind of ['verb', 'adj', 'adv']) written(`data.${kind}`, ['  1 licence']);
  written('data.noun', [
    '  1 licence',
    '00000010 06 n 02 gravy_boat 0 sauceboat 0 002 @ 00000020 n 0000 ~ 00000030 n 0000 | a dish',
    '00000020 06 n 01 dish 2 000 | a piece of dishware',
    '00000030 06 n 02 Argo 0 Big_Argo 0 000 | a name',
    '00000040 06 n 01 lonely 0 000 | alone',
  ]);
  expect(wordNet(folder)).toEqual([
    { words: ['gravy boat', 'sauceboat'], broader: [1] },
    { words: ['dish'], broader: [] },
  ]);
});
