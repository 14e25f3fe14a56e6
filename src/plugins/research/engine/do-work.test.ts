import { noDocuments, question } from '../../../../test/support/research.js';
import { AppError } from '../../../foundation/errors.js';
import { newId } from '../../../foundation/ids.js';
import type { StoredDocument } from '../../../knowledge/document.model.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import type { StoredResearch } from '../research.model.js';
import { newState } from '../state-reader.js';
import type { Database } from '../../../store/database.js';
import { explainOutages } from '../../../store/open-database.js';
import { createStepTools, type ResearchSource, isPassing } from './do-work.js';

const now = new Date();
const stands = { stage: 'extract', version: 1, steps: 0, lastSeq: 0 } as const;
const times = { createdAt: now, updatedAt: now };
const state = newState(question());
const research: StoredResearch = { id: newId(), userId: 'ada', ...stands, state, ...times };

function toolsOn(knowledge: ResearchSource, at = research) {
  const { id: researchId, userId, stage } = at;
  const work = { researchId, userId, stage, key: 'task-1', worker: 'w', attempts: 1, begunAt: now };
  return createStepTools(knowledge, () => {}, at, work, new AbortController().signal).tools;
}

test('a document that was deleted since it was found has no blocks; other trouble is told', async () => {
  const blocksWith = (code: 'not_found' | 'database_error') => {
    const blocks = () => Promise.reject(new AppError(code, 'no'));
    return toolsOn({ ...noDocuments, blocks }).blocks(newId(), 0, 10);
  };
  expect(await blocksWith('not_found')).toEqual([]);
  await expect(blocksWith('database_error')).rejects.toMatchObject({ code: 'database_error' });
});

test('several knowledge bases are searched each by the rights of its owner, and answer as one', async () => {
  const asked: string[] = [];
  const passage = (chunkId: string, score: number) => ({ chunkId, score }) as Passage;
  const found: Readonly<Record<string, Passage[]>> = {
    law: [passage('law-1', 0.9), passage('law-2', 0.2)],
    house: [passage('house-1', 0.5)],
  };
  const knowledge: ResearchSource = {
    ...noDocuments,
    search: async ({ userId, kbId }) => {
      asked.push(`${userId} ${kbId}`);
      const passages = found[kbId] ?? [];
      return { passages, searched: 3, beingRead: 1, notes: ['slow'], leftOut: [] };
    },
    documents: async (_, kbId) => [{ id: `d-${kbId}` } as StoredDocument],
  };
  const state = newState({ ...question(), kb: 'law', kbs: ['law', 'house'] });
  const tools = toolsOn(knowledge, { ...research, state });
  const answer = await tools.search('Frage', 2);
  expect(asked).toEqual(['ada law', 'ada house']);
  expect(answer.passages.map(({ chunkId }) => chunkId)).toEqual(['law-1', 'house-1']);
  expect(answer).toMatchObject({ searched: 6, beingRead: 2, notes: ['slow'] });
  expect((await tools.documents()).map(({ id }) => id)).toEqual(['d-law', 'd-house']);
});

/** What a statement rejects with on a database whose driver rejects with `error`. */
async function metAs(error: Error): Promise<unknown> {
  const fail = () => Promise.reject(error);
  const broken: Database = { kind: 'postgres', query: fail, transaction: fail, close: fail };
  const asked = explainOutages(broken).query('select 1');
  return asked.catch((met: unknown) => met);
}

const coded = (code: string) => Object.assign(new Error(code), { code });

test.each([
  ['a refused connection', coded('ECONNREFUSED'), true],
  ['a server that is shut down', coded('57P01'), true],
  ['a full disk', coded('53100'), true],
  ['a transaction that lost', coded('40001'), true],
  ['a wrong statement', coded('42601'), false],
])('%s under a step', async (_name, error, passes) =>
  expect(isPassing(await metAs(error))).toBe(passes),
);

test.each([
  ['model_unavailable', true],
  ['model_error', false],
  ['internal', false],
] as const)('%s may pass: %s', (code, passes) =>
  expect(isPassing(new AppError(code, 'What is wrong.'))).toBe(passes),
);
