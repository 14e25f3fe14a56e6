import { anchorOf } from '../clarify/inquiry.js';
import { detectLanguage } from '../../../knowledge/language.js';
import { AppError } from '../../../foundation/errors.js';
import { languageComplaint, type Judge } from '../judge/judge.js';
import { quotesOf, type ReportDraft, type SynthesisMaterial } from '../judge/places.js';
import { mapStatements, restDraft, shareSupported } from '../sources/link-statements.js';
import {
  type Draft,
  type ResearchLanguage,
  type ResearchState,
  byTier,
  type ContextEntry,
  type DriftReport,
  type QueryAnchor,
  type Tier,
} from '../state.js';
import type { JudgedStep, StepTools } from '../steps.js';
import { evidenceOf, rankedEntries, keptEntries } from '../extract/entries.js';
import { firstChars } from '../../../foundation/text.js';
import { excerptOf } from '../judge/material.js';

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

/** What each tier must have to do with the anchor to be kept. */
export const DRIFT_THRESHOLDS: Readonly<Record<Tier, number>> = { 1: 0.5, 2: 0.4, 3: 0.3 };
/** Above this share of removed evidence, the research has drifted and says so. */
const DRIFT_WARNING = 0.3;
/** So many passages that drifted from the anchor stay for a task of the plan that nothing else speaks of. */
export const KEPT_FOR_TASK = 2;
const RATED_CHARS = 700;

const driftWarnings = {
  de: (share: string) =>
    `${share} der Fundstellen hatten zu wenig mit der Frage zu tun und wurden aussortiert (Schwelle der Warnung: ${percent(DRIFT_WARNING)}). Die Frage enger zu fassen kann helfen.`,
  en: (share: string) =>
    `${share} of the passages had too little to do with the question and were taken out (warned above ${percent(DRIFT_WARNING)}). A narrower question may help.`,
} as const;

/** Holds all that was kept against the anchor, and what that would leave a task without against the task; takes out what has drifted. */
export async function validate(state: Readonly<ResearchState>, _tools: StepTools, judge: Judge) {
  const anchor = anchorOf(state);
  const entries = keptEntries(state);
  const rated = await rate(entries, anchor, judge);
  const drifted = rated.filter(({ item, score }) => score < DRIFT_THRESHOLDS[item.contextTier]);
  const back = await keptForTasks(state, entries, new Set(drifted.map(({ item }) => item)), judge);
  const removed = drifted.filter(({ item }) => !back.has(item));
  const ratio = entries.length === 0 ? 0 : removed.length / entries.length;
  const warning =
    ratio > DRIFT_WARNING ? driftWarnings[anchor.detectedLanguage](percent(ratio)) : undefined;
  if (warning !== undefined) judge.tell(warning);
  const gone = new Set(removed.map(({ item }) => item));
  const drift: DriftReport = {
    checked: entries.length,
    removed: removed.length,
    ratio,
    warning,
    items: removed.map(({ item, score }) => {
      const { chunkId, document, contextTier } = item;
      return { chunkId, document, contextTier, score };
    }),
  };
  return { ...byTier(entries.filter((entry) => !gone.has(entry))), drift };
}

async function rate(entries: readonly ContextEntry[], anchor: QueryAnchor, judge: Judge) {
  const passages = entries.map((entry) => {
    return { ...excerptOf(entry), text: firstChars(entry.chunk, RATED_CHARS) };
  });
  const scores = await judge.ask('relevance', { anchor, passages });
  return entries.map((item, at) => ({ item, score: scores[at] ?? 0 }));
}

/**
 * Each task that a person approved keeps its best drifted evidence, as relevant to it as a direct finding is to the anchor, unless
 * something kept speaks of it: a clause on fines need not name the subject of the question that it answers a part of.
 */
async function keptForTasks(
  state: Readonly<ResearchState>,
  entries: readonly ContextEntry[],
  drifted: ReadonlySet<ContextEntry>,
  judge: Judge,
): Promise<Set<ContextEntry>> {
  const back = new Set<ContextEntry>();
  for (const task of state.tasks) {
    if (task.origin === 'found') continue;
    const { id } = task;
    const searched = state.searches.filter(({ taskId }) => taskId === id);
    const hits = new Set(searched.flatMap(({ chunks }) => chunks.map(({ chunkId }) => chunkId)));
    const own = entries.filter(
      ({ taskId, depth, chunkId }) => depth === 0 && (taskId === id || hits.has(chunkId)),
    );
    if (!own.some((entry) => drifted.has(entry))) continue;
    const about = { ...anchorOf(state), originalQuery: task.task, keyEntities: [] };
    const speaking = (await rate(own, about, judge))
      .filter(({ score }) => score >= DRIFT_THRESHOLDS[1])
      .toSorted((a, b) => b.score - a.score)
      .map(({ item }) => item);
    if (speaking.some((item) => !drifted.has(item))) continue;
    for (const item of speaking.slice(0, KEPT_FOR_TASK)) back.add(item);
  }
  return back;
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`;
}
