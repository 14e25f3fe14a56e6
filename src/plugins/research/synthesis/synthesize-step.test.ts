import fc from 'fast-check';
import { fails, ScriptedModel } from '../../../../test/support/scripted-model.js';
import { Judge } from '../judge/judge.js';
import { withDefaults, newState } from '../state-reader.js';
import type { StepTools } from '../steps.js';
import { holds } from '../../../../test/support/property.js';
import { JudgingModel } from '../../../../test/support/research-model.js';
import { coverage } from '../../../language/words.js';
import type { ContextEntry, ResearchTask, Tier } from '../state.js';
import { remediate, synthesize, validate } from './synthesize-step.js';
import { DRIFT_THRESHOLDS, KEPT_FOR_TASK } from './synthesize-step.js';

const QUERY = 'Wer prüft das Leuchtfeuer?';
const anchorOf = (originalQuery: string) => ({
  originalQuery,
  detectedLanguage: 'de' as const,
  keyEntities: ['Leuchtfeuer'],
  scope: '',
  refinements: [],
  createdAt: '2026-01-02T03:04:05Z',
});
const entryOf = (chunkId: string, chunk: string): ContextEntry => ({
  chunkId,
  chunk,
  documentId: 'd',
  document: 'D',
  heading: '',
  blockIds: [chunkId],
  extractedInfo: chunk,
  relevanceScore: 0.5,
  contextTier: 1,
  contextWeight: 0.8,
  depth: 0,
  sourceType: 'vector_search',
});
const state = {
  ...newState({ query: QUERY, kb: 'k', options: withDefaults({}), language: 'de' as const }),
  anchor: anchorOf(QUERY),
  primaryContext: [entryOf('c', 'Das Amt prüft das Leuchtfeuer.')],
};
const call = { signal: new AbortController().signal, spend: () => undefined };

/** A judge whose writer fails so. */
function failing(code: 'model_error' | 'model_unavailable') {
  const model = new ScriptedModel([[fails('No.', code === 'model_unavailable')]]);
  return new Judge(model, 'de', call);
}
const tools = (isLastAttempt: boolean) => ({ isLastAttempt }) as StepTools;

test.each([
  ['model_error', false],
  ['model_unavailable', true],
] as const)('a writer that fails for good (%s) leaves what was found', async (code, isLast) => {
  const judge = failing(code);
  const { draft } = await synthesize(state, tools(isLast), judge);
  const said = draft?.sections.flatMap(({ statements }) => statements.map(({ text }) => text));
  expect(said).toEqual(['Das Amt prüft das Leuchtfeuer.']);
  expect(judge.notes([]).join(' ')).toContain('besteht aus Zitaten der Fundstellen');
});

test('a writer that may be back is waited for', async () => {
  const failed = synthesize(state, tools(false), failing('model_unavailable'));
  await expect(failed).rejects.toMatchObject({ code: 'model_unavailable' });
});

test('a revision that fails for good leaves the first draft', async () => {
  const draft = { title: 'Erster', sections: [], evidence: [] };
  const judge = failing('model_error');
  expect(await remediate({ ...state, draft }, tools(false), judge)).toEqual({ draft });
  expect(judge.notes([])).toEqual([
    'Das Sprachmodell fiel bei der Überarbeitung aus; der erste Entwurf blieb.',
  ]);
});

describe('drift', () => {
  const anchor = anchorOf('Wer braucht für ein Leuchtfeuer eine Genehmigung?');
  type Origin = ResearchTask['origin'];
  const task = (id: number, text: string, origin: Origin = 'user'): ResearchTask => ({
    id,
    task: text,
    context: '',
    subtasks: [],
    origin,
    state: 'done',
  });
  const entry = (chunkId: string, taskId: number, chunk: string): ContextEntry => ({
    ...entryOf(chunkId, chunk),
    taskId,
    extractedInfo: '',
  });

  const subject = entry('subject', 1, 'Wer ein Leuchtfeuer betreibt, braucht eine Genehmigung.');
  const fine = (n: number) =>
    entry(`fine-${n}`, 2, `Welche Geldbuße droht: bis zu ${n} Euro Geldbuße bei einem Verstoß.`);
  const FINE = 'Welche Geldbuße droht bei einem Verstoß?';

  /** A model that rates passages by the words that they have of the question. */
  const model = () =>
    new JudgingModel({
      relevance: ({ question, passages }) => ({
        scores: (passages as { number: number; text: string }[]).map(({ number, text }) => ({
          number,
          score: coverage(String(question), text),
        })),
      }),
    });

  /** The step itself. */
  async function validated(entries: ContextEntry[], tasks: ResearchTask[], rater = model()) {
    const begun = newState({ query: anchor.originalQuery, kb: 'acts', options: withDefaults({}) });
    const state = { ...begun, anchor, tasks, primaryContext: entries };
    const judge = new Judge(rater, 'de', call);
    const { drift, ...tiers } = await validate(state, {} as StepTools, judge);
    return {
      kept: Object.values(tiers).flatMap((tier) => tier.map(({ chunkId }) => chunkId)),
      removed: drift.items.map(({ chunkId }) => chunkId),
    };
  }

  describe('the evidence of an approved task', () => {
    const permit = task(1, 'Wer braucht eine Genehmigung?');
    const approved = [permit, task(2, FINE)];
    const other = entry('other', 2, 'Ein Leuchtfeuer braucht eine Genehmigung der Behörde.');
    const beach = entry('beach', 2, 'Am Strand sind Hunde an der Leine zu führen.');
    const both = entry(
      'both',
      2,
      'Welche Geldbuße bei einem Verstoß droht, der ein Leuchtfeuer ohne Genehmigung betreibt.',
    );
    const found = [permit, task(2, FINE, 'found')];

    test.each([
      ['stays although it never names the subject', [fine(500)], approved, ['fine-500'], []],
      [
        'stays beside what the task found of something else',
        [other, fine(500)],
        approved,
        ['other', 'fine-500'],
        [],
      ],
      [
        'is not needed where something that was kept speaks of the task',
        [both, fine(500)],
        approved,
        ['both'],
        ['fine-500'],
      ],
      [
        'has drifted where it has nothing to do with the task either',
        [beach],
        approved,
        [],
        ['beach'],
      ],
      ['has drifted where nobody approved the task', [fine(1)], found, [], ['fine-1']],
    ])('%s', async (_, entries, tasks, kept, removed) => {
      const result = await validated([subject, ...entries], tasks);
      expect(result).toEqual({ kept: ['subject', ...kept], removed });
    });

    test('is the best of it only', async () => {
      const fines = [1, 2, 3, 4].map(fine);
      const { kept, removed } = await validated([subject, ...fines], approved);
      expect(kept).toHaveLength(1 + KEPT_FOR_TASK);
      expect(removed).toHaveLength(fines.length - KEPT_FOR_TASK);
    });
  });

  test('what reaches its tier’s threshold is kept, and nothing below it', async () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const item = fc.record({ tier: fc.constantFrom<Tier>(1, 2, 3), score: share });
    const items = fc.array(item, { maxLength: 10 });
    await holds([items], { numRuns: 30 }, async (given) => {
      const entries = given.map(({ tier }, at) => {
        return { ...entry(String(at), 1, ''), contextTier: tier };
      });
      const scores = given.map(({ score }, at) => ({ number: at + 1, score }));
      const rater = new JudgingModel({ relevance: () => ({ scores }) });
      const { kept, removed } = await validated(entries, [], rater);
      const isLow = (id: string) => {
        const { tier, score } = given[Number(id)] ?? { tier: 1, score: NaN };
        return score < DRIFT_THRESHOLDS[tier];
      };
      expect(kept.filter(isLow)).toEqual([]);
      expect(removed.filter((id) => !isLow(id))).toEqual([]);
      expect(kept.length + removed.length).toBe(given.length);
    });
  });
});
