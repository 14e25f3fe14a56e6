import { writeFileSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { withDefaults, newState } from '../src/plugins/research/state-reader.js';
import { createResearchSteps } from '../src/plugins/research/research-steps.js';
import { renderMarkdown } from '../src/plugins/research/sources/render-report.js';
import type { ResearchState } from '../src/plugins/research/state.js';
import { JudgingModel, type Answers, type Material } from '../test/support/research-model.js';
import { driveResearch } from '../test/support/research-steps.js';
import { silentLogger } from '../src/foundation/logger.js';
import { openKnowledge } from '../src/knowledge/knowledge.js';
import type { StepTools } from '../src/plugins/research/steps.js';
import { openEmbedded } from '../src/store/embedded.js';

interface Shown {
  number: number;
  document: string;
  text: string;
}

interface Evidence {
  number: number;
  info: string;
}

/** The document that was put among the laws and has nothing to do with them. */
const PLANTED_TITLE = 'Hausordnung des Gemeindezentrums';

const shownIn = ({ passages }: Material): Shown[] => passages as Shown[];
const first = (text: string) => text.split('\n')[0]?.slice(0, 300) ?? '';
const task = (name: string) => ({ task: name, context: 'Umgang mit radioaktiven Stoffen' });

/** What the scripted model says at each place: it knows the subject and quotes what it is shown. */
const lawAnswers: Answers = {
  alternative_queries: () => ({
    queries: [
      'Freigrenzen Anlage 4 genehmigungsfreier Umgang',
      'Umgang mit Stoffen in der Werkstatt: Voraussetzungen und Regeln',
    ],
  }),
  analyse_context: (_, asked) => ({
    concepts: ['Umgang', 'Genehmigung', 'Freigrenze'],
    gaps: asked === 0 ? ['Art der Tätigkeit', 'Freigrenzen', 'Nuklid'] : ['Nuklid'],
    coverage: asked === 0 ? 0.5 : 0.9,
  }),
  follow_up_questions: () => ({
    questions: [
      { question: 'In welchem Betrieb wird mit den Stoffen umgegangen?', gap: 'Art der Tätigkeit' },
      { question: 'Sollen die Freigrenzen genannt werden?', gap: 'Freigrenzen' },
    ],
  }),
  read_reply: (_, asked) => ({
    refinements: [asked === 0 ? 'technische Werkstatt, keine Medizin' : 'mit den Freigrenzen'],
    dismissed_gaps: [],
  }),
  anchor: () => ({
    key_entities: ['Umgang mit radioaktiven Stoffen', 'Genehmigung', 'Freigrenze'],
    scope: 'Genehmigungsfreier Umgang mit radioaktiven Stoffen in einer technischen Werkstatt.',
    research_queries: ['genehmigungsfreier Umgang mit radioaktiven Stoffen'],
    context_summary: 'Der Umgang ist genehmigungsbedürftig; Ausnahmen stehen in der Verordnung.',
  }),
  plan: () => ({
    tasks: [
      task('Wann bedarf der Umgang mit radioaktiven Stoffen einer Genehmigung?'),
      task('Welche Ausnahmen von der Genehmigung gibt es?'),
      task('Welche Freigrenzen gelten?'),
    ],
  }),
  extract: (material) => ({
    passages: shownIn(material).map(({ number, text }) => ({
      number,
      info: text.slice(0, 300),
      references: [],
      quotes: [{ quote: first(text), reason: 'Wortlaut' }],
    })),
  }),
  conclude: () => ({ summary: 'Erledigt.', key_findings: [], relevance: 0.8 }),
  further_tasks: () => ({ tasks: [] }),
  relevance: (material) => ({
    scores: shownIn(material).map(({ number, document }) => ({
      number,
      score: document === PLANTED_TITLE ? 0.1 : 0.9,
    })),
  }),
  synthesise: (material) => ({
    title: 'Genehmigungsfreier Umgang',
    sections: [
      {
        heading: 'Antwort',
        statements: (material['evidence'] as Evidence[]).slice(0, 12).map(({ number, info }) => ({
          text: first(info),
          sources: [number],
        })),
      },
    ],
  }),
  answered: ({ questions, statements }) => ({
    questions: (questions as { number: number }[]).map(({ number }) => ({
      number,
      statements: (statements as { number: number }[]).map((each) => each.number),
    })),
  }),
  assess_quality: () => ({
    accuracy: 90,
    completeness: 75,
    relevance: 80,
    clarity: 75,
    complaints: [],
  }),
};

export const KB = 'law';
const USER = 'bench';

/** A knowledge base of the Markdown files of CORPUS_DIR and further texts, searched by words, and its tools for steps. */
async function openCorpus(
  further: readonly { fileName: string; text: string }[] = [],
): Promise<{ tools: StepTools; close: () => Promise<void> }> {
  const corpus = process.env.CORPUS_DIR;
  if (corpus === undefined) throw new Error('Set CORPUS_DIR to the folder of the Markdown files.');
  const directory = mkdtempSync(join(tmpdir(), 'sextant-bench-'));
  const db = await openEmbedded(directory);
  const knowledge = await openKnowledge({ db, embedder: undefined, logger: silentLogger });
  const files = [
    ...readdirSync(corpus)
      .filter((name) => name.endsWith('.md'))
      .map((fileName) => ({ fileName, bytes: readFileSync(join(corpus, fileName)) })),
    ...further.map(({ fileName, text }) => ({ fileName, bytes: Buffer.from(text) })),
  ];
  for (const file of files) {
    await knowledge.add({ userId: USER, kbId: KB, kind: 'markdown', ...file });
  }
  await knowledge.idle();
  const unread = (await knowledge.documents(USER)).filter(({ state }) => state === 'failed');
  if (unread.length > 0)
    throw new Error(`not read: ${unread.map(({ title }) => title).join(', ')}`);
  return {
    tools: {
      search: (query, topK) => knowledge.search({ userId: USER, kbId: KB, query, topK }),
      documents: () => knowledge.documents(USER, KB),
      blocks: (documentId, from, limit) => knowledge.blocks(USER, documentId, from, limit),
      blocksById: (ids) => knowledge.blocksById(USER, ids),
      now: new Date('2026-01-01T00:00:00Z'),
      progress: () => undefined,
      spend: () => undefined,
    },
    close: async () => {
      await knowledge.close();
      await db.close();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

const QUESTION =
  'Unter welchen Voraussetzungen ist der Umgang mit radioaktiven Stoffen genehmigungsfrei, und wo ist das festgelegt?';
const REPLIES = [
  'Es geht um den Umgang in einer technischen Werkstatt, nicht um die Medizin.',
  'Ja, bitte auch die Freigrenzen.',
];
/** Words of the question in texts that are about something else. */
const PLANTED = `# ${PLANTED_TITLE}

## Umgang mit Geschirr
Der Umgang mit dem Geschirr ist genehmigungsfrei. Voraussetzungen für die Küche sind Sauberkeit und Ordnung.

## Festgelegte Öffnungszeiten
Die Öffnungszeiten sind im Aushang festgelegt. Unter besonderen Voraussetzungen öffnet das Haus früher.

## Stoffe und Vorhänge
Mit Stoffen für Vorhänge ist sorgsam umzugehen. Der Umgang mit Kerzen ist in allen Räumen untersagt.

## Werkstatt für Fahrräder
In der Werkstatt gelten die Regeln des Vereins. Technische Geräte gibt der Hausmeister aus.
`;

const model = new JudgingModel(lawAnswers);
const corpus = await openCorpus([{ fileName: 'hausordnung.md', text: PLANTED }]);
try {
  const first = newState({ query: QUESTION, kb: KB, options: withDefaults({ maxDepth: 3 }) });
  const started = performance.now();
  const done = await driveResearch(first, {
    steps: createResearchSteps({ small: model, large: model }, []),
    tools: corpus.tools,
    reply: (iteration) => REPLIES[iteration] ?? '/end',
    plan: (tasks) => [
      ...tasks.slice(1, 2),
      ...tasks.slice(0, 1),
      ...tasks.slice(2, 4),
      { task: 'Freigrenzen und Anlage 4: bis zu welcher Aktivität bedarf es keiner Genehmigung?' },
    ],
    after: (stage, state) => told(stage, state),
  });
  figures(done, performance.now() - started);
  const file = process.env.RESEARCH_REPORT;
  if (file !== undefined && done.report) writeFileSync(file, renderMarkdown(done.report));
} finally {
  await corpus.close();
}

function told(stage: string, state: ResearchState): void {
  const round = state.clarification.rounds.at(-1);
  if (stage === 'ask' && round) {
    const { iteration, queries, found, chunks, dedupRatio, coverage, gaps, questions } = round;
    console.log(`round ${iteration + 1}: found ${found}, new ${chunks.length}`);
    console.log(`  known before ${dedupRatio.toFixed(2)}, coverage ${coverage.toFixed(2)}`);
    console.log(`  queries: ${queries.join(' | ')}\n  gaps: ${gaps.join(' | ')}`);
    console.log(`  questions: ${questions.join(' | ')}`);
  }
  if (stage === 'plan')
    console.log(state.tasks.map(({ id, task }) => `task ${id}: ${task}`).join('\n'));
}

function figures(state: ResearchState, elapsed: number): void {
  const { clarification, searches, drift, quality, report } = state;
  const references = searches.flatMap((search) => search.references);
  const followed = references.filter(({ chunkIds }) => chunkIds.length > 0);
  const depths = [1, 2, 3].map(
    (depth) => `${followed.filter((each) => each.depth === depth).length} at depth ${depth}`,
  );
  console.log(
    `clarified in ${clarification.rounds.length} rounds: ${clarification.terminationReason}`,
  );
  console.log(
    `tasks done: ${state.tasks.length}, of them found: ${state.tasks.filter(({ origin }) => origin === 'found').length}`,
  );
  console.log(`references: ${references.length} seen, followed ${depths.join(', ')}`);
  for (const chain of chainsOf(state).slice(0, 5)) console.log(`  ${chain}`);
  console.log(`drift: ${drift?.removed} of ${drift?.checked} removed`);
  const kept = [...state.primaryContext, ...state.secondaryContext, ...state.tertiaryContext];
  const isPlanted = ({ document }: { document: string }) => document === PLANTED_TITLE;
  console.log(
    `planted passages: ${drift?.items.filter(isPlanted).length} removed, ${kept.filter(isPlanted).length} kept`,
  );
  console.log(
    `kept: ${state.primaryContext.length} primary, ${state.secondaryContext.length} secondary, ${state.tertiaryContext.length} tertiary`,
  );
  console.log(
    `quality ${quality?.total} of 400: ${quality?.dimensions.map(({ name, score }) => `${name} ${score}`).join(', ')}; revised: ${state.isRemediated}`,
  );
  const statements = report?.sections.flatMap((section) => section.statements) ?? [];
  const linked = statements.filter(({ sources }) => sources.length > 0).length;
  console.log(
    `report: ${statements.length} statements, ${linked} with sources, ${report?.sources.length} sources`,
  );
  console.log(
    `state: ${Math.round(JSON.stringify(state).length / 1024)} kB; took ${Math.round(elapsed)} ms`,
  );
  console.log(report?.notes.join('\n'));
}

/** Ways that began in the statute and came to the ordinance, two levels down or more. */
function chainsOf({ searches }: ResearchState): string[] {
  const references = searches.flatMap((search) => search.references);
  const hits = searches.flatMap((search) => search.chunks);
  const ofHit = (id: string) => hits.find(({ chunkId }) => chunkId === id);
  const way = (reference: (typeof references)[number]): string[] => {
    const before = references.find(
      ({ chunkIds, depth }) =>
        depth === reference.depth - 1 && chunkIds.includes(reference.fromChunkId),
    );
    const last = reference.heading?.split(' › ').at(-1) ?? '';
    const begin = before ? way(before) : [shortTitle(ofHit(reference.fromChunkId)?.document ?? '')];
    return [...begin, `${shortTitle(documentOf(reference.key))} ${last}`];
  };
  const titles = new Map(hits.map(({ documentId, document }) => [documentId, document]));
  const documentOf = (key: string) => titles.get(key.split('#')[0] ?? '') ?? '';
  return references
    .filter(({ chunkIds, depth }) => depth >= 2 && chunkIds.length > 0)
    .map(way)
    .filter(
      ([first, ...rest]) =>
        first === 'Gesetz' && rest.some((each) => each.startsWith('Verordnung')),
    )
    .map((steps) => steps.join(' → '));
}

function shortTitle(title: string): string {
  return title.split(' ')[0] ?? '';
}
