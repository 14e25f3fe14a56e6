import { expect, test } from '@jest/globals';
import type { LlmEvent } from '../llm/types.js';
import { readAnswer } from './ask-model.js';
import { PlainConduct } from './conduct.js';

/** The ids that calls get which a model made under `given`, where the conversation has `earlier` ones. */
async function idsOf(given: readonly string[], earlier: readonly string[] = []): Promise<string[]> {
  async function* stream(): AsyncGenerator<LlmEvent> {
    for (const id of given) yield { type: 'tool_call', call: { id, name: 'look', arguments: {} } };
  }
  const deps = { conduct: new PlainConduct(), spend: () => {}, usedIds: new Set(earlier) };
  const events = readAnswer(stream(), deps);
  for (;;) {
    const step = await events.next();
    if (step.done) return step.value.calls.map(({ id }) => id);
  }
}

test('an id that is new stays the call’s own', async () => {
  expect(await idsOf(['a', 'toolu_01-x:2.'], ['b'])).toEqual(['a', 'toolu_01-x:2.']);
});

test.each([
  ['missing', ['']],
  ['of an earlier turn', ['b']],
  ['the same twice', ['a', 'a']],
  ['longer than a key may be', ['x'.repeat(6000)]],
  ['told apart only by what the database replaces', ['a\0', 'a\ufffd', '\ud800', '\ud801']],
])('an id that is %s is replaced by one of the server’s', async (_name, given) => {
  const ids = await idsOf(given, ['b']);
  expect(new Set(ids).size).toBe(given.length);
  expect(ids.at(-1)).toMatch(/^call_[0-9a-f-]{36}$/);
  for (const id of ids) expect(id).toMatch(/^[\w-]{1,256}$/);
});
