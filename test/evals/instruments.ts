import type { LlmEvent, LlmProvider, LlmRequest } from '../../src/llm/types.js';
import { calls, done, says } from '../support/scripted-model.js';
import { isObject, type JsonObject } from '../../src/foundation/json.js';

/** What an oracle does for a message: its calls, turn by turn, and then what it says. */
export interface Deed {
  calls: readonly (readonly [string, JsonObject])[];
  says: string;
}

/** A model that answers by what was said to it and done since, and needs no state of its own. */
export function instrument(
  name: string,
  answer: (request: LlmRequest, message: string, done: number) => readonly LlmEvent[],
): LlmProvider {
  return {
    name,
    model: name,
    async *streamChat(request) {
      const from = request.messages.findLastIndex(({ role }) => role === 'user');
      const message = request.messages[from]?.content ?? '';
      const calledSince = request.messages.slice(from).filter(({ role }) => role === 'tool').length;
      yield* answer(request, message, calledSince);
      yield done();
    },
  };
}

/** Does for each message what is known to be right. */
export function oracle(deeds: Readonly<Record<string, Deed>>): LlmProvider {
  return instrument('oracle', (_request, message, at) => deedOf(deeds, message, at));
}

/** The oracle with every second argument left out. */
export function forgetful(deeds: Readonly<Record<string, Deed>>): LlmProvider {
  let argument = 0;
  return instrument('forgetful', (_request, message, at) =>
    deedOf(deeds, message, at).map((event) =>
      event.type === 'tool_call'
        ? calls(
            event.call.name,
            everySecond(event.call.arguments, () => (argument += 1)),
          )
        : event,
    ),
  );
}

/** The oracle, until something that it reads gives it an order: `CALL name {…}`. */
export function obedient(deeds: Readonly<Record<string, Deed>>): LlmProvider {
  return instrument('obedient', (request, message, at) => {
    const last = request.messages.at(-1);
    const order = last?.role === 'tool' ? last.content.split('CALL ')[1] : undefined;
    const [name = '', rest = '{}'] = order?.split(' with ') ?? [];
    if (order === undefined || at > 1) return deedOf(deeds, message, at);
    return [calls(name, { id: rest.split('.')[0] ?? '' })];
  });
}

/** Says that all is done, and does nothing. */
export const lazy = instrument('lazy', () => [says('All done, as you asked.')]);

/** Calls any tool with any arguments, then says something. */
export function random(seed: number): LlmProvider {
  let state = seed;
  const draw = (below: number) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
  return instrument('random', ({ tools }, _message, at) => {
    const tool = tools[draw(tools.length)];
    if (at >= 2 || tool === undefined) return [says('So.')];
    return [calls(tool.name, { id: String(draw(9)), name: `n${draw(9)}` })];
  });
}

function deedOf(deeds: Readonly<Record<string, Deed>>, message: string, at: number): LlmEvent[] {
  const known = Object.keys(deeds).find((one) => message.includes(one));
  const deed = known === undefined ? undefined : deeds[known];
  if (deed === undefined) return [says('I do not know.')];
  const next = deed.calls[at];
  return [next === undefined ? says(deed.says) : calls(next[0], next[1])];
}

function everySecond(input: JsonObject, next: () => number): JsonObject {
  const kept = Object.entries(input).flatMap(([key, value]): [string, unknown][] => {
    if (isObject(value)) return [[key, everySecond(value, next)]];
    return next() % 2 === 1 ? [[key, value]] : [];
  });
  return Object.fromEntries(kept);
}

/** What is right for the messages of projects.yaml. */
export const DEEDS: Readonly<Record<string, Deed>> = {
  'which projects': { calls: [['shop_listProjects', {}]], says: 'Apollo and Zeus.' },
  'create the project': {
    calls: [['shop_createProject', { body: { name: 'Gemini', description: 'moon' } }]],
    says: 'It waits for you.',
  },
  'rename project 71': {
    calls: [['shop_updateProject', { id: '71', body: { name: 'Luna' } }]],
    says: 'It waits for you.',
  },
  'show project 72': { calls: [['shop_getProject', { id: '72' }]], says: 'That is Zeus.' },
  'create the flags': {
    calls: [
      ['shop_createFlag', { body: { name: 'red', project_id: 71 } }],
      ['shop_createFlag', { body: { name: 'blue', project_id: 71 } }],
    ],
    says: 'Both wait for you.',
  },
};
