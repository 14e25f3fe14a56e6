/**
 * The sample ERP by its hand-written tools, and by nothing but its own OpenAPI document: which of the
 * tools' example requests find what they need among the best six. `npm run bench:erp-import [-- --write]`.
 */
import { readFileSync } from 'node:fs';
import { documentTools } from '../src/agenttools/sources/openapi/document-tools.js';
import { allTools } from '../src/plugins/built-in-parts.js';
import { tryExamples } from '../src/toolcheck/held-out.js';
import { toolDocument, type IndexedDocument } from '../src/toolindex/document.js';
import { LocalEmbedder } from '../src/toolindex/embedders/local/local-embedder.js';
import { ToolIndex } from '../src/toolindex/tool-index.js';
import { publish, table } from './measure.js';
import { prepare } from './sources/prepare.js';

/** For each hand-written tool the operations that do its work; any one of them counts. */
const OPERATIONS = JSON.parse(
  readFileSync(new URL('./erp/operations.json', import.meta.url), 'utf8'),
) as Record<string, string[]>;
const TOP = 6;

const tools = allTools.filter(({ groups }) =>
  groups.some((group) => group === 'workflow' || group === 'tables'),
);
const compared = tools.filter(({ name }) => name in OPERATIONS);
const text = readFileSync(new URL('../samples/erp/openapi.json', import.meta.url), 'utf8');
const operations = documentTools('erp', prepare('erp', text, {}));
const embedder = new LocalEmbedder();

const requests = compared.reduce((sum, { examples }) => sum + examples.length, 0);
const byHand = await byHandRecall();
const imported = await importedRecall();
await embedder.close?.();

publish('erp-import', report(), {
  'recall@6, imported': imported,
  'recall@6, by hand': byHand,
});

/** Each example is left out of the index that it is asked of. */
async function byHandRecall(): Promise<number> {
  let found = 0;
  const options = {
    topK: TOP,
    minScore: -Infinity,
    allowed: new Set(tools.map(({ name }) => name)),
  };
  const { signal } = new AbortController();
  for await (const { tool, scores } of tryExamples(tools, embedder, { signal })) {
    const isFound = scores.top(options).some(({ name }) => name === tool);
    if (isFound && compared.some(({ name }) => name === tool)) found += 1;
  }
  return found / requests;
}

async function importedRecall(): Promise<number> {
  const documents: IndexedDocument[] = operations.map(toolDocument);
  const index = await ToolIndex.build(documents, embedder);
  const idOf = new Map(operations.map(({ name, operation }) => [name, operation?.id ?? '']));
  let found = 0;
  for (const { name, examples } of compared) {
    for (const example of examples) {
      const ids = (await best(index, example)).map((one) => idOf.get(one) ?? '');
      if (OPERATIONS[name]?.some((id) => ids.includes(id))) found += 1;
    }
  }
  return found / requests;
}

async function best(index: ToolIndex, request: string): Promise<string[]> {
  const options = { topK: TOP, minScore: -Infinity, allowed: new Set(index.names) };
  return (await index.search(request, options)).map(({ name }) => name);
}

function report(): string {
  const size = (tool: { inputSchema: unknown; description: string }): number =>
    tool.description.length + JSON.stringify(tool.inputSchema).length;
  const mean = (list: readonly number[]): number =>
    list.reduce((sum, one) => sum + one, 0) / list.length;
  const rows = [
    ['hand-written tools', String(tools.length), percent(byHand), chars(mean(tools.map(size)))],
    [
      'operations of the document',
      String(operations.length),
      percent(imported),
      chars(mean(operations.map(size))),
    ],
  ];
  return `# The sample ERP by its own document

${requests} example requests of ${compared.length} hand-written tools whose work one operation of the ERP's
OpenAPI document does (\`bench/erp/operations.json\`): how many find it among the best six. A hand-written tool
has its other examples in the index, an operation has none.

${table(['', 'tools', 'found', 'characters the model reads of one'], rows)}

What a document cannot give is the rest of the hand-written tools: drafts that grow over turns, rules and tables
checked and shown as a graph or with live rows, things found by their names.
`;
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`;
}

function chars(count: number): string {
  return count.toFixed(0);
}
