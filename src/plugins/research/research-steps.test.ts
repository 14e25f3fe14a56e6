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
  const env = {
    RESEARCH_WORKERS: '0',
    RESEARCH_LEASE_S: '2.5',
    MAX_RESEARCH_PER_USER: '3',
    RESEARCH_KEEP_DAYS: '0',
    SERPAPI_API_KEY: 'k',
  };
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
const keptIn = ({ primaryContext, secondaryContext, tertiaryContext }: ResearchState) =>
  [primaryContext, secondaryContext, tertiaryContext].flat();
const followedIn = (state: ResearchState) =>
  state.searches.flatMap(({ references }) => references).filter(({ chunkIds }) => chunkIds.length);
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
  const numbers = new Set(sources.map(({ number }) => number));
  for (const statement of statementsIn(state))
    expect(statement.sources.filter((number) => !numbers.has(number))).toEqual([]);
}

describe('a whole research in German', () => {
  test('where no answer of the model is of use: everything found stays, quoted with its source', async () => {
    const stages: string[] = [];
    const useless = Object.keys(places).map((place) => [place, () => 'Gern.']);
    const model = new JudgingModel(Object.fromEntries(useless) as Answers);
    const reply = () => '/end';
    const plan = () => [{ task: QUESTION }, { task: 'Welche Ruhezeiten gelten am Strand?' }];
    const after = (stage: string) => stages.push(stage);
    const steps = createResearchSteps({ small: model, large: model }, []);
    const run = () => driveResearch(begun(), { steps, tools, reply, plan, after });
    const done = await run();
    expect(done.language).toBe('de');
    expect(done.tasks.every(({ state }) => state === 'done')).toBe(true);
    expect(done.drift?.removed).toBe(0);
    expect(followedIn(done).length).toBeGreaterThan(0);
    expect(statementsIn(done).length).toBeGreaterThan(2);
    expect(statementsIn(done).filter(({ support }) => support !== 'quote')).toEqual([]);
    await expectSourcesToStand(done);
    expect(done.quality).toBeUndefined();
    for (const place of ['Rückfragen', 'Rechercheplan', 'Bericht', 'Bewertung'])
      expect(done.report?.notes.join('\n')).toContain(place);
    expect(stages.at(-1)).toBe('attribute');
    expect(await run()).toEqual(done);
  });

  test('with a model: its quotes are checked, its language is corrected, what it cites is marked as not checked', async () => {
    const model = new JudgingModel(answers());
    const done = await driveResearch(begun(), {
      steps: createResearchSteps({ small: model, large: model }, []),
      tools,
      reply: (iteration) => (iteration === 0 ? 'Nur an Molen.' : 'Nein, danke.'),
    });
    expect(done.clarification.rounds).toHaveLength(2);
    expect(done.clarification.terminationReason).toBe('convergence');
    expect(done.tasks.map(({ origin }) => origin)).toEqual(['plan', 'plan', 'plan']);
    expect(done.preservedQuotes.length).toBeGreaterThan(0);
    expect(JSON.stringify(done.preservedQuotes)).not.toContain('erfunden');
    expect(done.notes.some((note) => /Zitate? wurden? verworfen/.test(note))).toBe(true);
    expect(model.asked.filter((place) => place === 'synthesise')).toHaveLength(3);
    expect(done.isRemediated).toBe(true);
    expect(done.quality).toMatchObject({ total: 315, isPassed: true });
    expect(keptIn(done).some(isPlanted)).toBe(false);
    const [supported, invented] = statementsIn(done);
    expect(supported?.sources[0]).toBe(1);
    expect(done.report?.sources[0]?.quote).toContain('150 Candela');
    expect(invented?.support).toBe('not_checked');
    await expectSourcesToStand(done);
    expect(done.report?.notes.join()).toContain('Auswertung der Antworten');
    expect(done.report?.notes.join()).not.toContain('Rechercheplan');
    expect(spent.inputTokens).toBeGreaterThan(100);
  });
});

type Shown = { number: number; document: string; text: string };

/** A model that fails now and then as models do. */
function answers(): Answers {
  const shown = ({ passages }: Record<string, unknown>) => passages as Shown[];
  const tasks = ['Genehmigungsfreier Betrieb', 'Lichtstärken Molen', 'Anzeige'];
  return {
    alternative_queries: () => ({
      queries: ['Anlage 1 Lichtstärke Molen', 'Anzeige des Betriebs'],
    }),
    analyse_context: (_, asked) => ({
      concepts: ['Leuchtfeuer', 'Genehmigung'],
      gaps: asked === 0 ? ['Ort', 'Lichtstärke', 'Dauer'] : ['Dauer'],
      coverage: 0.9,
    }),
    follow_up_questions: () => ({
      questions: [
        { question: 'Wo steht das Leuchtfeuer?', gap: 'Ort' },
        { question: 'Wie stark ist es?', gap: 'Lichtstärke' },
      ],
    }),
    // Never JSON: the place is judged by rules, and the report says so.
    read_reply: () => 'Der Nutzer meint Molen.',
    anchor: () => ({
      key_entities: ['Leuchtfeuer', 'Genehmigung'],
      scope: 'Kleine Leuchtfeuer an Molen.',
      research_queries: ['kleine Leuchtfeuer ohne Genehmigung'],
      context_summary: 'Kleine Leuchtfeuer sind frei.',
    }),
    plan: () => ({ tasks: tasks.map((task) => ({ task, context: 'Leuchtfeuer' })) }),
    extract: (material) => ({
      passages: shown(material).map(({ number, text }) => ({
        number,
        info: text.slice(0, 80),
        quotes: [
          { quote: text.split('\n')[0]?.slice(0, 200), reason: 'trägt' },
          { quote: 'Dieser Satz ist frei erfunden.', reason: 'klingt gut' },
        ],
        references: [],
      })),
    }),
    conclude: () => ({ summary: 'Erledigt.', key_findings: [], relevance: 0.8 }),
    further_tasks: () => ({ tasks: [] }),
    relevance: (material) => ({
      scores: shown(material).map(({ number, document }) => ({
        number,
        score: document.startsWith('Strandordnung') ? 0.1 : 0.9,
      })),
    }),
    synthesise: (material, asked) => ({
      title: 'Kleine Leuchtfeuer',
      sections: [
        asked === 0
          ? { heading: 'The answer', statements: [{ text: ENGLISH, sources: [1] }] }
          : { heading: 'Antwort', statements: statements(material['evidence'] as Evidence[]) },
      ],
    }),
    answered: ({ questions, statements }) => ({
      questions: (questions as { number: number }[]).map(({ number }) => ({
        number,
        statements: (statements as { number: number }[]).map((each) => each.number),
      })),
    }),
    assess_quality: (_, asked) => ({
      accuracy: 90,
      completeness: asked === 0 ? 10 : 75,
      relevance: 75,
      clarity: 75,
      complaints: ['Die Lichtstärke fehlt.'],
    }),
  };
}

const ENGLISH = 'The small lights on the piers are allowed to be as bright as that.';
type Evidence = { number: number; heading: string };

function statements(evidence: readonly Evidence[]) {
  const annex = evidence.find(({ heading }) => heading.includes('Anlage 1'));
  return [
    {
      text: 'An den Molen haben kleine Leuchtfeuer eine Lichtstärke von höchstens 150 Candela.',
      sources: [annex?.number ?? 0],
    },
    { text: 'Die Farbe der Laternen muss violett mit gelben Streifen sein.', sources: [1, 999] },
  ];
}
