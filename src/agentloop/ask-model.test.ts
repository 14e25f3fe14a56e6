import type { LlmEvent, LlmCall } from '../llm/types.js';
import { readAnswer } from './ask-model.js';
import { Budget, defaultRunLimits } from './budget.js';
import { DefaultHooks } from './agent-hooks.js';

/** What becomes of the calls that a model made, where the conversation has the ids `earlier`. */
async function read(
  made: readonly Pick<LlmCall, 'id' | 'name'>[],
  earlier: readonly string[] = [],
): Promise<LlmCall[]> {
  async function* stream(): AsyncGenerator<LlmEvent> {
    for (const call of made) yield { type: 'tool_call', call: { ...call, arguments: {} } };
  }
  const run = {
    hooks: new DefaultHooks(),
    budget: new Budget(defaultRunLimits, () => 0),
    emit: () => undefined,
    activeTools: { find: () => undefined },
  };
  return (await readAnswer(stream(), run, new Set(earlier))).calls;
}

async function idsOf(given: readonly string[], earlier: readonly string[] = []): Promise<string[]> {
  const made = given.map((id) => ({ id, name: 'look' }));
  return (await read(made, earlier)).map(({ id }) => id);
}

test('an id that is new stays the call’s own', async () =>
  expect(await idsOf(['a', 'toolu_01-x:2.'], ['b'])).toEqual(['a', 'toolu_01-x:2.']));

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

test.each([
  ['look_up-2', 'look_up-2'],
  ['functions.look', 'functions_look'],
  ['löök up\0', 'l__k_up_'],
  ['x'.repeat(5000), 'x'.repeat(64)],
  ['', 'unnamed'],
  [undefined, 'unnamed'],
])('a call of %j continues as one that APIs take back', async (name, usable) => {
  const [call] = await read([{ id: 'a', name: name as string }]);
  expect(call?.name).toBe(usable);
});
