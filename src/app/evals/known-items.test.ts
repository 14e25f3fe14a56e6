import fc from 'fast-check';
import { holds } from '../../../test/support/property.js';
import { useFolder } from '../../../test/support/embedded-template.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Tool } from '../../agenttools/tool.js';
import { knownItemScenarios } from '../cli/eval/eval-command.js';
import { readSuites } from './read-suite.js';
import { suiteText } from './scenario-of-run.js';

const tool = (name: string, title: string, examples: readonly string[]): Tool =>
  ({ name, title, examples, effect: 'read' }) as unknown as Tool;

const folder = useFolder();

/** What `sextant eval` makes of the file that `sextant eval init` writes. */
function readBack(tools: readonly Tool[]) {
  const file = join(folder.path, 'shop.yaml');
  writeFileSync(file, suiteText(knownItemScenarios(tools, 'shop')));
  return readSuites(file, {})[0]?.scenarios ?? [];
}

test('tools of one title have scenarios of their own names', () => {
  const tools = ['a', 'b', 'c'].map((name) => tool(`api_${name}`, 'Update it', ['do it']));
  const names = readBack(tools).map(({ name }) => name);
  expect(names).toEqual(['Update it', 'Update it (api_b)', 'Update it (api_c)']);
});

test('property: whatever titles and examples there are, the file is one that eval takes', async () => {
  const text = fc.oneof(fc.string(), fc.constantFrom('', ' ', '# a', 'a: b', '- x', '${HOME}'));
  const named = fc.uniqueArray(fc.stringMatching(/^[a-z]{1,6}$/), { minLength: 1, maxLength: 8 });
  await holds(
    [named, fc.array(text), fc.array(text, { maxLength: 3 })],
    { numRuns: 50 },
    (names, titles, examples) => {
      const tools = names.map((name, at) =>
        tool(name, titles[at % Math.max(titles.length, 1)] ?? '', [...examples, 'show it']),
      );
      expect(readBack(tools)).toHaveLength(tools.length);
    },
  );
});
