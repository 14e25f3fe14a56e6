import { afterAll, afterEach, beforeEach, describe, expect, jest, test } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { FakeServer } from '../support/fakes/fake-server.js';
import { fakeApis, fakeNames, type FakeName } from '../support/fakes/fakes.js';
import { providerConformance } from './provider.conformance.js';
import { Report } from './report.js';
import type { Subject } from './subject.js';
import { useOpened } from '../support/use-opened.js';

const report = new Report(fakeNames);

/** Where an API has no word for a thing, or its models need no repair. */
const lacks: Record<FakeName, readonly string[]> = {
  gemini: ['tool JSON leaked into the text becomes a call'],
  ollama: [
    'finish reason safety',
    'finish reason malformed call',
    'wrong key',
    'no failure shows the key',
  ],
  openai: ['finish reason malformed call'],
  anthropic: ['finish reason malformed call', 'tool JSON leaked into the text becomes a call'],
};

const overloaded: Partial<Record<FakeName, number>> = { anthropic: 529 };
/** Gemini 3 is stricter than 2.5: it wants the signatures of its thoughts back. */
const env: Partial<Record<FakeName, Record<string, string>>> = {
  gemini: { LLM_MODEL: 'gemini-3-pro' },
};

describe.each(fakeNames)('%s', (name) => {
  const fake = useOpened(() => FakeServer.start(fakeApis[name]));
  const consoleCalls: unknown[] = [];

  beforeEach(() => {
    for (const method of ['log', 'warn', 'error', 'info', 'debug'] as const) {
      jest.spyOn(console, method).mockImplementation((...args) => void consoleCalls.push(args));
    }
  });
  afterEach(() => {
    jest.restoreAllMocks();
    // Clients that talk to the console would write answers and keys into the server's output.
    expect(consoleCalls.splice(0)).toEqual([]);
  });

  const subject = (): Subject => ({
    name,
    fake,
    overloaded: overloaded[name] ?? 503,
    env: env[name] ?? {},
    lacks: lacks[name],
  });
  providerConformance(name, subject, lacks[name], report);
});

afterAll(() => {
  process.stdout.write(`\nWhat each provider passed:\n\n${report.table()}\n\n`);
});

test('conformance.md shows this table', () => {
  const docs = readFileSync(new URL('./conformance.md', import.meta.url), 'utf8');
  expect(docs.replace(/-{3,}/g, '---').replace(/ +/g, ' ')).toContain(
    report.table().replace(/-{3,}/g, '---').replace(/ +/g, ' '),
  );
});
