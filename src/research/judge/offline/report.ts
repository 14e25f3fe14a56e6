import type { Tier } from '../../extract/tiers.js';
import { headingOf } from '../../text/place.js';
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
  const { anchor, evidence } = material;
  const say = phrases[anchor.language];
  const ranked = rank(material);
  const answer = ranked.filter(({ tier }) => tier < 3).slice(0, IN_ANSWER);
  const rest = ranked.filter((each) => !answer.includes(each));
  const said = new Set<string>();
  const write = (chosen: readonly NumberedEvidence[]) =>
    chosen.flatMap((each) => statementsOf(each, say.quoted, said));
  const sections = [
    { heading: say.answer, statements: write(answer) },
    ...([1, 2, 3] as const).map((tier) => ({
      heading: say.tiers[tier],
      statements: write(rest.filter((each) => each.tier === tier).slice(0, PER_TIER[tier])),
    })),
  ].filter(({ statements }) => statements.length > 0);
  const nothing = [{ heading: say.answer, statements: [{ text: say.nothing, sources: [] }] }];
  return {
    title: anchor.originalQuery.slice(0, TITLE_CHARS),
    sections: evidence.length === 0 || sections.length === 0 ? nothing : sections,
  };
}

/** By what each counts and how much it has to do with the anchor, and with what a former draft missed. */
function rank({ anchor, evidence, complaints }: SynthesisMaterial): NumberedEvidence[] {
  const relevance = relevanceTo(anchor, evidence);
  const missed = termsOf(complaints.join(' '), anchor.language);
  return evidence
    .map((each, at) => {
      const wanted = shareSpoken(missed, `${each.info} ${each.text}`, anchor.language);
      const score = each.weight * (relevance[at] ?? 0) + COMPLAINT_SHARE * wanted;
      return { each, score };
    })
    .sort((a, b) => b.score - a.score || a.each.number - b.each.number)
    .map(({ each }) => each);
}

/** The passage's best quote, else what was extracted; nothing that was said already. */
function statementsOf(
  evidence: NumberedEvidence,
  quoted: (text: string) => string,
  said: Set<string>,
): DraftStatement[] {
  const [quote] = evidence.quotes.filter((each) => !said.has(comparable(each)));
  const text = quote === undefined ? evidence.info : quoted(withoutMarks(quote));
  if (text === '' || said.has(comparable(quote ?? text))) return [];
  said.add(comparable(quote ?? text));
  return [{ text: `${headingOf(evidence)}: ${text}`, sources: [evidence.number] }];
}

/** Marks inside a quotation would end it. */
function withoutMarks(quote: string): string {
  return quote.replace(/[„“”«»"]/g, "'");
}
