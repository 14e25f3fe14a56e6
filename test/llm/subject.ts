import type { FakeServer } from '../support/fakes/fake-server.js';
import type { FakeName } from '../support/fakes/fakes.js';
import { providerOf } from './support.js';

/** A provider under test: the fake it talks to, and in which ways its API differs from the others. */
export interface Subject {
  name: FakeName;
  fake: FakeServer;
  /** The status with which this API says that it is overloaded. */
  overloaded: number;
  /** Settings besides the fake's own, e.g. a model with stricter rules. */
  env: Record<string, string>;
}

/** One case: resolves when the provider does what its title says. */
export type Case = (subject: Subject) => Promise<void>;

/** The model of a subject, whose turns are scripted; settings may be others than its own. */
export function scripted(
  { fake, env }: Pick<Subject, 'fake' | 'env'>,
  turns: Parameters<FakeServer['script']>[0],
  more: Record<string, string> = {},
  options: Parameters<typeof providerOf>[1] = {},
) {
  fake.script(turns);
  return providerOf({ ...fake.env, ...env, ...more }, options).llm;
}
