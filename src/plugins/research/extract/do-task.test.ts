import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import { Judge } from '../judge/judge.js';
import type { NumberedEvidence } from '../judge/material.js';
import { JudgingModel } from '../../../../test/support/research-model.js';
import { anchorOf, entryOf, stateOf, taskOf } from '../../../../test/support/research-steps.js';
import { withDefaults } from '../state-reader.js';
import type { Tier } from '../state.js';
import type { StepTools } from '../steps.js';
import { doTask, FINDINGS_TOKENS, withinBudget } from './do-task.js';
import { OpeningNames } from './library.js';
import { tierOf, toEntry, weightOf, withoutRepetitions } from './entries.js';

const share = fc.double({ min: 0, max: 1, noNaN: true });
const tiers = fc.constantFrom<Tier>(1, 2, 3);
const info = fc.nat(2000).map((length) => 'x'.repeat(length));
const finding = fc.record({ tier: tiers, weight: share, info });
const nowhere = { document: 'D', heading: '', text: '', quotes: [] };
const findings = fc
  .array(finding, { maxLength: 40 })
  .map((all) => all.map((each, at): NumberedEvidence => ({ ...nowhere, ...each, number: at + 1 })));
const textOf = (kept: readonly { info: string }[]) => kept.map(({ info }) => info).join('');

test('what fits is taken whole and in order; what is left out would not fit, and counts less', () =>
  holds([findings, fc.nat(5000)], (given, tokens) => {
    const kept = withinBudget(given, tokens);
    expect(textOf(kept).length).toBeLessThanOrEqual(tokens * 4);
    expect(kept).toEqual(given.filter((each) => kept.includes(each)));
    for (const left of given.filter((each) => !kept.includes(each))) {
      const before = kept.filter(
        ({ tier, weight }) => tier < left.tier || (tier === left.tier && weight >= left.weight),
      );
      const used = textOf([...before, left]).length + 81 * (before.length + 1);
      expect(used).toBeGreaterThan(tokens * 4);
    }
  }));

const task = taskOf(1, { task: 'Lanterns', subtasks: ['lamps', 'lights', 'beacons'] });

function passage(id: string): Passage {
  const place = { chunkId: id, documentId: 'd', title: 'Lanterns', headingPath: ['§ 1'] };
  return { ...place, text: 'Lanterns.', blocks: [], score: 0.9, why: '' } as unknown as Passage;
}

/** Finds ten other passages with each search, and nothing else. */
const tools = {
  search: async (query: string, topK: number) => {
    const passages = Array.from({ length: topK }, (_each, at) => passage(`${query} ${at}`));
    return { passages, notes: [], searched: 1, leftOut: [], beingRead: 0 };
  },
  documents: async () => [],
  blocks: async () => [],
  blocksById: async () => [],
  now: new Date(0),
  progress: () => undefined,
  spend: () => undefined,
} satisfies StepTools;

test.each([
  [100, undefined],
  [2000, /^The summary of the task "Lanterns" rests on 15 of 40 findings; there was no room/],
])('a task with findings of %d characters is summed up within the budget', async (chars, note) => {
  let concluded: { info: string }[] = [];
  const model = new JudgingModel({
    extract: (material) => {
      const read = { info: 'x'.repeat(chars), quotes: [], references: [] };
      const passages = material['passages'] as { number: number }[];
      return { passages: passages.map(({ number }) => ({ number, ...read })) };
    },
    conclude: ({ findings: shown }) => {
      concluded = shown as { info: string }[];
      return { summary: 'Done.', key_findings: [], relevance: 1 };
    },
  });
  const call = { signal: new AbortController().signal, spend: () => undefined };
  const judge = new Judge(model, 'en', call);
  const options = withDefaults({ topK: 10, maxDepth: 0 });
  const state = stateOf({ options, anchor: anchorOf('lanterns?') });
  const result = await doTask(state, task, tools, judge, new OpeningNames());
  expect(result.entries).toHaveLength(40);
  expect(textOf(concluded).length).toBeLessThanOrEqual(FINDINGS_TOKENS * 4);
  expect(result.notes).toEqual(note === undefined ? [] : [expect.stringMatching(note)]);
});

const sourceType = fc.constantFrom('vector_search' as const, 'reference' as const, 'hitl' as const);
const facts = fc.record({ sourceType, depth: fc.nat(4), relevanceScore: share });

describe('tiers', () => {
  test('more relevance or an entity never makes it worse, more depth never better', () =>
    holds([facts, fc.boolean(), share, fc.nat(3)], (given, names, more, deeper) => {
      const tier = tierOf(given, names);
      const relevanceScore = Math.min(1, given.relevanceScore + more);
      expect(tierOf({ ...given, relevanceScore }, names)).toBeLessThanOrEqual(tier);
      expect(tierOf(given, true)).toBeLessThanOrEqual(tier);
      expect(tierOf({ ...given, depth: given.depth + deeper }, names)).toBeGreaterThanOrEqual(tier);
    }));

  test('weights lie in 0..1, grow with relevance, and never rise from tier to tier', () =>
    holds([tiers, share, share], (tier, a, b) => {
      const [low, high] = [Math.min(a, b), Math.max(a, b)];
      expect(weightOf(tier, low)).toBeLessThanOrEqual(weightOf(tier, high));
      expect(weightOf(tier, high)).toBeLessThanOrEqual(1);
      if (tier < 3) expect(weightOf((tier + 1) as Tier, a)).toBeLessThanOrEqual(weightOf(tier, a));
    }));

  const hit = (relevanceScore: number) => entryOf('c', { relevanceScore });
  const best = hit(1);
  test.each([
    ['a good hit', hit(0.6), 1],
    ['a fair hit', hit(0.4), 2],
    ['a poor hit', hit(0.1), 3],
    ['the best reference', { ...best, sourceType: 'reference' as const, depth: 1 }, 2],
    ['a deep reference', { ...best, sourceType: 'reference' as const, depth: 2 }, 3],
    ['what clarification found', { ...best, sourceType: 'hitl' as const }, 3],
  ])('%s', (_name, given, tier) => expect(tierOf(given, false)).toBe(tier));

  test('a fair hit that names an entity is primary', () => {
    const found = { ...hit(0.4), chunk: 'Über Leuchtfeuer an Molen.' };
    expect(toEntry(found, ['leuchtfeuer']).contextTier).toBe(1);
    expect(toEntry(found, ['Bojen', '']).contextTier).toBe(2);
    expect(toEntry(found, []).contextTier).toBe(2);
  });
});

test('of the same chunk the entry that counts most is kept, once', async () => {
  const one = fc.record({ id: fc.constantFrom('a', 'b', 'c'), contextWeight: share });
  const entries = fc.array(one.map(({ id, contextWeight }) => entryOf(id, { contextWeight })));
  await holds([entries], (given) => {
    const kept = withoutRepetitions(given);
    const ids = new Set(given.map(({ chunkId }) => chunkId));
    expect(kept.map(({ chunkId }) => chunkId)).toEqual([...ids]);
    for (const { chunkId, contextWeight } of kept) {
      const same = given.filter((each) => each.chunkId === chunkId);
      expect(contextWeight).toBe(Math.max(...same.map((each) => each.contextWeight)));
    }
  });
});
