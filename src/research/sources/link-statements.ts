import type {
  ContextEntry,
  Draft,
  ReportSection,
  ReportSource,
  ReportStatement,
  ResearchLanguage,
} from '../state.js';
import type { StepTools } from '../steps.js';
import { holdsWords, placeQuote } from '../extract/verify-quotes.js';
import { sentencesOf } from '../text/sentences.js';
import { quotesIn, SUPPORTED, supportOf } from '../text/support.js';
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
  const numberOf = (block: CitedBlock, statement: string) => {
    const known = numbers.get(block.id);
    if (known !== undefined) return known;
    const number = sources.length + 1;
    numbers.set(block.id, number);
    sources.push(toSource(block, number, { statement, language }));
    return number;
  };
  const link = ({ text, sources: cited }: ReportStatement): ReportStatement => {
    const own = blocks.filter(({ evidence }) => cited.includes(evidence));
    const others = blocks.filter(({ evidence }) => !cited.includes(evidence));
    const found =
      quotedRun(text, own, language) ??
      supporting(text, own, language) ??
      supporting(text, others, language) ??
      [];
    return { text, sources: found.map((block) => numberOf(block, text)) };
  };
  const linked = sections.map(({ heading, statements }) => ({
    heading,
    statements: statements.map(link),
  }));
  return { sections: linked, sources };
}

/** A quote may run over a list: the neighbouring blocks of one piece of evidence that hold it. */
function quotedRun(
  statement: string,
  blocks: readonly CitedBlock[],
  language: ResearchLanguage,
): CitedBlock[] | undefined {
  const [quote] = quotesIn(statement);
  if (quote === undefined) return undefined;
  for (const evidence of new Set(blocks.map((block) => block.evidence))) {
    const own = blocks.filter((block) => block.evidence === evidence);
    const from = own.findIndex(({ id }) => id === placeQuote(quote, own)?.blockId);
    if (from < 0) continue;
    for (let end = from + 1; end <= Math.min(own.length, from + BLOCKS_PER_QUOTE); end += 1) {
      const run = own.slice(from, end);
      if (supportOf(statement, textOf(run), language) === 1) return run;
    }
  }
  return undefined;
}

/** Blocks as one text, each under its heading. */
function textOf(blocks: readonly CitedBlock[]): string {
  const headings = [...new Set(blocks.map(({ heading }) => heading))];
  return [...headings, ...blocks.map(({ text }) => text)].join('\n');
}

/** The fewest blocks that support a statement together, the best first; undefined when they do not. */
function supporting(
  statement: string,
  blocks: readonly CitedBlock[],
  language: ResearchLanguage,
): CitedBlock[] | undefined {
  const taken: CitedBlock[] = [];
  let support = 0;
  while (support < SUPPORTED && taken.length < BLOCKS_PER_STATEMENT) {
    const best = bestWith(statement, taken, blocks, language);
    if (best === undefined || best.support <= support) return undefined;
    taken.push(best.block);
    support = best.support;
  }
  return support >= SUPPORTED ? taken : undefined;
}

/** The block that supports the statement best together with those taken already; the first of equals. */
function bestWith(
  statement: string,
  taken: readonly CitedBlock[],
  blocks: readonly CitedBlock[],
  language: ResearchLanguage,
): { block: CitedBlock; support: number } | undefined {
  let best: { block: CitedBlock; support: number } | undefined;
  for (const block of blocks) {
    if (taken.includes(block)) continue;
    const support = partialSupport(statement, textOf([...taken, block]), language);
    if (support > (best?.support ?? 0)) best = { block, support };
  }
  return best;
}

/** A block that lacks a number of the statement may still be the first of several; it counts for little. */
const WITHOUT_NUMBER = 0.5;

function partialSupport(statement: string, text: string, language: ResearchLanguage): number {
  const support = supportOf(statement, text, language);
  if (support > 0) return support;
  const shared = shareSpoken(termsOf(statement, language), text, language);
  return Math.min(shared, SUPPORTED - 0.01) * WITHOUT_NUMBER;
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
  return quote.length <= QUOTE_CHARS ? quote : `${quote.slice(0, QUOTE_CHARS - 1).trimEnd()}…`;
}
