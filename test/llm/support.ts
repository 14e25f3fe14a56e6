import { setImmediate as nextTick } from 'node:timers/promises';
import { readConfig, type Environment } from '../../src/app/config/config.js';
import { llmFromConfig } from '../../src/app/llm-from-config.js';
import { defaultResilience, type ResilienceOptions } from '../../src/llm/resilient.js';
import type { LlmEvent, LlmProvider, LlmRequest, LlmCall } from '../../src/llm/types.js';

const closed = { type: 'object', properties: {}, additionalProperties: false };

/** A request with two tools whose schemas use what JSON Schema offers. */
export const request: LlmRequest = {
  system: 'You help.',
  messages: [{ role: 'user', content: 'Hello?' }],
  tools: [
    {
      name: 'get_weather',
      description: 'Tells the weather of a city.',
      inputSchema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          city: { type: 'string', minLength: 1, description: 'Its name.' },
          days: { type: ['integer', 'null'], exclusiveMinimum: 0 },
          unit: { enum: ['C', 'F'] },
          at: { $ref: '#/$defs/place' },
        },
        required: ['city'],
        additionalProperties: false,
        $defs: { place: { type: 'object', properties: { lat: { type: 'number' } } } },
      },
    },
    { name: 'list_cities', description: 'Lists all cities.', inputSchema: closed },
  ],
  maxTokens: 4096,
};

/** The configured model of `env`; waits are written down instead of waited. */
export function providerOf(
  env: Environment,
  resilience: Partial<ResilienceOptions> = {},
): { llm: LlmProvider; waits: number[] } {
  const waits: number[] = [];
  const wait = async (ms: number) => void waits.push(ms);
  const options = { ...defaultResilience, random: () => 1, wait, ...resilience };
  return { llm: llmFromConfig(readConfig(env), { resilience: options }), waits };
}

/** All events of one call. */
export async function collect(
  llm: LlmProvider,
  changes: Partial<LlmRequest> = {},
  signal: AbortSignal = new AbortController().signal,
): Promise<LlmEvent[]> {
  const events: LlmEvent[] = [];
  for await (const event of llm.streamChat({ ...request, ...changes }, signal)) events.push(event);
  return events;
}

/** What an answer amounts to, however its text was cut. */
export interface Answer {
  text: string;
  thinking: string;
  /** Without ids and what only the provider understands. */
  calls: { name: string; arguments: object }[];
  end: LlmEvent | undefined;
}

/** The answer that events tell; throws when they break the contract of having one final event, the last. */
export function answerOf(events: readonly LlmEvent[]): Answer {
  const finals = events.filter(({ type }) => type === 'done' || type === 'error');
  if (finals.length !== 1 || finals[0] !== events.at(-1))
    throw new Error(`not exactly one final event: ${JSON.stringify(events)}`);
  const textOf = (type: 'text' | 'thinking') =>
    events.map((event) => (event.type === type ? event.text : '')).join('');
  const calls = callsOf(events).map(({ name, arguments: input }) => ({ name, arguments: input }));
  return { text: textOf('text'), thinking: textOf('thinking'), calls, end: events.at(-1) };
}

/** The calls among events, as they are sent back with their results. */
export function callsOf(events: readonly LlmEvent[]): LlmCall[] {
  return events.flatMap((event) => (event.type === 'tool_call' ? [event.call] : []));
}

/** Waits until `condition` holds, turn by turn of the event loop; gives up after two seconds. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  const deadline = performance.now() + 2_000;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error('it did not happen within 2 s');
    await nextTick();
  }
}
