import { readdir, readFile } from 'node:fs/promises';
import { openTestDatabase } from '../../../test/support/database.js';
import { JudgingModel, type Answers } from '../../../test/support/research-model.js';
import { driveResearch } from '../../../test/support/research-steps.js';
import { silentLogger } from '../../foundation/logger.js';
import { openKnowledge } from '../../knowledge/knowledge.js';
import { useOpened } from '../../../test/support/use-opened.js';
import { SettingsReader } from '../../foundation/settings-reader.js';
import { ScriptedModel } from '../../../test/support/scripted-model.js';
import { LiveModels, oneModel } from '../../llm/models.js';
import { places } from './judge/places.js';
import { withDefaults, newState } from './state-reader.js';
import { createResearchSteps } from './research-steps.js';
import type { ResearchState } from './state.js';
import type { StepTools } from './steps.js';
import { readResearchSettings, stepsByResearch } from './plugin.js';

test('is read with its defaults', () => {
  const defaults = { workers: 2, leaseSeconds: 15, maxOpen: 10, keepDays: 90, outside: {} };
  expect(readResearchSettings(new SettingsReader({}))).toEqual(defaults);
  const at = { RESEARCH_WORKERS: '0', RESEARCH_LEASE_S: '2.5', RESEARCH_KEEP_DAYS: '0' };
  const env = { ...at, MAX_RESEARCH_PER_USER: '3', SERPAPI_API_KEY: 'k' };
  const set = { workers: 0, leaseSeconds: 2.5, maxOpen: 3, keepDays: 0 };
  const outside = { serpApi: { baseUrl: 'https://serpapi.com', apiKey: 'k' } };
  expect(readResearchSettings(new SettingsReader(env))).toEqual({ ...set, outside });
});

test('a research ends with the models it began with', () => {
  const models = new LiveModels(oneModel(new ScriptedModel([])));
  const steps = stepsByResearch(models, []);
  const first = steps('one');
  models.replace(oneModel(new ScriptedModel([])));
  expect(steps('one')).toBe(first);
  expect(steps('two')).not.toBe(first);
  expect(steps('three')).toBe(steps('two'));
});

const USER = 'researcher';
const KB = 'acts';
const QUESTION = 'Wann ist der Betrieb eines kleinen Leuchtfeuers ohne Genehmigung erlaubt?';
const acts = new URL('../../../test/fixtures/acts/', import.meta.url);

const db = useOpened(() => openTestDatabase('store'));
const knowledge = useOpened(() => openKnowledge({ db, embedder: undefined, logger: silentLogger }));
beforeAll(async () => {
  for (const fileName of await readdir(acts)) {
    const bytes = await readFile(new URL(fileName, acts));
    await knowledge.add({ userId: USER, kbId: KB, fileName, kind: 'markdown', bytes });
  }
  await knowledge.idle();
});

const spent = { inputTokens: 0, outputTokens: 0 };
const tools: StepTools = {
  search: (query, topK) => knowledge.search({ userId: USER, kbId: KB, query, topK }),
  documents: () => knowledge.documents(USER, KB),
  blocks: (documentId, from, limit) => knowledge.blocks(USER, documentId, from, limit),
  blocksById: (ids) => knowledge.blocksById(USER, ids),
  now: new Date('2026-01-02T03:04:05Z'),
  progress: () => undefined,
  spend: ({ inputTokens, outputTokens }) => {
    spent.inputTokens += inputTokens;
    spent.outputTokens += outputTokens;
  },
};

const begun = (more = {}) =>
  newState({ query: QUESTION, kb: KB, options: withDefaults({ topK: 3, maxDepth: 3, ...more }) });

const isPlanted = ({ document }: { document: string }) => document.startsWith('Strandordnung');
const statementsIn = ({ report }: ResearchState) =>
  (report?.sections ?? []).flatMap(({ statements }) => statements);

/** Every source of the report stands where it says, and every statement has one or is marked. */
async function expectSourcesToStand(state: ResearchState): Promise<void> {
  const sources = state.report?.sources ?? [];
  const ids = sources.map(({ blockId }) => blockId);
  const blocks = await knowledge.blocksById(USER, ids);
  for (const { blockId, documentId, document, quote, place } of sources) {
    const block = blocks.find(({ id }) => id === blockId);
    expect(block).toMatchObject({ documentId });
    if (!isPlanted({ document })) expect(place).toMatch(/^(?:§|Anlage) \d.* Leucht/);
    // An item is quoted with the words before its list, which stand in another block.
    const text = (await knowledge.blocks(USER, documentId, 0, 500)).map((each) => each.text);
    for (const part of quote.split(' … '))
      expect(text.join(' ').replace(/\s+/g, ' ')).toContain(part.replace(/ ?…$/, ''));
  }
  const cited = statementsIn(state).flatMap((statement) => statement.sources);
  expect(sources.map(({ number }) => number)).toEqual(expect.arrayContaining(cited));
}

describe('a whole research in German', () => {
  test('where no answer of the model is of use: everything found stays, quoted with its source', async () => {
    let last = '';
    const useless = Object.keys(places).map((place) => [place, () => 'Gern.']);
    const model = new JudgingModel(Object.fromEntries(useless) as Answers);
    const reply = () => '/end';
    const plan = () => [{ task: QUESTION }, { task: 'Welche Ruhezeiten gelten am Strand?' }];
    const after = (stage: string) => void (last = stage);
    const steps = createResearchSteps({ small: model, large: model }, []);
    const run = () => driveResearch(begun(), { steps, tools, reply, plan, after });
    const done = await run();
    expect(done).toMatchObject({ language: 'de', drift: { removed: 0 } });
    expect(done.quality).toBeUndefined();
    expect(done.tasks.every(({ state }) => state === 'done')).toBe(true);
    const followed = done.searches.flatMap(({ references }) => references);
    expect(followed.some(({ chunkIds }) => chunkIds.length > 0)).toBe(true);
    expect(statementsIn(done).length).toBeGreaterThan(2);
    expect(statementsIn(done).filter(({ support }) => support !== 'quote')).toEqual([]);
    await expectSourcesToStand(done);
    for (const place of ['Rückfragen', 'Rechercheplan', 'Bericht', 'Bewertung'])
      expect(done.report?.notes.join('\n')).toContain(place);
    expect(last).toBe('attribute');
    expect(await run()).toEqual(done);
  });

  test('with a model: its quotes are checked, its language is corrected, what it cites is marked as not checked', async () => {
    const model = new JudgingModel(answers());
    const done = await driveResearch(begun(), {
      steps: createResearchSteps({ small: model, large: model }, []),
      tools,
      reply: (iteration) => (iteration === 0 ? 'Nur an Molen.' : 'Nein, danke.'),
    });
    expect(done).toMatchObject({
      clarification: { rounds: [{}, {}], terminationReason: 'convergence' },
      tasks: Array(3).fill({ origin: 'plan' }),
      notes: expect.arrayContaining([expect.stringMatching(/Zitate? wurden? verworfen/)]),
      isRemediated: true,
      quality: { total: 315, isPassed: true },
    });
    expect(done.preservedQuotes.length).toBeGreaterThan(0);
    expect(JSON.stringify(done.preservedQuotes)).not.toContain('erfunden');
    expect(model.asked.filter((place) => place === 'synthesise')).toHaveLength(3);
    const { primaryContext, secondaryContext, tertiaryContext } = done;
    expect([primaryContext, secondaryContext, tertiaryContext].flat().some(isPlanted)).toBe(false);
    const [supported, invented] = statementsIn(done);
    expect([supported?.sources[0], invented?.support]).toEqual([1, 'not_checked']);
    expect(done.report?.sources[0]?.quote).toContain('150 Candela');
    await expectSourcesToStand(done);
    expect(done.report?.notes.join()).toContain('Auswertung der Antworten');
    expect(done.report?.notes.join()).not.toContain('Rechercheplan');
    expect(spent.inputTokens).toBeGreaterThan(100);
  });
});

type Shown = { number: number; document: string; text: string };
type Evidence = { number: number; heading: string };

/** A model that fails now and then as models do. */
function answers(): Answers {
  const shown = ({ passages }: Record<string, unknown>) => passages as Shown[];
  const concepts = ['Leuchtfeuer', 'Genehmigung'];
  return {
    alternative_queries: () => ({ queries: ['Lichtstärke Molen Anlage 1', 'Anzeige Betrieb'] }),
    analyse_context: (_, asked) => {
      const gaps = asked === 0 ? ['Ort', 'Lichtstärke', 'Dauer'] : ['Dauer'];
      return { concepts, gaps, coverage: 0.9 };
    },
    follow_up_questions: () => ({
      questions: [
        { question: 'Wo steht das Leuchtfeuer?', gap: 'Ort' },
        { question: 'Wie stark ist es?', gap: 'Lichtstärke' },
      ],
    }),
    // Never JSON: the place is judged by rules, and the report says so.
    read_reply: () => 'Der Nutzer meint Molen.',
    anchor: () => ({
      key_entities: concepts,
      scope: 'Kleine Leuchtfeuer an Molen.',
      research_queries: ['kleine Leuchtfeuer ohne Genehmigung'],
      context_summary: 'Kleine Leuchtfeuer sind frei.',
    }),
    plan: () => {
      const tasks = ['Genehmigungsfreier Betrieb', 'Lichtstärken Molen', 'Anzeige'];
      return { tasks: tasks.map((task) => ({ task, context: 'Leuchtfeuer' })) };
    },
    extract: (material) => {
      const invented = { quote: 'Dieser Satz ist frei erfunden.', reason: 'klingt gut' };
      const passages = shown(material).map(({ number, text }) => {
        const quote = { quote: text.split('\n')[0]?.slice(0, 200), reason: 'trägt' };
        return { number, info: text.slice(0, 80), quotes: [quote, invented], references: [] };
      });
      return { passages };
    },
    conclude: () => ({ summary: 'Erledigt.', key_findings: [], relevance: 0.8 }),
    further_tasks: () => ({ tasks: [] }),
    relevance: (material) => {
      const scoreOf = (passage: Shown) => (isPlanted(passage) ? 0.1 : 0.9);
      return {
        scores: shown(material).map((one) => ({ number: one.number, score: scoreOf(one) })),
      };
    },
    synthesise: (material, asked) => {
      const text = 'The small lights on the piers are allowed to be as bright as that.';
      const english = [{ text, sources: [1] }];
      const statements = asked === 0 ? english : stated(material['evidence'] as Evidence[]);
      return { title: 'Kleine Leuchtfeuer', sections: [{ heading: 'Antwort', statements }] };
    },
    answered: (material) => {
      const numbers = (material['statements'] as { number: number }[]).map(({ number }) => number);
      const questions = material['questions'] as { number: number }[];
      return { questions: questions.map(({ number }) => ({ number, statements: numbers })) };
    },
    assess_quality: (_, asked) => {
      const scores = { accuracy: 90, relevance: 75, clarity: 75, complaints: ['Zu kurz.'] };
      return { ...scores, completeness: asked === 0 ? 10 : 75 };
    },
  };
}

function stated(evidence: readonly Evidence[]) {
  const { number } = evidence.find(({ heading }) => heading.includes('Anlage 1')) ?? { number: 0 };
  const bright = 'An den Molen haben kleine Leuchtfeuer höchstens 150 Candela Lichtstärke.';
  const coloured = {
    text: 'Die Farbe der Laternen muss violett mit gelben Streifen sein.',
    sources: [1, 999],
  };
  return [{ text: bright, sources: [number] }, coloured];
}
