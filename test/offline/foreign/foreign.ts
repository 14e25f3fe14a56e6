import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { OfflineProvider } from '../../../samples/offline-model/index.js';
import { createCatalog } from '../../../src/agenttools/catalog.js';
import { defaultDocumentLimits } from '../../../src/agenttools/sources/openapi/document/document-limits.js';
import { documentTools } from '../../../src/agenttools/sources/openapi/document-tools.js';
import { prepareDocument } from '../../../src/agenttools/sources/openapi/prepare-document.js';
import type { Tool } from '../../../src/agenttools/tool.js';
import { createToolSearch } from '../../../src/app/tool-search.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import { silentLogger } from '../../../src/foundation/logger.js';
import type { LlmMessage } from '../../../src/llm/types.js';
import { toolDocument } from '../../../src/toolindex/document.js';
import { createLocalEmbedder } from '../../../src/toolindex/embedders/local/local-embedder.js';
import { ToolSelectionIndex } from '../../../src/toolindex/selection-index.js';
import { agentWith, runToEnd } from '../../support/loop.js';

/** The day that the requests were written for. */
const TODAY = new Date('2026-11-25T09:00:00Z');

/** What reads answer, by tool, perhaps by what they are asked for. */
export type Answers = Readonly<Record<string, unknown>>;

/** Answers of a read: the first whose arguments are all among those of the call. */
interface AnswerCases {
  cases?: { args: JsonObject; result: unknown }[];
  result?: unknown;
  otherwise?: unknown;
}

export interface Talked {
  calls: { name: string; arguments: JsonObject }[];
  said: string;
  /** As the documentation shows it. */
  transcript: string;
}

/** A product that the model has never seen, behind the server's own loop, selection and `find_tools`. */
export interface Product {
  name: string;
  tools: readonly Tool[];
  /** Says some messages in a new conversation; what the last one led to. Reads are answered, and changes are previews. */
  converse(...said: string[]): Promise<Talked>;
  close(): Promise<void>;
}

/** The product of `NAME.yaml`, its document, and `NAME.answers.json`, by operation. */
export async function readProduct(folder: URL, name: string): Promise<Product> {
  const text = await readFile(new URL(`${name}.answers.json`, folder), 'utf8');
  const byOperation = Object.entries(JSON.parse(text) as Record<string, AnswerCases>);
  const answers = byOperation.map(([operation, cases]) => [
    toolName(name, operation),
    (args: JsonObject) => answerFor(cases, args),
  ]);
  return openProduct(name, await toolsOf(name, folder), Object.fromEntries(answers));
}

/** The tool of an operation. */
export const toolName = (source: string, operation: string): string => `${source}_${operation}`;

function answerFor({ cases = [], result, otherwise }: AnswerCases, args: JsonObject): unknown {
  const fits = cases.find(({ args: wanted }) =>
    Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(args[key], value)),
  );
  return fits?.result ?? result ?? otherwise ?? {};
}

/** The tools that a document gives. */
export async function toolsOf(
  source: string,
  folder = new URL('./', import.meta.url),
): Promise<Tool[]> {
  const text = await readFile(new URL(`${source}.yaml`, folder), 'utf8');
  const prepared = prepareDocument(text, {
    ...{ source, patterns: {}, limits: defaultDocumentLimits, examples: {}, budget: 3000 },
  });
  return documentTools(source, prepared);
}

/** Tools whose reads answer what is given, as a product. */
export function openProduct(name: string, given: readonly Tool[], answers: Answers): Product {
  const tools = given.map((tool): Tool => ({ ...tool, execute: answering(tool, answers) }));
  const embedder = createLocalEmbedder();
  const index = new ToolSelectionIndex({ embedder });
  index.rebuild(tools.map(toolDocument));
  const selection = {
    ...{ catalog: createCatalog(tools), search: createToolSearch(index), logger: silentLogger },
    ...{ topK: 6, minScore: 0 },
  };
  const groups = [...new Set(tools.flatMap((tool) => tool.groups))];
  const agent = { ...agentWith(), contextType: 'foreign', groups };
  return {
    ...{ name, tools },
    close: async () => {
      await index.close();
      await embedder.close?.();
    },
    converse: async (...said) => {
      const history: LlmMessage[] = [];
      let last: Talked = { calls: [], said: '', transcript: '' };
      for (const message of said) {
        const { recorded } = await runToEnd({
          llm: new OfflineProvider([], () => TODAY),
          tools,
          request: { agent, message, history: [...history] },
          deps: { selection },
        });
        history.push(...recorded);
        last = talkedOf(message, recorded, last.transcript);
      }
      return last;
    },
  };
}

function answering({ name, effect }: Tool, answers: Answers): Tool['execute'] {
  return async (args) => {
    const answer = answers[name] ?? {};
    const read = typeof answer === 'function' ? (answer(args) as unknown) : answer;
    return { result: effect === 'read' ? read : { status: 'preview_sent' } };
  };
}

function talkedOf(message: string, recorded: readonly LlmMessage[], before: string): Talked {
  const answers = recorded.filter((each) => each.role === 'assistant');
  const calls = answers.flatMap(({ toolCalls = [] }) =>
    toolCalls.map(({ name, arguments: args }) => ({ name, arguments: args })),
  );
  const said = answers.at(-1)?.content ?? '';
  const lines = calls.map(({ name, arguments: args }) => `  ${name} ${JSON.stringify(args)}\n`);
  const told = `  ${said.replaceAll('\n', '\n  ')}\n`;
  return { calls, said, transcript: `${before}> ${message}\n${lines.join('')}${told}` };
}
