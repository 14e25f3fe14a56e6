/**
 * Whole researches over two German laws without a model, each a question of several parts:
 * `CORPUS_DIR=… node bench/run.mjs bench/research-parts.ts`. Says of each part whether the report has the words
 * of the provision that answers it, and writes the reports to RESEARCH_REPORTS when that names a folder.
 */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { offlineJudge } from '../src/plugins/research/judge/offline/offline-judge.js';
import { withDefaults } from '../src/plugins/research/options.js';
import { createResearchSteps } from '../src/plugins/research/research-steps.js';
import { renderHtml } from '../src/plugins/research/sources/render-html.js';
import { renderMarkdown } from '../src/plugins/research/sources/render-markdown.js';
import { newState } from '../src/plugins/research/state-reader.js';
import type { ResearchState } from '../src/plugins/research/state.js';
import { driveResearch } from '../test/support/research-drive.js';
import { KB, openCorpus } from './research-corpus.js';

/** A question, what the user replies, and for each part words of the provision that answers it. */
interface Asked {
  name: string;
  question: string;
  replies: readonly string[];
  parts: readonly { part: string; words: string }[];
}

const asked: readonly Asked[] = [
  {
    name: 'radon',
    question:
      'Wer muss an Arbeitsplätzen die Radonkonzentration messen lassen, bis wann muss die Messung erfolgt sein, und welches Bußgeld droht bei einem Verstoß?',
    replies: [
      'Es geht um Büros im Kellergeschoss, Aufenthaltsräume in Wohnungen gehören nicht dazu.',
    ],
    parts: [
      { part: 'who', words: 'Wer für einen Arbeitsplatz in einem Innenraum verantwortlich ist' },
      { part: 'until when', words: 'innerhalb von 18 Monaten nach der Festlegung des Gebiets' },
      { part: 'what is fined', words: 'entgegen § 127 Absatz 1 Satz 1 oder 3 erster Halbsatz' },
      { part: 'how high', words: 'mit einer Geldbuße bis zu zehntausend Euro' },
    ],
  },
  {
    name: 'officer',
    question:
      'Wann ist ein Strahlenschutzbeauftragter zu bestellen, wem ist die Bestellung mitzuteilen und welche Kündigung ist unzulässig, sowie welche Ordnungswidrigkeit begeht, wer keinen bestellt?',
    replies: ['Es geht um einen Betrieb der Industrie, § 72 entfällt.'],
    parts: [
      {
        part: 'when',
        words: 'von Strahlenschutzbeauftragten unverzüglich schriftlich zu bestellen',
      },
      {
        part: 'told whom',
        words: 'der zuständigen Behörde unter Angabe der festgelegten Aufgaben',
      },
      { part: 'dismissal', words: 'so ist die Kündigung des Arbeitsverhältnisses unzulässig' },
      {
        part: 'what is fined',
        words: 'entgegen § 70 Absatz 1 Satz 1 einen Strahlenschutzbeauftragten',
      },
    ],
  },
];

const corpus = await openCorpus();
try {
  for (const each of asked) {
    const done = await driveResearch(
      newState({ query: each.question, kb: KB, options: withDefaults({}) }),
      {
        steps: createResearchSteps(offlineJudge),
        tools: corpus.tools,
        reply: (iteration) => each.replies[iteration] ?? '/end',
      },
    );
    told(each, done);
  }
} finally {
  await corpus.close();
}

function told({ name, parts }: Asked, { tasks, report, quality, drift }: ResearchState): void {
  const said = (report?.sections ?? [])
    .flatMap(({ statements }) => statements.filter(({ sources }) => sources.length > 0))
    .map(({ text }) => text.replace(/\s+/g, ' '));
  console.log(`${name}: ${tasks.length} tasks, ${said.length} statements with a source`);
  for (const { task } of tasks) console.log(`  task: ${task}`);
  for (const { part, words } of parts) {
    console.log(`  ${part}: ${said.some((text) => text.includes(words)) ? 'answered' : 'missing'}`);
  }
  console.log(`  ${report?.notFound?.items.length ?? 0} said to be not found`);
  console.log(`  drift: ${drift?.removed} of ${drift?.checked} removed`);
  const scores = quality?.dimensions.map((each) => `${each.name} ${each.score}`).join(', ');
  console.log(`  quality ${quality?.total} of 400: ${scores}`);
  const folder = process.env.RESEARCH_REPORTS;
  if (folder === undefined || report === undefined) return;
  writeFileSync(join(folder, `${name}.md`), renderMarkdown(report));
  writeFileSync(join(folder, `${name}.html`), renderHtml(report));
}
