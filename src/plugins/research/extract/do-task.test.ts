import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { holds } from '../../../../test/support/property.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import { Judge } from '../judge/judge.js';
import type { NumberedEvidence } from '../judge/material.js';
import { JudgingModel } from '../../../../test/support/research-model.js';
import { withDefaults, newState } from '../state-reader.js';
import type { ResearchState, ResearchTask, Tier } from '../state.js';
import type { StepTools } from '../research-step.js';
import { doTask, FINDINGS_TOKENS, withinBudget } from './do-task.js';
import { OpeningNames } from './library.js';

const finding = fc
  .record({
    tier: fc.constantFrom<Tier>(1, 2, 3),
    weight: fc.double({ min: 0, max: 1, noNaN: true }),
    length: fc.nat(2000),
  })
  .map(({ length, ...rest }) => ({
    ...rest,
    document: 'D',
    heading: '',
    text: '',
    info: 'x'.repeat(length),
    quotes: [],
  }));
const findings = fc
  .array(finding, { maxLength: 40 })
  .map((all) => all.map((each, at): NumberedEvidence => ({ ...each, number: at + 1 })));
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

const task: ResearchTask = {
  ...{ id: 1, task: 'Lanterns', context: '', subtasks: ['lamps', 'lights', 'beacons'] },
  ...{ origin: 'plan', state: 'running' },
};

function passage(id: string): Passage {
  const place = { chunkId: id, documentId: 'd', title: 'Lanterns', headingPath: ['§ 1'] };
  return { ...place, text: 'Lanterns.', blocks: [], score: 0.9, why: '' } as unknown as Passage;
}

/** Finds ten other passages with each search, and nothing else. */
const tools: StepTools = {
  search: async (query, topK) => ({
    notes: [],
    searched: 1,
    leftOut: [],
    beingRead: 0,
    passages: Array.from({ length: topK }, (_each, at) => passage(`${query} ${at}`)),
  }),
  documents: async () => [],
  blocks: async () => [],
  blocksById: async () => [],
  now: new Date(0),
  progress: () => undefined,
  spend: () => undefined,
};

test.each([
  [100, undefined],
  [2000, /^The summary of the task "Lanterns" rests on 15 of 40 findings; there was no room/],
])('a task with findings of %d characters is summed up within the budget', async (chars, note) => {
  let concluded: { info: string }[] = [];
  const model = new JudgingModel({
    extract: ({ passages }) => ({
      passages: (passages as { number: number }[]).map(({ number }) => {
        return { number, info: 'x'.repeat(chars), quotes: [], references: [] };
      }),
    }),
    conclude: ({ findings: shown }) => {
      concluded = shown as { info: string }[];
      return { summary: 'Done.', key_findings: [], relevance: 1 };
    },
  });
  const call = { signal: new AbortController().signal, spend: () => undefined };
  const judge = new Judge(model, 'en', call);
  const query = 'lanterns?';
  const options = withDefaults({ topK: 10, maxDepth: 0 });
  const state: ResearchState = {
    ...newState({ query, kb: 'kb', options }),
    anchor: {
      ...{ originalQuery: query, detectedLanguage: 'en', createdAt: '' },
      ...{ keyEntities: [], scope: '', refinements: [] },
    },
  };
  const result = await doTask(state, task, tools, judge, new OpeningNames());
  expect(result.entries).toHaveLength(40);
  expect(textOf(concluded).length).toBeLessThanOrEqual(FINDINGS_TOKENS * 4);
  expect(result.notes).toEqual(note === undefined ? [] : [expect.stringMatching(note)]);
});
