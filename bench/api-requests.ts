import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { withoutNearCopies } from '../src/agentloop/match-order.js';
import { createCatalog, type Catalog } from '../src/agenttools/catalog.js';
import { documentTools } from '../src/agenttools/sources/openapi/document-tools.js';
import { readExamples } from '../src/agenttools/sources/examples/example-file.js';
import { toolDocument, type IndexedDocument } from '../src/toolindex/document.js';
import { ToolIndex, type BuildOptions } from '../src/toolindex/tool-index.js';
import type { Embedder } from '../src/toolindex/embedder.js';
import { meanWithInterval, OFFERED } from './selection-measures.js';
import { prepare, prepareSource } from './sources/prepare.js';
import { table } from './measure.js';

/** A request to an API; each entry of `gold` is one thing it needs, given by any of the operations named. */
interface ApiRequest {
  id: string;
  query: string;
  gold: string[][];
  lang: string;
}

/** All operations of one OpenAPI document, and requests for them. */
export interface ApiSet {
  name: string;
  documents: IndexedDocument[];
  requests: ApiRequest[];
  /** Its tools, as the selection looks them up. */
  catalog: Pick<Catalog, 'find'>;
}

const DOCUMENTS = [
  ['GitHub', 'github', 'github-api.json.gz'],
  ['Kubernetes', 'kubernetes', 'kubernetes-1.13.swagger.json.gz'],
] as const;

/** The documents of `directory` with their requests, once cold and once with the example sentences beside them. */
export async function readApis(directory: string): Promise<ApiSet[]> {
  const sets: ApiSet[] = [];
  for (const [name, id, file] of DOCUMENTS) {
    const requestsFile = join(directory, `${id}.dev.jsonl`);
    if (!existsSync(requestsFile)) continue;
    const source = await prepareSource(id, join(directory, file));
    const examplesFile = join(directory, `${id}.examples.jsonl`);
    const variants = [{ name: name as string, prepared: source.prepared }];
    if (existsSync(examplesFile)) {
      const examples = readExamples(readFileSync(examplesFile, 'utf8'));
      variants.push({
        name: `${name} with examples`,
        prepared: prepare(id, source.text, examples),
      });
    }
    for (const variant of variants) {
      const tools = documentTools(id, variant.prepared);
      const names = new Map(
        tools.flatMap(({ name, operation }) =>
          operation && 'id' in operation ? [[operation.id, name] as const] : [],
        ),
      );
      const requests = readFileSync(requestsFile, 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as ApiRequest)
        .map((request) => ({
          ...request,
          gold: request.gold.map((any) => any.map((one) => names.get(one) ?? one)),
        }));
      sets.push({
        ...{ name: variant.name, documents: tools.map(toolDocument), requests },
        catalog: createCatalog(tools),
      });
    }
  }
  return sets;
}

/** So many are looked at: copies among them make room for others. */
const LOOKED_AT = 100;

/** The share of what a request needs among the operations that are offered for it. */
export async function apiRecall(
  { catalog }: ApiSet,
  index: ToolIndex,
  { query, gold }: ApiRequest,
): Promise<number> {
  const options = { topK: LOOKED_AT, minScore: -Infinity, allowed: new Set(index.names) };
  const matches = await index.search(query, options);
  const placed = withoutNearCopies(matches, { topK: OFFERED, catalog, message: query });
  const first = placed.slice(0, OFFERED).map(({ name }) => name);
  return gold.filter((any) => any.some((one) => first.includes(one))).length / gold.length;
}

const LANGUAGES = ['en', 'de', 'fr', 'es', 'pl', 'ja'] as const;

/** One request of an API set by its id, in other languages than English. */
type Translation = { id: string } & Record<(typeof LANGUAGES)[number], string>;

const WAYS: readonly { title: string; build: BuildOptions; likeWords?: false }[] = [
  { title: 'all features', build: {} },
  { title: 'without like words', build: {}, likeWords: false },
  { title: 'vectors alone', build: { wordsShare: 0, clauses: false } },
];

/** Recall@6 of the same requests in each language with its 95 % interval, and what it is of that in English. */
export async function languagesTable(apis: readonly ApiSet[], embedder: Embedder): Promise<string> {
  const file = readFileSync(new URL('./languages.jsonl', import.meta.url), 'utf8');
  const translations = file
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Translation);
  const rows: string[][] = [];
  for (const { title, build, ...without } of WAYS) {
    const found = LANGUAGES.map((): number[] => []);
    for (const api of apis.filter(({ name }) => !name.includes(' '))) {
      const index = await ToolIndex.build(api.documents, { ...embedder, ...without }, build);
      for (const translation of translations) {
        const request = api.requests.find(({ id }) => id === translation.id);
        if (request === undefined) continue;
        for (const [at, language] of LANGUAGES.entries()) {
          const query = translation[language] ?? request.query;
          found[at]?.push(await apiRecall(api, index, { ...request, query }));
        }
      }
    }
    const measured = found.map((recalls) => meanWithInterval(recalls));
    const cells = measured.map(({ mean, margin }, at) => {
      const percent = `${(100 * mean).toFixed(1)} ± ${(100 * margin).toFixed(0)}`;
      return at === 0 ? percent : `${percent} (${((100 * mean) / measured[0]!.mean).toFixed(0)})`;
    });
    rows.push([title, ...cells]);
  }
  return `${translations.length} of the requests to APIs, each in six languages, with the 95 % interval; in brackets what it is of
English, in percent. The requests are the same in each: a difference of two languages is surer than their intervals.

${table(['', ...LANGUAGES], rows)}`;
}
