import { readFile } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { OfflineProvider } from '../../../samples/offline-model/index.js';
import { defaultDocumentLimits } from '../../../src/agenttools/sources/openapi/document/document-limits.js';
import { documentTools } from '../../../src/agenttools/sources/openapi/document-tools.js';
import { prepareDocument } from '../../../src/agenttools/sources/openapi/prepare-document.js';
import { defined } from '../../../src/foundation/defined.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { LlmEvent, LlmMessage, ToolSpec } from '../../../src/llm/types.js';

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

/** A product: `NAME.yaml`, its document, and `NAME.answers.json`, by operation. */
export interface Product {
  name: string;
  tools: ToolSpec[];
  answers: Answers;
}

export async function readProduct(folder: URL, name: string): Promise<Product> {
  const text = await readFile(new URL(`${name}.answers.json`, folder), 'utf8');
  const byOperation = Object.entries(JSON.parse(text) as Record<string, AnswerCases>);
  const answers = byOperation.map(([operation, cases]) => [
    toolName(name, operation),
    (args: JsonObject) => answerFor(cases, args),
  ]);
  return { name, tools: await toolsOf(name, folder), answers: Object.fromEntries(answers) };
}

/** The tool of an operation. */
export const toolName = (source: string, operation: string): string => `${source}_${operation}`;

function answerFor({ cases = [], result, otherwise }: AnswerCases, args: JsonObject): unknown {
  const fits = cases.find(({ args: wanted }) =>
    Object.entries(wanted).every(([key, value]) => isDeepStrictEqual(args[key], value)),
  );
  return fits?.result ?? result ?? otherwise ?? {};
}

/** The tools that a document gives, as a model is told of them. */
export async function toolsOf(
  source: string,
  folder = new URL('./', import.meta.url),
): Promise<ToolSpec[]> {
  const text = await readFile(new URL(`${source}.yaml`, folder), 'utf8');
  const prepared = prepareDocument(text, {
    ...{ source, patterns: {}, limits: defaultDocumentLimits, examples: {}, budget: 3000 },
  });
  return documentTools(source, prepared).map(
    ({ name, title, description, inputSchema, examples, effect }) => ({
      ...{ name, ...defined({ title }), description, inputSchema, examples, effect },
    }),
  );
}

/** Says some messages to the model with these tools; reads are answered, and changes are previews. */
export async function converse(
  tools: readonly ToolSpec[],
  answers: Answers,
  ...said: string[]
): Promise<Talked> {
  const provider = new OfflineProvider();
  const messages: LlmMessage[] = [];
  let last: Talked = { calls: [], said: '', transcript: '' };
  for (const content of said) {
    messages.push({ role: 'user', content });
    last = { calls: [], said: '', transcript: `${last.transcript}> ${content}\n` };
    for (let turn = 0; turn < 8; turn += 1) {
      const events: LlmEvent[] = [];
      const context = { contextType: 'foreign', open: {} };
      const request = { system: '', messages, tools, maxTokens: 1000, context };
      for await (const event of provider.streamChat(request, new AbortController().signal))
        events.push(event);
      const made = events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
      const text = events.map((event) => (event.type === 'text' ? event.text : '')).join('');
      messages.push({ role: 'assistant', content: text, toolCalls: made });
      last.said = text;
      for (const { id, name, arguments: args } of made) {
        last.calls.push({ name, arguments: args });
        last.transcript += `  ${name} ${JSON.stringify(args)}\n`;
        const isRead = tools.find((tool) => tool.name === name)?.effect === 'read';
        const answer = answers[name] ?? {};
        const read = typeof answer === 'function' ? (answer(args) as unknown) : answer;
        const result = isRead ? read : { status: 'preview_sent' };
        const told = JSON.stringify(result);
        messages.push({ role: 'tool', toolCallId: id, name, content: told, isError: false });
      }
      if (made.length === 0) break;
    }
    last.transcript += `  ${last.said.replaceAll('\n', '\n  ')}\n`;
  }
  return last;
}
