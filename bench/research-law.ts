/**
 * A whole research over two German laws, judged by a scripted model:
 * `CORPUS_DIR=… node bench/run.mjs bench/research-law.ts`. The knowledge base is the real one (full text), the phases run as the server runs
 * them, and a document that has nothing to do with the question is put among the laws. Prints what each phase
 * came to, and writes the report to RESEARCH_REPORT when that names a file.
 */
import { writeFileSync } from 'node:fs';
import { withDefaults, newState } from '../src/plugins/research/state-reader.js';
import { createResearchSteps } from '../src/plugins/research/research-steps.js';
import { renderMarkdown } from '../src/plugins/research/sources/render-report.js';
import type { ResearchState } from '../src/plugins/research/state.js';
import { JudgingModel } from '../test/support/judging-model.js';
import { driveResearch } from '../test/support/research-drive.js';
import { lawAnswers, PLANTED_TITLE } from './research-law-answers.js';
import { KB, openCorpus } from './research-corpus.js';

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
