import { readFile } from 'node:fs/promises';
import { OfflineProvider } from '../../../samples/offline-model/index.js';
import { defaultDocumentLimits } from '../../../src/agenttools/sources/openapi/document/document-limits.js';
import { documentTools } from '../../../src/agenttools/sources/openapi/document-tools.js';
import { prepareDocument } from '../../../src/agenttools/sources/openapi/prepare-document.js';
import { defined } from '../../../src/foundation/defined.js';
import type { JsonObject } from '../../../src/foundation/json.js';
import type { LlmEvent, LlmMessage, ToolSpec } from '../../../src/llm/types.js';

/** What reads answer, by operation. */
export type Answers = Readonly<Record<string, unknown>>;

export interface Talked {
  calls: { name: string; arguments: JsonObject }[];
  said: string;
  /** As the documentation shows it. */
  transcript: string;
}

/** The tools that a document of this folder gives, as a model is told of them. */
export async function toolsOf(source: string): Promise<ToolSpec[]> {
  const text = await readFile(new URL(`./${source}.yaml`, import.meta.url), 'utf8');
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
        const result = isRead ? (answers[name] ?? {}) : { status: 'preview_sent' };
        const told = JSON.stringify(result);
        messages.push({ role: 'tool', toolCallId: id, name, content: told, isError: false });
      }
      if (made.length === 0) break;
    }
    last.transcript += `  ${last.said.replaceAll('\n', '\n  ')}\n`;
  }
  return last;
}
