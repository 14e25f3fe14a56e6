import { type JsonObject, closedObject } from '../../foundation/json.js';

/** A JSON Schema with the type of what it takes, which the compiler alone sees. */
type Schema<T> = JsonObject & { readonly of: T };
/** One whose value is filled in where it is left out. */
type Usual<T> = Schema<T> & { readonly isUsual: true };

type Fields = Readonly<Record<string, Schema<unknown>>>;
type Always<F extends Fields, R> = {
  [K in keyof F]: K extends R ? K : F[K] extends Usual<unknown> ? K : never;
}[keyof F];
type Values<F extends Fields, R> = { [K in Always<F, R>]: F[K]['of'] } & {
  [K in Exclude<keyof F, Always<F, R>>]?: F[K]['of'];
};

const a = <T>(schema: JsonObject) => schema as Schema<T>;
const usual = <T>(schema: Schema<T>, value: T) =>
  ({ ...schema, default: value }) as JsonObject as Usual<T>;
const listOf = <T>(items: Schema<T>) => a<readonly T[]>({ type: 'array', items });
const closed = <F extends Fields, R extends keyof F & string = never>(
  properties: F,
  required: readonly R[] = [],
) => a<Values<F, R>>(closedObject(required, properties));

const text = a<string>({ type: 'string', minLength: 1 });
const texts = listOf(text);
const object = a<JsonObject>({ type: 'object' });
const decision = a<'accept' | 'reject'>({ enum: ['accept', 'reject'] });

/** One change: of which kind, and what its payload holds at least. */
const change = closed({ kind: text, payload: a<unknown>({ type: 'object' }) }, ['payload']);

/** Words of the answer, letters of both cases alike. */
const answer = closed({
  contains: a<readonly (string | readonly string[])[]>({
    type: 'array',
    items: { type: ['string', 'array'], items: text },
    description: 'Each is a text, or a list of texts of which one is enough.',
  }),
  lacks: texts,
  judge: a<string>({ ...text, description: 'A question with the answer yes, put to a model.' }),
});

const expected = {
  agent: text,
  tools: closed({ use: texts, avoid: texts }),
  offered: texts,
  changes: a<readonly ChangeExpectation[]>({
    ...listOf(change),
    description: 'All changes that are proposed; [] where none may be.',
  }),
  /** Parts of titles, or ids, of documents that the answer has to cite. */
  cites: texts,
  answer,
};
const expectation = closed(expected);
/** `error`: the code of the error with which the run has to end; absent: it must not end with one. */
const turnExpectation = closed({ ...expected, error: text });

const turn = closed(
  { say: text, context: usual(object, {}), expect: usual(turnExpectation, {}), then: decision },
  ['say'],
);

const user = closed(
  {
    goal: text,
    persona: text,
    context: usual(object, {}),
    max_turns: usual(a<number>({ type: 'integer', minimum: 1, maximum: 20 }), 6),
    then: decision,
  },
  ['goal'],
);

/** What a read of the backend of `source`, or of the server itself, has to answer at least. */
const state = closed(
  { get: a<string>({ ...text, pattern: '^/' }), source: text, expect: a<unknown>({}) },
  ['get', 'expect'],
);

const scenario = closed(
  {
    name: text,
    /** A context type; absent: the server finds the agent. */
    agent: text,
    /** A command that brings the backend into its state before. */
    before: text,
    turns: a<readonly Turn[]>({ ...listOf(turn), minItems: 1 }),
    /** Plays the user's side instead of `turns`. */
    user,
    /** Of all turns together. */
    expect: usual(expectation, {}),
    /** What the backend holds afterwards. */
    state: usual(listOf(state), []),
  },
  ['name'],
);

export const suiteSchema = closed(
  {
    authorization: a<string>({
      ...text,
      description: 'Sent with every message; ${NAME} is the environment variable of that name.',
    }),
    scenarios: a<readonly WrittenScenario[]>({ ...listOf(scenario), minItems: 1 }),
  },
  ['scenarios'],
);

type WrittenScenario = (typeof scenario)['of'];
export type Scenario = WrittenScenario & { turns: readonly Turn[] };
/** A message, what must come of it, and what the user does with the changes that it brought. */
export type Turn = (typeof turn)['of'];
export type SimulatedUser = (typeof user)['of'];
/** What must be true of a turn or a scenario; what is left out is not looked at. */
export type Expectation = (typeof expectation)['of'];
export type TurnExpectation = (typeof turnExpectation)['of'];
export type ChangeExpectation = (typeof change)['of'];
export type StateExpectation = (typeof state)['of'];

export interface Suite {
  /** Of its file, without the ending. */
  name: string;
  /** The folder of its file, in which commands run. */
  folder: string;
  /** Sent as `Authorization` with every message and to the backends. */
  authorization?: string;
  scenarios: readonly Scenario[];
}
