import fc from 'fast-check';
import { fails, ScriptedModel } from '../../../../test/support/scripted-model.js';
import { Judge } from '../judge/judge.js';
import { anchorOf, entryOf, stateOf, taskOf } from '../../../../test/support/research-steps.js';
import type { StepTools } from '../steps.js';
import { holds } from '../../../../test/support/property.js';
import { JudgingModel } from '../../../../test/support/research-model.js';
import { coverage } from '../../../language/words.js';
import type { ContextEntry, ResearchTask, Tier } from '../state.js';
import {
  remediate,
  synthesize,
  validate,
  DRIFT_THRESHOLDS,
  KEPT_FOR_TASK,
} from './synthesize-step.js';

const anchorIn = (query: string) =>
  anchorOf(query, { detectedLanguage: 'de', keyEntities: ['Leuchtfeuer'] });
const QUERY = 'Wer prüft das Leuchtfeuer?';
const said = (chunkId: string, chunk: string) => entryOf(chunkId, { chunk, extractedInfo: chunk });
const primaryContext = [said('c', 'Das Amt prüft das Leuchtfeuer.')];
const state = stateOf({ language: 'de', anchor: anchorIn(QUERY), primaryContext });
const call = { signal: new AbortController().signal, spend: () => undefined };

/** A judge whose writer fails so. */
function failing(code: 'model_error' | 'model_unavailable') {
  return new Judge(new ScriptedModel([[fails('No.', code === 'model_unavailable')]]), 'de', call);
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
  const note = 'Das Sprachmodell fiel bei der Überarbeitung aus; der erste Entwurf blieb.';
  expect(judge.notes([])).toEqual([note]);
});

describe('drift', () => {
  const anchor = anchorIn('Wer braucht für ein Leuchtfeuer eine Genehmigung?');
  const task = (id: number, text: string, origin: ResearchTask['origin'] = 'user') =>
    taskOf(id, { task: text, origin, state: 'done' });
  const entry = (chunkId: string, taskId: number, chunk: string) =>
    entryOf(chunkId, { taskId, chunk });

  const subject = entry('subject', 1, 'Wer ein Leuchtfeuer betreibt, braucht eine Genehmigung.');
  const fine = (n: number) =>
    entry(`fine-${n}`, 2, `Welche Geldbuße droht: bis zu ${n} Euro Geldbuße bei einem Verstoß.`);
  const FINE = 'Welche Geldbuße droht bei einem Verstoß?';

  /** A model that rates passages by the words that they have of the question. */
  const model = () =>
    new JudgingModel({
      relevance: ({ question, passages }) => {
        const scoreOf = (text: string) => coverage(String(question), text);
        const shown = passages as { number: number; text: string }[];
        return { scores: shown.map(({ number, text }) => ({ number, score: scoreOf(text) })) };
      },
    });

  /** The step itself. */
  async function validated(entries: ContextEntry[], tasks: ResearchTask[], rater = model()) {
    const state = stateOf({ anchor, tasks, primaryContext: entries });
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
    const unlicensed = 'der ein Leuchtfeuer ohne Genehmigung betreibt';
    const both = entry('both', 2, `Welche Geldbuße bei einem Verstoß droht, ${unlicensed}.`);
    const found = [permit, task(2, FINE, 'found')];

    test.each([
      ['stays although it never names the subject', [fine(500)], 'fine-500', ''],
      ['stays beside what else the task found', [other, fine(500)], 'other fine-500', ''],
      ['goes where what was kept speaks of the task', [both, fine(500)], 'both', 'fine-500'],
      ['has drifted where it is not of the task either', [beach], '', 'beach'],
      ['has drifted where nobody approved the task', [fine(1)], '', 'fine-1', found],
    ])('%s', async (_, entries, kept, removed, tasks = approved) => {
      const { kept: stays, removed: goes } = await validated([subject, ...entries], tasks);
      expect([stays.join(' '), goes.join(' ')]).toEqual([`subject ${kept}`.trim(), removed]);
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
    await holds([fc.array(item, { maxLength: 10 })], { numRuns: 30 }, async (given) => {
      const entries = given.map(({ tier }, at) => entryOf(String(at), { contextTier: tier }));
      const scores = given.map(({ score }, at) => ({ number: at + 1, score }));
      const rater = new JudgingModel({ relevance: () => ({ scores }) });
      const { kept, removed } = await validated(entries, [], rater);
      const isLow = (id: string) => {
        const { tier, score } = given[Number(id)]!;
        return score < DRIFT_THRESHOLDS[tier];
      };
      expect(kept.filter(isLow)).toEqual([]);
      expect(removed.filter((id) => !isLow(id))).toEqual([]);
      expect(kept.length + removed.length).toBe(given.length);
    });
  });
});
