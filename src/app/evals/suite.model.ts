import type { JsonObject } from '../../foundation/json.js';

/** The scenarios of one file (docs/evaluation.md). */
export interface Suite {
  /** Of its file, without the ending. */
  name: string;
  /** The folder of its file, in which commands run. */
  folder: string;
  /** Sent as `Authorization` with every message and to the backends. */
  authorization?: string;
  scenarios: readonly Scenario[];
}

/** One conversation, and what must come of it. */
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
  /** What the page shows. */
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
  /** Tools that have to run, and those that must not. */
  tools?: { use?: readonly string[]; avoid?: readonly string[] };
  /** Tools that have to be among those offered. */
  offered?: readonly string[];
  /** All changes that are proposed, in any order; none: an empty list. */
  changes?: readonly ChangeExpectation[];
  /** Parts of titles, or ids, of documents that the answer has to cite. */
  cites?: readonly string[];
  answer?: AnswerExpectation;
}

/** Of one turn: also how its run ends. */
export interface TurnExpectation extends Expectation {
  /** The code of the error with which the run has to end; absent: it must not end with one. */
  error?: string;
}

/** One change: of which kind, and what its payload holds at least. */
export interface ChangeExpectation {
  kind?: string;
  payload: unknown;
}

/** Words of the answer, letters of both cases alike; a list: one of them. `judge` is put to a model. */
export interface AnswerExpectation {
  contains?: readonly (string | readonly string[])[];
  lacks?: readonly string[];
  judge?: string;
}

/** What a read of the backend has to answer at least. */
export interface StateExpectation {
  get: string;
  /** The config file's source whose backend is asked; absent: the server itself. */
  source?: string;
  expect: unknown;
}
