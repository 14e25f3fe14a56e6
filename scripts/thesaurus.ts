/**
 * `node bench/run.mjs scripts/thesaurus.ts de <th_de_DE_v2.dat>` or `… en <folder of WordNet's data files>`: makes the
 * data of src/language/thesaurus again, from the dictionaries that docs/decisions/0066-thesaurus.md names.
 */
import { writeFileSync } from 'node:fs';
import { packed } from '../src/language/thesaurus/thesaurus-file.js';
import { openThesaurus, wordNet } from './lib/thesaurus-sources.js';

const [, , language, source = ''] = process.argv;
if (language !== 'de' && language !== 'en') throw new Error('Say which language: de or en.');
const groups = language === 'de' ? openThesaurus(source) : wordNet(source);
const file = packed(groups, language);
writeFileSync(new URL(`../src/language/thesaurus/data/${language}.br`, import.meta.url), file);
const words = new Set(groups.flatMap((group) => group.words));
console.log(`${groups.length} groups of ${words.size} words: ${file.length} bytes`);
