import { anchorTextOf } from '../anchor-text.js';
import { isInLanguage } from '../clarify/query-language.js';
import type { Judged, ReportDraft, SynthesisMaterial } from '../judge/judge.js';
import { AppError } from '../../../foundation/errors.js';
import type { Judging } from '../judge/judging.js';
import { unjudged } from '../judge/unjudged.js';
import { instructions } from '../judge/model/instructions.js';
import { linkedStatements, shareSupported } from '../sources/link-statements.js';
import type { Draft, ResearchLanguage, ResearchState } from '../state.js';
import type { StepTools } from '../research-step.js';
import { entriesOf, evidenceOf, rankedEntries } from './evidence.js';

const phrases = {
  de: {
    language: 'Der Bericht ist auch nach einem zweiten Versuch nicht auf Deutsch.',
    quotes: 'Die Zitate stehen in der Sprache der Dokumente.',
    failed:
      'Das Sprachmodell, das den Bericht schreibt, ist ausgefallen; er besteht aus Zitaten der Fundstellen.',
    notRevised: 'Das Sprachmodell fiel bei der Überarbeitung aus; der erste Entwurf blieb.',
  },
  en: {
    language: 'The report is not in English, after a second try either.',
    quotes: 'The quotes are in the language of the documents.',
    failed: 'The language model that writes the report failed; it is quotes of what was found.',
    notRevised: 'The language model failed while it revised the report; the first draft was kept.',
  },
} as const;

/** Writes the report from what was kept, in the user's language; of quotes alone when the model that writes fails for good. */
export async function synthesize(
  state: Readonly<ResearchState>,
  tools: StepTools,
  judging: Judging,
): Promise<{ draft: Draft }> {
  try {
    return { draft: await write(state, judging, []) };
  } catch (error) {
    if (!isForGood(error, tools)) throw error;
    const { language } = anchorTextOf(state);
    judging.tell(phrases[language].failed);
    return {
      draft: draftOf(state, {
        draft: unjudged.synthesise(materialOf(state, [])),
        languageRetries: 0,
      }),
    };
  }
}

/** Whether the model fails in a way that another attempt does not help, or there is none left. */
function isForGood(error: unknown, { isLastAttempt = false }: StepTools): boolean {
  if (!(error instanceof AppError)) return false;
  return error.code === 'model_error' || (error.code === 'model_unavailable' && isLastAttempt);
}

/** Writes it once more, without what was found wanting; kept only if its statements are supported as well. */
export async function remediate(
  state: Readonly<ResearchState>,
  tools: StepTools,
  judging: Judging,
): Promise<{ draft: Draft }> {
  const { draft: former, quality } = state;
  const draft = await write(state, judging, quality?.complaints ?? []).catch((error: unknown) => {
    if (former === undefined || !isForGood(error, tools)) throw error;
    judging.tell(phrases[anchorTextOf(state).language].notRevised);
    return former;
  });
  if (former === undefined || draft === former) return { draft };
  const [before, after] = await Promise.all(
    [former, draft].map(async (each) => {
      const { language } = anchorTextOf(state);
      return shareSupported(await linkedStatements(each, entriesOf(state, each), tools, language));
    }),
  );
  return { draft: (after ?? 0) >= (before ?? 0) ? draft : former };
}

async function write(
  state: Readonly<ResearchState>,
  judging: Judging,
  complaints: readonly string[],
): Promise<Draft> {
  return draftOf(state, await inLanguage(materialOf(state, complaints), judging));
}

function materialOf(
  state: Readonly<ResearchState>,
  complaints: readonly string[],
): SynthesisMaterial {
  return {
    anchor: anchorTextOf(state),
    contextSummary: state.clarificationSummary,
    evidence: evidenceOf(rankedEntries(state), state),
    tasks: state.taskSummaries.map(({ taskId: id, task, summary }) => ({ id, task, summary })),
    complaints,
  };
}

function draftOf(
  state: Readonly<ResearchState>,
  { draft, languageRetries }: { draft: ReportDraft; languageRetries: number },
): Draft {
  const evidence = rankedEntries(state).map(({ chunkId }) => chunkId);
  return { ...withKnownSources(draft, evidence.length), languageRetries, evidence };
}

/** A report in a wrong language is written once more; of quotes alone it cannot be in another. */
async function inLanguage(
  material: SynthesisMaterial,
  judging: Judging,
): Promise<{ draft: ReportDraft; languageRetries: number }> {
  const { language } = material.anchor;
  const first = await judging.judged('synthesise', material);
  if (isWritten(first, language)) return { draft: first.value, languageRetries: 0 };
  if (first.by === 'nobody') {
    judging.tell(phrases[language].quotes);
    return { draft: first.value, languageRetries: 0 };
  }
  const complaints = [...material.complaints, instructions[language].language];
  const second = await judging.judged('synthesise', { ...material, complaints });
  if (!isWritten(second, language)) judging.tell(phrases[language].language);
  return { draft: second.value, languageRetries: 1 };
}

/** Quotes stay in the language of their document and do not count. */
function isWritten({ value }: Judged<ReportDraft>, language: ResearchLanguage): boolean {
  const text = value.sections
    .flatMap(({ heading, statements }) => [heading, ...statements.map((each) => each.text)])
    .join(' ');
  const own = text.replace(/[„“"»][^„“”"«»]*[”“"«]/g, ' ');
  return isInLanguage(own, language);
}

function withKnownSources({ title, sections }: ReportDraft, known: number) {
  const isKnown = (number: number) => number >= 1 && number <= known;
  return {
    title,
    sections: sections.map(({ heading, statements }) => ({
      heading,
      statements: statements.map(({ text, sources }) => ({
        text,
        sources: [...new Set(sources)].filter(isKnown),
      })),
    })),
  };
}
