import { expect, test } from '@jest/globals';
import { resolve } from 'node:path';
import { readSuites } from '../../src/app/evals/read-suite.js';
import { allTools, builtInAgents } from '../../src/plugins/built-in-parts.js';

test('the scenarios of the sample ask for agents and tools that there are', () => {
  const scenarios = readSuites(resolve('evals'), {}).flatMap((suite) => suite.scenarios);
  const expected = scenarios.flatMap(({ turns, expect: ofAll }) => [
    ofAll,
    ...turns.map((turn) => turn.expect),
  ]);
  const agents = [undefined, ...builtInAgents.list.map(({ contextType }) => contextType)];
  expect(scenarios.length).toBeGreaterThan(90);
  expect(agents).toEqual(expect.arrayContaining(scenarios.map(({ agent }) => agent)));
  const named = expected.flatMap(({ offered = [], tools }) => [...offered, ...(tools?.use ?? [])]);
  expect(named.length).toBeGreaterThan(10);
  expect(allTools.map(({ name }) => name)).toEqual(expect.arrayContaining(named));
});
