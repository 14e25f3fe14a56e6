import fc from 'fast-check';
import { holds } from '../../test/support/property.js';
import { ProviderError, type Trouble } from './provider-error.js';
import {
  defaultResilience,
  resilient,
  type ModelSource,
  type ResilienceOptions,
} from './resilient.js';
import { defaultRetryPolicy, retryDelay } from '../foundation/api-answers.js';
import type { LlmEvent, LlmRequest } from './types.js';

const request: LlmRequest = { system: '', messages: [], tools: [], maxTokens: 10 };
const usage = { inputTokens: 1, outputTokens: 1 };
const done: LlmEvent = { type: 'done', finishReason: 'stop', usage };
const text = (value: string): LlmEvent => ({ type: 'text', text: value });

type Step = LlmEvent | Error | 'hang';

/** Plays one list of steps per attempt; counts attempts and notes whether the last one was aborted. */
function scripted(attempts: Step[][]) {
  const state = { attempts: 0, aborted: false };
  const source: ModelSource = {
    name: 'fake',
    model: 'm',
    async *open(_request, signal) {
      signal.addEventListener('abort', () => (state.aborted = true));
      for (const step of attempts[state.attempts++] ?? []) {
        if (step === 'hang') await new Promise(() => {});
        else if (step instanceof Error) throw step;
        else yield step;
      }
    },
  };
  return { source, state };
}

const options: ResilienceOptions = { ...defaultResilience, random: () => 1, wait: async () => {} };

async function collect(source: ModelSource, settings: ResilienceOptions) {
  const events: LlmEvent[] = [];
  const { signal } = new AbortController();
  const stream = resilient(source, settings).streamChat(request, signal);
  for await (const event of stream) events.push(event);
  return events;
}

describe('resilient', () => {
  // How each trouble is met: test/llm/cases-trouble, with every provider.

  it('ends at once when aborted in the middle, even if the source hangs', async () => {
    const { source, state } = scripted([[text('a'), 'hang']]);
    const abort = new AbortController();
    const events: LlmEvent[] = [];
    for await (const event of resilient(source, options).streamChat(request, abort.signal)) {
      events.push(event);
      abort.abort();
    }
    expect(events.at(-1)).toMatchObject({ type: 'error', code: 'cancelled' });
    expect(state.aborted).toBe(true);
  });

  it('stops waiting when aborted', async () => {
    const { source, state } = scripted([[new ProviderError('overloaded', 'busy')], [done]]);
    const wait = () => Promise.reject(new Error('aborted'));
    const events = await collect(source, { ...options, wait });
    expect(state.attempts).toBe(1);
    expect(events).toHaveLength(1);
  });

  it('has exactly one final event, the last, whatever the source does', async () => {
    const troubles = fc.constantFrom<Trouble>('overloaded', 'auth', 'stream_cut');
    const step: fc.Arbitrary<Step> = fc.oneof(
      fc.constant(text('t')),
      fc.constant(done),
      troubles.map((trouble) => new ProviderError(trouble, trouble)),
      fc.constant(new TypeError('fetch failed')),
    );
    await holds([fc.array(fc.array(step), { minLength: 6, maxLength: 6 })], async (attempts) => {
      const events = await collect(scripted(attempts).source, options);
      const finals = events.filter((event) => event.type === 'done' || event.type === 'error');
      expect(finals).toHaveLength(1);
      expect(events.at(-1)).toBe(finals[0]);
    });
  });
});

it('retryDelay: stays between half a step and the limit, and never below what was asked for', async () => {
  const anyRandom = fc.double({ min: 0, max: 1, noNaN: true });
  const anyAsked = fc.option(fc.integer({ min: 0, max: 60_000 }), { nil: undefined });
  await holds([fc.nat(3), anyAsked, anyRandom], (attempt, asked, random) => {
    const delay = retryDelay(attempt, asked, defaultRetryPolicy, () => random) ?? NaN;
    expect(delay).toBeGreaterThanOrEqual(Math.max(asked ?? 0, (5_000 * 2 ** attempt) / 2));
    expect(delay).toBeLessThanOrEqual(60_000);
  });
});

it('retryDelay: ends after the last retry', () =>
  expect(retryDelay(4, undefined, defaultRetryPolicy, () => 0)).toBeUndefined());
