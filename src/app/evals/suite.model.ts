import { type JsonObject, closedObject } from '../../foundation/json.js';

export interface Suite {
  /** Of its file, without the ending. */
  name: string;
  /** The folder of its file, in which commands run. */
  folder: string;
  /** Sent as `Authorization` with every message and to the backends. */
  authorization?: string;
  scenarios: readonly Scenario[];
}

export interface Scenario {
  name: string;
  /** A context type; absent: the server finds the agent. */
  agent?: string;
  /** A command that brings the backend into its state before. */
  before?: string;
  turns: readonly Turn[];
  /** Plays the user's side instead of `turns`. */
  user?: SimulatedUser;
  /** Of all turns together. */
  expect: Expectation;
  /** What the backend holds afterwards. */
  state: readonly StateExpectation[];
}

/** A message, what must come of it, and what the user does with the changes that it brought. */
export interface Turn {
  say: string;
  context: JsonObject;
  expect: TurnExpectation;
  then?: 'accept' | 'reject';
}

export interface SimulatedUser {
  goal: string;
  persona?: string;
  context: JsonObject;
  maxTurns: number;
  then?: 'accept' | 'reject';
}

/** What must be true of a turn or a scenario; what is left out is not looked at. */
export interface Expectation {
  agent?: string;
  tools?: { use?: readonly string[]; avoid?: readonly string[] };
  offered?: readonly string[];
  /** All changes that are proposed, in any order; none: an empty list. */
  changes?: readonly ChangeExpectation[];
  /** Parts of titles, or ids, of documents that the answer has to cite. */
  cites?: readonly string[];
  /** Words of the answer, letters of both cases alike; a list: one of them. `judge` is put to a model. */
  answer?: {
    contains?: readonly (string | readonly string[])[];
    lacks?: readonly string[];
    judge?: string;
  };
}

export interface TurnExpectation extends Expectation {
  /** The code of the error with which the run has to end; absent: it must not end with one. */
  error?: string;
}

/** One change: of which kind, and what its payload holds at least. */
export interface ChangeExpectation {
  kind?: string;
  payload: unknown;
}

/** What a read of the backend has to answer at least. */
export interface StateExpectation {
  get: string;
  /** The config file's source whose backend is asked; absent: the server itself. */
  source?: string;
  expect: unknown;
}

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
