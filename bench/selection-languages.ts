import { readFileSync } from 'node:fs';
import type { Embedder } from '../src/toolindex/embedder.js';
import { ToolIndex, type BuildOptions } from '../src/toolindex/tool-index.js';
import { apiRecall, type ApiSet } from './api-requests.js';
import { table } from './measure.js';

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pl', 'ja'] as const;

/** One request of an API set by its id, in other languages than English. */
type Translation = { id: string } & Record<(typeof LANGUAGES)[number], string>;

const WAYS: readonly { title: string; build: BuildOptions }[] = [
  { title: 'all features', build: {} },
  { title: 'vectors alone', build: { wordsShare: 0, clauses: false } },
];

/** Recall@6 of the same requests in each language, and what it is of that in English. */
export async function languagesTable(apis: readonly ApiSet[], embedder: Embedder): Promise<string> {
  const file = readFileSync(new URL('./languages.jsonl', import.meta.url), 'utf8');
  const translations = file
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Translation);
  const rows: string[][] = [];
  for (const { title, build } of WAYS) {
    const sums = LANGUAGES.map(() => 0);
    for (const api of apis.filter(({ name }) => !name.includes(' '))) {
      const index = await ToolIndex.build(api.documents, embedder, build);
      for (const translation of translations) {
        const request = api.requests.find(({ id }) => id === translation.id);
        if (request === undefined) continue;
        for (const [at, language] of LANGUAGES.entries()) {
          const query = translation[language] ?? request.query;
          sums[at]! += await apiRecall(api, index, { ...request, query });
        }
      }
    }
    const [english = 0] = sums;
    const cells = sums.map((sum, at) => {
      const percent = ((100 * sum) / translations.length).toFixed(1);
      return at === 0 ? percent : `${percent} (${((100 * sum) / english).toFixed(0)})`;
    });
    rows.push([title, ...cells]);
  }
  return `${translations.length} of the requests to APIs, each in six languages; in brackets what it is of English, in percent. One
request is ${(100 / translations.length).toFixed(0)} points.

${table(['', ...LANGUAGES], rows)}`;
}
