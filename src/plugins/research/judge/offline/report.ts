import { firstChars } from '../../../../foundation/first-chars.js';
import type { Tier } from '../../extract/tiers.js';
import { headingOf } from '../../text/place.js';
import { exclusionsOf, isLeftOut } from '../../text/exclusions.js';
import { comparable, shareSpoken, termsOf } from '../../text/terms.js';
import type { DraftStatement, NumberedEvidence, ReportDraft, SynthesisMaterial } from '../judge.js';
import { relevanceTo } from './relevance.js';

const phrases = {
  de: {
    answer: 'Antwort',
    tiers: { 1: 'Wesentliche Fundstellen', 2: 'Ergänzende Fundstellen', 3: 'Hintergrund' },
    nothing: 'Zu dieser Frage wurde in den Dokumenten nichts gefunden.',
    quoted: (text: string) => `„${text}“`,
  },
  en: {
    answer: 'Answer',
    tiers: { 1: 'Main passages', 2: 'Supporting passages', 3: 'Background' },
    nothing: 'Nothing was found in the documents for this question.',
    quoted: (text: string) => `“${text}”`,
  },
} as const;

const IN_ANSWER = 3;
const PER_TIER: Readonly<Record<Tier, number>> = { 1: 8, 2: 6, 3: 4 };
const TITLE_CHARS = 160;
/** What a draft is told to do better counts so much in the choice. */
const COMPLAINT_SHARE = 0.5;

/**
 * A report of quotations only: the best passages first, then the others by tier. It draws no conclusion, so
 * that each statement is one place's own words under its heading. Complaints bring passages forward that
 * speak of what was missed.
 */
export function extractiveReport(material: SynthesisMaterial): ReportDraft {
  const { anchor } = material;
  const say = phrases[anchor.language];
  const ranked = rank(material);
  const answer = ranked.filter(({ from }) => from.tier < 3).slice(0, IN_ANSWER);
  const rest = tasksFirst(
    answer,
    ranked.filter((each) => !answer.includes(each)),
  );
  const write = (sayings: readonly Saying[]) =>
    sayings.map((saying) => toStatement(saying, say.quoted));
  const sections = [
    { heading: say.answer, statements: write(answer) },
    ...([1, 2, 3] as const).map((tier) => ({
      heading: say.tiers[tier],
      statements: write(rest.filter(({ from }) => from.tier === tier).slice(0, PER_TIER[tier])),
    })),
  ].filter(({ statements }) => statements.length > 0);
  const nothing = [{ heading: say.answer, statements: [{ text: say.nothing, sources: [] }] }];
  return {
    title: firstChars(anchor.originalQuery, TITLE_CHARS),
    sections: sections.length === 0 ? nothing : sections,
  };
}

/** The sayings with the best of each task that the answer has none of first, so that no choice leaves a task out. */
function tasksFirst(answer: readonly Saying[], rest: readonly Saying[]): Saying[] {
  const said = new Set(answer.map(({ from }) => from.taskId));
  const bests = rest.filter((saying) => {
    const { taskId } = saying.from;
    if (taskId === undefined || said.has(taskId)) return false;
    said.add(taskId);
    return true;
  });
  return [...bests, ...rest.filter((saying) => !bests.includes(saying))];
}

/** What one piece of evidence can say: a quote, or what was extracted. */
interface Saying {
  from: NumberedEvidence;
  text: string;
  isQuote: boolean;
}

/** All that can be said, the best first: by what its evidence counts, how much it has to do with the anchor, and with what a former draft missed. */
function rank({ anchor, evidence, complaints }: SynthesisMaterial): Saying[] {
  const left = anchor.refinements.flatMap(exclusionsOf);
  const wanted = evidence.filter((from) => !isLeftOut(headingOf(from), left, anchor.language));
  const sayings = distinct(wanted.flatMap(sayingsOf));
  const relevance = relevanceTo(
    anchor,
    sayings.map(({ from, text }) => ({
      title: from.title,
      headingPath: [headingOf(from)],
      text,
      info: '',
    })),
    'rare',
  );
  const missed = termsOf(complaints.join(' '), anchor.language);
  return sayings
    .map((saying, at) => {
      const wanted = shareSpoken(missed, saying.text, anchor.language);
      const score = saying.from.weight * (relevance[at] ?? 0) + COMPLAINT_SHARE * wanted;
      return { saying, score };
    })
    .sort((a, b) => b.score - a.score || a.saying.from.number - b.saying.from.number)
    .map(({ saying }) => saying);
}

function sayingsOf(from: NumberedEvidence): Saying[] {
  if (from.quotes.length > 0) return from.quotes.map((text) => ({ from, text, isQuote: true }));
  return from.info === '' ? [] : [{ from, text: from.info, isQuote: false }];
}

function distinct(sayings: readonly Saying[]): Saying[] {
  const texts = sayings.map(({ text }) => comparable(text));
  return sayings.filter((_, at) => texts.indexOf(texts[at] ?? '') === at);
}

function toStatement(
  { from, text, isQuote }: Saying,
  quoted: (text: string) => string,
): DraftStatement {
  const said = isQuote ? quoted(withoutMarks(text)) : text;
  return { text: `${headingOf(from)}: ${said}`, sources: [from.number] };
}

/** Marks inside a quotation would end it. */
function withoutMarks(quote: string): string {
  return quote.replace(/[„“”«»"]/g, "'");
}
