import { wordsOf } from '../../../../language/question-language.js';
import { firstChars } from '../../../../foundation/first-chars.js';
import type { Tier } from '../../extract/tiers.js';
import { DUTY_PARTS, type DutyPart } from '../../state.js';
import { headingOf } from '../../text/place.js';
import { exclusionsOf, isLeftOut } from '../../text/exclusions.js';
import { comparable, shareSpoken, termsOf } from '../../text/terms.js';
import { answerShare, askedFor } from '../../text/asked-for.js';
import { questionParts } from '../../../../language/question-parts.js';
import { LEFT_OUT } from '../../text/statements.js';
import type {
  AnchorText,
  DraftStatement,
  NumberedEvidence,
  ReportDraft,
  SynthesisMaterial,
} from '../judge.js';
import { answered } from './answered.js';
import { relevanceTo } from './relevance.js';

const phrases = {
  de: {
    answer: 'Antwort',
    duties: {
      who: 'Wer verpflichtet oder zuständig ist',
      deadline: 'Fristen',
      exception: 'Ausnahmen',
      sanction: 'Folgen eines Verstoßes',
    },
    tiers: { 1: 'Wesentliche Fundstellen', 2: 'Ergänzende Fundstellen', 3: 'Hintergrund' },
    nothing: 'Zu dieser Frage wurde in den Dokumenten nichts gefunden.',
    quoted: (text: string) => `„${text}“`,
  },
  en: {
    answer: 'Answer',
    duties: {
      who: 'Who is obliged or competent',
      deadline: 'Time limits',
      exception: 'Exceptions',
      sanction: 'What follows from a breach',
    },
    tiers: { 1: 'Main passages', 2: 'Supporting passages', 3: 'Background' },
    nothing: 'Nothing was found in the documents for this question.',
    quoted: (text: string) => `“${text}”`,
  },
} as const;

const IN_ANSWER = 3;
/** What is said of each part of duties beside the answers. */
const PER_PART: Readonly<Record<DutyPart, number>> = {
  who: 4,
  deadline: 4,
  exception: 6,
  sanction: 6,
};
const PER_TIER: Readonly<Record<Tier, number>> = { 1: 8, 2: 6, 3: 4 };
const TITLE_CHARS = 160;
/** What a draft is told to do better counts so much in the choice. */
const COMPLAINT_SHARE = 0.5;

/**
 * A report of quotations only: for the question, or each of its parts, the best passages that answer it, what belongs
 * to its duties, then the others by tier. It draws no conclusion, so that each statement is one place's own words
 * under its heading. Complaints bring passages forward that speak of what was missed.
 */
export function extractiveReport(material: SynthesisMaterial): ReportDraft {
  const { anchor } = material;
  const say = phrases[anchor.language];
  const ranked = rank(material);
  const parts = questionParts(anchor.originalQuery, anchor.language);
  const used = new Set<Saying>();
  const take = (sayings: readonly Saying[]) => {
    for (const saying of sayings) used.add(saying);
    return sayings.map((saying) => toStatement(saying, say.quoted));
  };
  const left = () => ranked.filter((saying) => !used.has(saying));
  const answering = answersTo(parts, ranked, material);
  const answers = parts.map((part, at) => {
    const heading = parts.length === 1 ? say.answer : part;
    return { heading, statements: take(answering[at] ?? []) };
  });
  const rest = tasksFirst(used, left(), material);
  const others = rest.filter(({ role }) => role === undefined);
  const sections = [
    ...answers,
    ...DUTY_PARTS.map((part) => ({
      heading: say.duties[part],
      statements: take(rest.filter(({ role }) => role === part).slice(0, PER_PART[part])),
    })),
    ...([1, 2, 3] as const).map((tier) => ({
      heading: say.tiers[tier],
      statements: take(others.filter(({ from }) => from.tier === tier).slice(0, PER_TIER[tier])),
    })),
  ].filter(({ statements }) => statements.length > 0);
  const nothing = [{ heading: say.answer, statements: [{ text: say.nothing, sources: [] }] }];
  return {
    title: titleOf(anchor.originalQuery),
    sections: sections.length === 0 ? nothing : sections,
  };
}

/**
 * For each part the best sayings that answer it, each saying for the part that it answers best. A question of one
 * part that nothing answers word by word gets what is nearest to it.
 */
function answersTo(
  parts: readonly string[],
  sayings: readonly Saying[],
  { anchor }: SynthesisMaterial,
): Saying[][] {
  const answering = parts.map((part) => {
    // A clause on a fine repeats the words of the duty, and answers no question about that.
    const isAsked = askedFor(part, anchor.language).kinds.includes('sanction');
    const wanted = sayings.filter(({ role }) => isAsked || role !== 'sanction');
    return sayingsFor(part, wanted, anchor);
  });
  const isBestHere = (saying: Saying, at: number, score: number) =>
    answering.every(
      (each, other) =>
        other === at || score >= (each.find((one) => one.saying === saying)?.score ?? 0),
    );
  const found = answering.map((each, at) => {
    const own = each.filter(({ saying, score }) => isBestHere(saying, at, score));
    return (own.length > 0 ? own : each.slice(0, 1)).map(({ saying }) => saying);
  });
  const [only = []] = found;
  if (parts.length > 1) return withoutRepeated(found.map((each) => each.slice(0, IN_ANSWER)));
  const near = sayings.filter(
    (each) => each.from.tier < 3 && each.role !== 'sanction' && !only.includes(each),
  );
  return [[...only.filter(({ from }) => from.tier < 3), ...near].slice(0, IN_ANSWER)];
}

function titleOf(question: string): string {
  if (question.length <= TITLE_CHARS) return question;
  const kept = firstChars(question, TITLE_CHARS);
  return `${kept.slice(0, kept.lastIndexOf(' '))} …`;
}

/** A part that has only what another one has too leaves it there. */
function withoutRepeated(parts: readonly Saying[][]): Saying[][] {
  const seen = new Set<Saying>();
  return parts.map((part) => {
    const own = part.filter((saying) => !seen.has(saying));
    for (const saying of own) seen.add(saying);
    return own;
  });
}

/** What a word counts that stands in a saying as it was asked, and not only in another form. */
const AS_ASKED = 0.5;
/** What all that is asked counts beside one part of it. */
const WHOLE_SHARE = 0.2;

/** The sayings that answer a question, the best first. */
function sayingsFor(
  question: string,
  sayings: readonly Saying[],
  anchor: AnchorText,
): { saying: Saying; score: number }[] {
  const { language } = anchor;
  const statements = sayings.map((saying) => `${headingOf(saying.from)}: ${saying.text}`);
  const [numbers = []] = answered({ anchor, questions: [question], statements });
  const found = numbers.flatMap((number) => sayings[number - 1] ?? []);
  const near = relevanceOf(found, anchor);
  const asked = askedFor(question, language);
  return found
    .map((saying, at) => {
      const text = `${headingOf(saying.from)}: ${saying.text}`;
      const words = new Set(wordsOf(text));
      const same = asked.terms.filter(({ word }) => words.has(word)).length;
      const score =
        answerShare(asked, text, language) +
        (AS_ASKED * same) / Math.max(1, asked.terms.length) +
        WHOLE_SHARE * (near[at] ?? 0);
      return { saying, score: score * (1 + saying.from.weight) };
    })
    .sort((a, b) => b.score - a.score);
}

/** The sayings with the best of each task that nothing of what is used speaks of first, so that no choice leaves a task out. */
function tasksFirst(
  used: ReadonlySet<Saying>,
  rest: readonly Saying[],
  { tasks, anchor }: SynthesisMaterial,
): Saying[] {
  const bests: Saying[] = [];
  for (const { task } of tasks) {
    if (sayingsFor(task, [...used, ...bests], anchor).length > 0) continue;
    const [best] = sayingsFor(task, rest, anchor);
    if (best !== undefined) bests.push(best.saying);
  }
  return [...bests, ...rest.filter((saying) => !bests.includes(saying))];
}

/** What one piece of evidence can say: a quote, or what was extracted. */
interface Saying {
  from: NumberedEvidence;
  /** What it says of a duty, or what the same words of other evidence do. */
  role: DutyPart | undefined;
  text: string;
  isQuote: boolean;
}

/** All that can be said, the best first: by what its evidence counts, how much it has to do with the anchor, and with what a former draft missed. */
function rank({ anchor, evidence, complaints }: SynthesisMaterial): Saying[] {
  const left = anchor.refinements.flatMap(exclusionsOf);
  const wanted = evidence.filter((from) => !isLeftOut(headingOf(from), left, anchor.language));
  const sayings = distinct(wanted.flatMap(sayingsOf));
  const relevance = relevanceOf(sayings, anchor);
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

function relevanceOf(sayings: readonly Saying[], anchor: AnchorText): number[] {
  return relevanceTo(
    anchor,
    sayings.map(({ from, text }) => {
      return { title: from.title, headingPath: [headingOf(from)], text, info: '' };
    }),
    'rare',
  );
}

function sayingsOf(from: NumberedEvidence): Saying[] {
  const { role, quotes } = from;
  if (quotes.length > 0) return quotes.map((text) => ({ from, role, text, isQuote: true }));
  // What is cut in the middle quotes nothing, and nothing can be held against it.
  return from.info === '' || from.info.endsWith('…')
    ? []
    : [{ from, role, text: from.info, isQuote: false }];
}

function distinct(sayings: readonly Saying[]): Saying[] {
  const kept = new Map<string, Saying>();
  for (const saying of sayings) {
    const text = comparable(saying.text);
    const known = kept.get(text);
    kept.set(text, known === undefined ? saying : { ...known, role: known.role ?? saying.role });
  }
  return [...kept.values()];
}

function toStatement(
  { from, text, isQuote }: Saying,
  quoted: (text: string) => string,
): DraftStatement {
  const said = isQuote ? withoutMarks(text).split(LEFT_OUT).map(quoted).join(LEFT_OUT) : text;
  return { text: `${headingOf(from)}: ${said}`, sources: [from.number] };
}

/** Marks inside a quotation would end it. */
function withoutMarks(quote: string): string {
  return quote.replace(/[„“”«»"]/g, "'");
}
