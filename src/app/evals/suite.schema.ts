import { closedObject, type JsonObject } from '../../foundation/json.js';

const text = { type: 'string', minLength: 1 };
const texts = { type: 'array', items: text };
const decision = { enum: ['accept', 'reject'] };
const closed = (properties: JsonObject, required: readonly string[] = []) =>
  closedObject(required, properties);

const answer = closed({
  contains: {
    type: 'array',
    items: { type: ['string', 'array'], items: text },
    description: 'Each is a text, or a list of texts of which one is enough.',
  },
  lacks: texts,
  judge: { ...text, description: 'A question with the answer yes, put to a model.' },
});

const expected: JsonObject = {
  agent: text,
  tools: closed({ use: texts, avoid: texts }),
  offered: texts,
  changes: {
    type: 'array',
    items: closed({ kind: text, payload: { type: 'object' } }, ['payload']),
    description: 'All changes that are proposed; [] where none may be.',
  },
  cites: texts,
  answer,
};
const expectation = closed(expected);

const turn = closed(
  {
    say: text,
    context: { type: 'object' },
    expect: closed({ ...expected, error: text }),
    then: decision,
  },
  ['say'],
);

const user = closed(
  {
    goal: text,
    persona: text,
    context: { type: 'object' },
    max_turns: { type: 'integer', minimum: 1, maximum: 20 },
    then: decision,
  },
  ['goal'],
);

const state = closed({ get: { ...text, pattern: '^/' }, source: text, expect: {} }, [
  'get',
  'expect',
]);

/** The shape of a file of scenarios. */
export const suiteSchema: JsonObject = closed(
  {
    authorization: {
      ...text,
      description: 'Sent with every message; ${NAME} is the environment variable of that name.',
    },
    scenarios: {
      type: 'array',
      minItems: 1,
      items: closed(
        {
          name: text,
          agent: text,
          before: text,
          turns: { type: 'array', minItems: 1, items: turn },
          user,
          expect: expectation,
          state: { type: 'array', items: state },
        },
        ['name'],
      ),
    },
  },
  ['scenarios'],
);
