import { expect, test } from '@jest/globals';
import { fails, ScriptedModel } from '../../../../test/support/scripted-model.js';
import { Judge } from '../judge/judge.js';
import { withDefaults } from '../options.js';
import type { StepTools } from '../research-step.js';
import { newState } from '../state-reader.js';
import { remediate, synthesize } from './synthesize-step.js';

const QUERY = 'Wer prüft das Leuchtfeuer?';
const state = {
  ...newState({ query: QUERY, kb: 'k', options: withDefaults({}), language: 'de' as const }),
  anchor: {
    ...{ originalQuery: QUERY, detectedLanguage: 'de' as const, keyEntities: ['Leuchtfeuer'] },
    ...{ scope: '', refinements: [], createdAt: '2026-01-02T03:04:05Z' },
  },
  primaryContext: [
    {
      ...{ chunkId: 'c', chunk: 'Das Amt prüft das Leuchtfeuer.', documentId: 'd', document: 'D' },
      ...{
        heading: '§ 3 Prüfung',
        blockIds: ['b'],
        extractedInfo: 'Das Amt prüft das Leuchtfeuer.',
      },
      ...{ relevanceScore: 1, contextTier: 1 as const, contextWeight: 1, depth: 0 },
      sourceType: 'vector_search' as const,
    },
  ],
};

/** A judge whose writer fails so. */
function failing(code: 'model_error' | 'model_unavailable') {
  const model = new ScriptedModel([[fails('No.', code === 'model_unavailable')]]);
  const call = { signal: new AbortController().signal, spend: () => undefined };
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
