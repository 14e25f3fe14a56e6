import { firstChars } from '../../../foundation/first-chars.js';
import type {
  ContextEntry,
  Draft,
  ReportSection,
  ReportSource,
  ReportStatement,
  ResearchLanguage,
} from '../state.js';
import type { StepTools } from '../research-step.js';
import { holdsWords, placeQuote } from '../../../citations/quotes.js';
import { sentencesOf } from '../../../foundation/sentences.js';
import {
  claimOf,
  shareSpokenBy,
  SpokenText,
  SUPPORTED,
  supportOf,
  type Claim,
} from '../text/support.js';
import { shareSpoken, termsOf } from '../text/terms.js';

/** A block that can be cited, and where it stands. */
export interface CitedBlock {
  id: string;
  documentId: string;
  document: string;
  heading: string;
  page?: number;
  text: string;
  contextTier: ContextEntry['contextTier'];
  /** The number of its entry in the draft. */
  evidence: number;
}

/** A report's statements with their sources. */
export interface Linked {
  sections: ReportSection[];
  sources: ReportSource[];
}

/** A statement rests on so many blocks at most. */
const BLOCKS_PER_STATEMENT = 3;
/** A quote of a list over so many. */
const BLOCKS_PER_QUOTE = 12;

/**
 * Links each statement to the blocks that support it: of the evidence it cites, else of any other. The best
 * block is taken, and further ones as long as they add to it. A statement that nothing supports keeps no
 * source. Sources are numbered as they come.
 */
export function linkStatements(
  sections: Draft['sections'],
  blocks: readonly CitedBlock[],
  language: ResearchLanguage,
): Linked {
  const numbers = new Map<string, number>();
  const sources: ReportSource[] = [];
  const spoken = blocks.map((block): SpokenBlock => {
    const text = `${block.heading}\n${block.text}`;
    return { block, spoken: new SpokenText(text, language) };
  });
  const numberOf = (block: CitedBlock, statement: string) => {
    const known = numbers.get(block.id);
    if (known !== undefined) return known;
    const number = sources.length + 1;
    numbers.set(block.id, number);
    sources.push(toSource(block, number, { statement, language }));
    return number;
  };
  const link = ({ text, sources: cited }: ReportStatement): ReportStatement => {
    const found = supportFor(claimOf(text, language), cited, spoken);
    return { text, sources: found.map((block) => numberOf(block, text)) };
  };
  const linked = sections.map(({ heading, statements }) => ({
    heading,
    statements: statements.map(link),
  }));
  return { sections: linked, sources };
}

/** A block with what it speaks of. */
interface SpokenBlock {
  block: CitedBlock;
  spoken: SpokenText;
}

/** Among so many blocks that were not cited a close look is taken. */
const OTHERS = 20;

/** The blocks that support a claim: of what it cites, else of what it might have cited; none when nothing does. */
function supportFor(
  claim: Claim,
  cited: readonly number[],
  blocks: readonly SpokenBlock[],
): CitedBlock[] {
  const isOwn = ({ block }: SpokenBlock) => cited.includes(block.evidence);
  const own = blocks.filter(isOwn);
  const run = quotedRun(claim, own) ?? supporting(claim, own);
  if (run !== undefined) return run;
  const others = blocks
    .filter((each) => !isOwn(each))
    .map((each) => ({ each, shared: each.spoken.shared(claim.terms) }))
    .sort((a, b) => b.shared - a.shared)
    .slice(0, OTHERS);
  return (
    supporting(
      claim,
      others.map(({ each }) => each),
    ) ?? []
  );
}

/** A quote may run over a list: the neighbouring blocks of one piece of evidence that hold it. */
function quotedRun(claim: Claim, blocks: readonly SpokenBlock[]): CitedBlock[] | undefined {
  const [quote] = claim.quotes;
  if (quote === undefined) return undefined;
  for (const evidence of new Set(blocks.map(({ block }) => block.evidence))) {
    const own = blocks.filter(({ block }) => block.evidence === evidence);
    const place = placeQuote(
      quote,
      own.map(({ block }) => block),
    );
    const from = own.findIndex(({ block }) => block.id === place?.blockId);
    if (from < 0) continue;
    for (let end = from + 1; end <= Math.min(own.length, from + BLOCKS_PER_QUOTE); end += 1) {
      const run = own.slice(from, end);
      if (holdsAll(claim, run)) return run.map(({ block }) => block);
    }
  }
  return undefined;
}

/** Whether blocks hold all that a claim quotes, word for word, and every number it names. */
function holdsAll({ quotes, numbers }: Claim, run: readonly SpokenBlock[]): boolean {
  const text = run.map(({ block }) => block.text).join('\n');
  return (
    quotes.every((quote) => holdsWords(text, quote)) &&
    numbers.every((number) => run.some(({ spoken }) => spoken.hasNumber(number)))
  );
}

/** The fewest blocks that support a claim together, the best first; undefined when they do not. */
function supporting(claim: Claim, blocks: readonly SpokenBlock[]): CitedBlock[] | undefined {
  const taken: SpokenBlock[] = [];
  let support = 0;
  while (support < SUPPORTED && taken.length < BLOCKS_PER_STATEMENT) {
    const best = bestWith(claim, taken, blocks);
    if (best === undefined || best.support <= support) return undefined;
    taken.push(best.each);
    support = best.support;
  }
  return support >= SUPPORTED ? taken.map(({ block }) => block) : undefined;
}

/** The block that supports the claim best together with those taken already; the first of equals. */
function bestWith(
  claim: Claim,
  taken: readonly SpokenBlock[],
  blocks: readonly SpokenBlock[],
): { each: SpokenBlock; support: number } | undefined {
  let best: { each: SpokenBlock; support: number } | undefined;
  for (const each of blocks) {
    if (taken.includes(each)) continue;
    const support = partialSupport(
      claim,
      [...taken, each].map(({ spoken }) => spoken),
    );
    if (support > (best?.support ?? 0)) best = { each, support };
  }
  return best;
}

/** A block that lacks a number of the claim may still be the first of several; it counts for little. */
const WITHOUT_NUMBER = 0.5;

function partialSupport(claim: Claim, texts: readonly SpokenText[]): number {
  const support = supportOf(claim, texts);
  if (support > 0) return support;
  return Math.min(shareSpokenBy(claim, texts), SUPPORTED - 0.01) * WITHOUT_NUMBER;
}

/** The share of a draft's statements that are supported, 0 to 1; 0 for an empty one. */
export async function supportedShare(
  draft: Draft,
  entries: readonly (ContextEntry | undefined)[],
  tools: Pick<StepTools, 'blocksById'>,
  language: ResearchLanguage,
): Promise<number> {
  const blocks = await citableBlocks(entries, tools);
  const statements = linkStatements(draft.sections, blocks, language).sections.flatMap(
    (section) => section.statements,
  );
  if (statements.length === 0) return 0;
  return statements.filter(({ sources }) => sources.length > 0).length / statements.length;
}

/** The blocks of the evidence, without headings, in its order; a block of several entries is the first one's. */
export async function citableBlocks(
  entries: readonly (ContextEntry | undefined)[],
  tools: Pick<StepTools, 'blocksById'>,
): Promise<CitedBlock[]> {
  const ids = [...new Set(entries.flatMap((entry) => entry?.blockIds ?? []))];
  const blocks = new Map((await tools.blocksById(ids)).map((block) => [block.id, block]));
  const seen = new Set<string>();
  return entries.flatMap((entry, at) => {
    if (entry === undefined) return [];
    const own = entry.blockIds.filter((id) => !seen.has(id));
    for (const id of own) seen.add(id);
    return own.flatMap((id): CitedBlock[] => {
      const block = blocks.get(id);
      if (block === undefined || block.kind === 'heading') return [];
      const { documentId, document, heading, contextTier } = entry;
      const page = block.page === undefined ? {} : { page: block.page };
      const place = { documentId, document, heading, contextTier, ...page };
      return [{ id, text: block.text, evidence: at + 1, ...place }];
    });
  });
}

const QUOTE_CHARS = 400;

function toSource(
  { id, documentId, document, page, text, contextTier }: CitedBlock,
  number: number,
  about: { statement: string; language: ResearchLanguage },
): ReportSource {
  const place = page === undefined ? {} : { page };
  const quote = quoteFor(text, about);
  return { number, documentId, document, ...place, blockId: id, quote, contextTier };
}

/** The sentence of a block that a statement quotes, else the one that has most of its words. */
function quoteFor(
  text: string,
  { statement, language }: { statement: string; language: ResearchLanguage },
): string {
  const sentences = sentencesOf(text.replace(/\s+/g, ' '), language);
  const terms = termsOf(statement, language);
  const quoted = sentences.find((sentence) => holdsWords(statement, sentence));
  const [best] = sentences
    .map((sentence) => ({ sentence, share: shareSpoken(terms, sentence, language) }))
    .sort((a, b) => b.share - a.share);
  const quote = quoted ?? best?.sentence ?? text;
  return quote.length <= QUOTE_CHARS ? quote : `${firstChars(quote, QUOTE_CHARS - 1).trimEnd()}…`;
}
