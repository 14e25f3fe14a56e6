import { describe, expect, test } from '@jest/globals';
import {
  factsOf,
  phrases,
  readData,
  type Language,
  type Lexicon,
  type Requests,
} from '../../samples/offline-model/kit.js';
import type { LlmRequest } from '../../src/llm/types.js';
import { allTools } from '../../src/plugins/built-in-parts.js';
import { tableLanguage } from '../../src/plugins/tables/offline/lexicon.js';
import { tablesSkill } from '../../src/plugins/tables/offline/skill.js';
import { ruleLanguage } from '../../src/plugins/workflow/offline/lexicon.js';
import { workflowSkill } from '../../src/plugins/workflow/offline/skill.js';

const skills = [
  ['workflow', workflowSkill, ruleLanguage, 'workflow_id'],
  ['tables', tablesSkill, tableLanguage, 'config_id'],
] as const;

const dataOf = (name: string) => {
  const folder = new URL(`../../src/plugins/${name}/offline/`, import.meta.url);
  const { phrases: own } = readData<{ phrases: Lexicon }>(new URL('lexicon.yaml', folder));
  return { requests: readData<Requests>(new URL('requests.yaml', folder)), own };
};

/** Names of what may hold of a request, but for concepts. */
function factNames(requests: Requests, language: Language): Set<string> {
  const shown = ['is', 'has'].flatMap((family) =>
    [true, false].flatMap((isOpen) => [
      ...factsOf(language.read(`show "it" on 5 new orders of the Night Watch rules`), isOpen),
      ...factsOf(language.read('when an order is created email it'), isOpen),
      ...factsOf(language.read('hide SO-20194'), isOpen),
      ...factsOf(language.read('show the Night Watch rule'), isOpen),
      `${family}.action`,
      `${family}.swap`,
      `${family}.limit`,
      `${family}.recipient`,
      `${family}.exchange`,
      `${family}.retype`,
      `${family}.person`,
      `${family}.records`,
      `${family}.ellipsis`,
      `${family}.names`,
      `${family}.those`,
      `${family}.deed`,
      `${family}.compared`,
      `${family}.arrow`,
      ...['asker', 'setting', 'state', 'lastrun', 'history', 'rules'].map(
        (ask) => `${family}.${ask}`,
      ),
    ]),
  );
  return new Set([
    ...shown,
    'is.question',
    ...Object.keys(requests.was).map((name) => `was.${name}`),
  ]);
}

describe.each(skills)('the requests of %s', (name, skill, language, idKey) => {
  const { requests, own } = dataOf(name);

  test('conditions name only concepts and facts that there are', () => {
    const records = Object.keys(language.vocabulary.records).map((record) => `entity.${record}`);
    const concepts = [...Object.keys(phrases), ...Object.keys(own), ...records];
    const facts = factNames(requests, language);
    const unknown = requests.decide
      .flatMap((rule) => Object.values(rule))
      .flatMap((when) => when.split(/[,|]/).map((part) => part.trim().replace('!', '')))
      .filter(
        (part) =>
          !facts.has(part) &&
          !concepts.some((concept) =>
            part.endsWith('.*') ? concept.startsWith(part.slice(0, -1)) : concept === part,
          ),
      );
    expect([...new Set(unknown)]).toEqual([]);
  });

  test('tools exist, and each first question is served by a call of its tool or a lookup for it', () => {
    const tools = allTools.filter(({ groups }) => groups.includes(name));
    for (const { tool, ask, open } of requests.reads) {
      expect(tools.map((each) => each.name)).toContain(tool);
      const [message = ''] = ask.split(' | ');
      const request: LlmRequest = {
        system: '',
        context: { contextType: name, open: open === true ? { [idKey]: 'x' } : {} },
        messages: [{ role: 'user', content: message }],
        tools,
        maxTokens: 100,
      };
      expect({ message, step: skill.next(request, new Date(0)) }).toMatchObject({
        message,
        step: { calls: expect.any(Array) },
      });
    }
  });

  test('samples of changes are understood', () => {
    const tools = allTools.filter(({ groups }) => groups.includes(name));
    for (const { say, open } of requests.samples) {
      const request: LlmRequest = {
        system: '',
        context: { contextType: name, open: open === true ? { [idKey]: 'x' } : {} },
        messages: [{ role: 'user', content: say }],
        tools,
        maxTokens: 100,
      };
      expect({ say, step: skill.next(request, new Date(0)) }).toMatchObject({
        say,
        step: { calls: expect.any(Array) },
      });
    }
  });
});
