import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis, fakeNames, type FakeName } from '../support/fakes/fakes.js';
import { answerCases } from './cases-answers.js';
import { troubleCases } from './cases-trouble.js';
import type { Case, Subject } from './subject.js';
import { useOpened } from '../support/use-opened.js';

/** Every case that a provider must pass, by its title. */
const cases: Record<string, Case> = { ...answerCases, ...troubleCases };

const LEAKED = 'tool JSON leaked into the text becomes a call';
const MALFORMED = 'finish reason malformed call';
/** Where an API has no word for a thing, or its models need no repair. */
const lacks: Record<FakeName, readonly string[]> = {
  gemini: [LEAKED],
  ollama: ['finish reason safety', MALFORMED, 'wrong key', 'no failure shows the key'],
  openai: [MALFORMED],
  anthropic: [MALFORMED, LEAKED],
};

const overloaded: Partial<Record<FakeName, number>> = { anthropic: 529 };
/** Gemini 3 is stricter than 2.5: it wants the signatures of its thoughts back. */
const env: Partial<Record<FakeName, Subject['env']>> = { gemini: { LLM_MODEL: 'gemini-3-pro' } };

describe.each(fakeNames)('%s', (name) => {
  const fake = useOpened(() => FakeServer.start(fakeApis[name]));
  const consoleCalls: unknown[] = [];

  beforeEach(() => {
    for (const method of ['log', 'warn', 'error', 'info', 'debug'] as const)
      jest.spyOn(console, method).mockImplementation((...args) => void consoleCalls.push(args));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    // Clients that talk to the console would write answers and keys into the server's output.
    expect(consoleCalls.splice(0)).toEqual([]);
  });

  const { [name]: busy = 503 } = overloaded;
  const subject = (): Subject => ({ name, fake, overloaded: busy, env: env[name] ?? {} });
  const titles = Object.keys(cases).filter((title) => !lacks[name].includes(title));
  test.each(titles)('%s', (title) => cases[title]?.(subject()));
});

test('what an API lacks is a case of the others', () =>
  expect(Object.keys(cases)).toEqual(expect.arrayContaining(Object.values(lacks).flat())));
