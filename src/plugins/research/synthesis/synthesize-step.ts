import { anchorOf } from '../clarify/inquiry.js';
import { detectLanguage } from '../../../knowledge/language.js';
import { AppError } from '../../../foundation/errors.js';
import { languageComplaint, type Judge } from '../judge/judge.js';
import { quotesOf, type ReportDraft, type SynthesisMaterial } from '../judge/places.js';
import { mapStatements, restDraft, shareSupported } from '../sources/link-statements.js';
import type { Draft, ResearchLanguage, ResearchState } from '../state.js';
import type { JudgedStep, StepTools } from '../research-step.js';
import { evidenceOf, rankedEntries } from '../extract/entries.js';

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
export const synthesize: JudgedStep = async (state, tools, judge) => {
  try {
    return { draft: await write(state, judge, []) };
  } catch (error) {
    if (!isForGood(error, tools)) throw error;
    const { detectedLanguage: language } = anchorOf(state);
    judge.tell(phrases[language].failed);
    return { draft: draftOf(state, quotesOf(materialOf(state, []))) };
  }
};

/** Whether the model fails in a way that another attempt does not help, or there is none left. */
function isForGood(error: unknown, { isLastAttempt = false }: StepTools): boolean {
  if (!(error instanceof AppError)) return false;
  return error.code === 'model_error' || (error.code === 'model_unavailable' && isLastAttempt);
}

/** Writes it once more, without what was found wanting; kept only if its statements are supported as well. */
export const remediate: JudgedStep = async (state, tools, judge) => {
  const { draft: former, quality } = state;
  const { detectedLanguage: language } = anchorOf(state);
  const draft = await write(state, judge, quality?.complaints ?? []).catch((error: unknown) => {
    if (former === undefined || !isForGood(error, tools)) throw error;
    judge.tell(phrases[language].notRevised);
    return former;
  });
  if (former === undefined || draft === former) return { draft };
  const before = shareSupported(await restDraft(state, former, tools));
  const after = shareSupported(await restDraft(state, draft, tools));
  return { draft: after >= before ? draft : former };
};

/** A report in a wrong language is written once more; of quotes alone it cannot be in another. */
async function write(
  state: Readonly<ResearchState>,
  judge: Judge,
  complaints: readonly string[],
): Promise<Draft> {
  const material = materialOf(state, complaints);
  const { detectedLanguage: language } = material.anchor;
  const first = await judge.ask('synthesise', material);
  const quotes = quotesOf(material);
  if (first === undefined) {
    if (!isWritten(quotes, language)) judge.tell(phrases[language].quotes);
    return draftOf(state, quotes);
  }
  if (isWritten(first, language)) return draftOf(state, first);
  const again = [...complaints, languageComplaint(language)];
  const second = (await judge.ask('synthesise', { ...material, complaints: again })) ?? quotes;
  if (!isWritten(second, language)) judge.tell(phrases[language].language);
  return draftOf(state, second);
}

function materialOf(
  state: Readonly<ResearchState>,
  complaints: readonly string[],
): SynthesisMaterial {
  return {
    anchor: anchorOf(state),
    contextSummary: state.clarificationSummary,
    evidence: evidenceOf(rankedEntries(state), state),
    tasks: state.taskSummaries.map(({ taskId: id, task, summary }) => ({ id, task, summary })),
    complaints,
  };
}

/** A draft cites only evidence that there is. */
function draftOf(state: Readonly<ResearchState>, { title, sections }: ReportDraft): Draft {
  const evidence = rankedEntries(state).map(({ chunkId }) => chunkId);
  const isKnown = (number: number) => number >= 1 && number <= evidence.length;
  return {
    title,
    sections: mapStatements(sections, ({ text, sources }) => {
      return { text, sources: [...new Set(sources)].filter(isKnown) };
    }),
    evidence,
  };
}

/** Quotes stay in the language of their document and do not count. */
function isWritten({ sections }: ReportDraft, language: ResearchLanguage): boolean {
  const text = sections
    .flatMap(({ heading, statements }) => [heading, ...statements.map((each) => each.text)])
    .join(' ');
  return isInLanguage(text.replace(/[„“"»][^„“”"«»]*[”“"«]/g, ' '), language);
}

/** Text that is too short or too odd to tell is not held to be in a wrong language. */
export function isInLanguage(text: string, language: ResearchLanguage): boolean {
  const found = detectLanguage(text);
  return found === 'simple' || found === language;
}
