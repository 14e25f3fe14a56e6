import { defined } from '../../../foundation/defined.js';
import { firstChars } from '../../../foundation/first-chars.js';
import type {
  ContextEntry,
  Dispute,
  Draft,
  ReportSection,
  ReportSource,
  ReportStatement,
  ResearchLanguage,
} from '../state.js';
import type { StepTools } from '../research-step.js';
import { holdsWords, placeQuote } from '../../../citations/quotes.js';
import { sentencesOf } from '../../../language/sentences.js';
import {
  checkStatement,
  claimOf,
  sharedTerms,
  sourceOf,
} from '../../../citations/support/check-statement.js';
import type {
  Claim,
  Objection,
  SourceText,
  SupportKind,
} from '../../../citations/support/verdict.js';
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
  /** The numbers of its entries in the draft: the words before a list are part of several. */
  evidence: readonly number[];
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

/** A statement with the blocks that support it, which are none where the check finds no support. */
export interface RestedStatement {
  text: string;
  blocks: CitedBlock[];
  support?: SupportKind;
  doubt?: Objection;
  /** Of a statement without support, the blocks it cites that have most of its words, and what speaks against them. */
  cited?: { blocks: CitedBlock[]; objection: Objection };
  dispute?: Dispute;
}

/** A section of a draft with what its statements rest on. */
export interface RestedSection {
  heading: string;
  statements: RestedStatement[];
}

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
  return numbered(restStatements(sections, blocks, language), language);
}

/** Finds for each statement of a draft what it rests on. */
export function restStatements(
  sections: Draft['sections'],
  blocks: readonly CitedBlock[],
  language: ResearchLanguage,
): RestedSection[] {
  const read = blocks.map((block): ReadBlock => {
    return { block, source: sourceOf(block.text, block.heading, language) };
  });
  const rest = ({ text, sources }: ReportStatement): RestedStatement => {
    const claim = claimOf(text, language);
    const found = supportFor(claim, sources, read);
    if (found !== undefined) {
      const { blocks: own, kind, doubt } = found;
      return { text, blocks: own, support: kind, ...defined({ doubt }) };
    }
    const own = nearest(
      claim,
      read.filter(({ block }) => block.evidence.some((number) => sources.includes(number))),
    ).slice(0, BLOCKS_PER_STATEMENT);
    if (own.length === 0) return { text, blocks: [] };
    const verdict = checkStatement(
      claim,
      own.map(({ source }) => source),
    );
    const objection = 'objection' in verdict ? verdict.objection : 'words';
    return { text, blocks: [], cited: { blocks: own.map(({ block }) => block), objection } };
  };
  return sections.map(({ heading, statements }) => ({
    heading,
    statements: statements.map(rest),
  }));
}

/** Numbers the sources of statements as they come. */
export function numbered(sections: readonly RestedSection[], language: ResearchLanguage): Linked {
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
  const link = ({ text, blocks, support, doubt, dispute }: RestedStatement): ReportStatement => ({
    text,
    sources: blocks.map((block) => numberOf(block, text)),
    ...defined({ support, doubt, dispute }),
  });
  const linked = sections.map(({ heading, statements }) => ({
    heading,
    statements: statements.map(link),
  }));
  return { sections: linked, sources };
}

/** A block as statements are held against it. */
interface ReadBlock {
  block: CitedBlock;
  source: SourceText;
}

/** Among so many blocks a close look is taken. */
const CLOSE = 20;

/** Blocks that support a claim together, and how. */
interface Support {
  blocks: CitedBlock[];
  kind: SupportKind;
  doubt?: Objection;
}

/** What a claim rests on: of what it cites, else of what it might have cited; undefined when it rests on nothing. */
function supportFor(
  claim: Claim,
  cited: readonly number[],
  blocks: readonly ReadBlock[],
): Support | undefined {
  const isOwn = ({ block }: ReadBlock) => block.evidence.some((number) => cited.includes(number));
  const own = blocks.filter(isOwn);
  const others = blocks.filter((each) => !isOwn(each));
  return (
    quotedRun(claim, own) ??
    restingOn(claim, own, isSure) ??
    restingOn(claim, others, isSure) ??
    // What is doubted rests on what is cited, and on nothing that was not.
    restingOn(claim, own, () => true)
  );
}

function isSure({ doubt }: Support): boolean {
  return doubt === undefined;
}

/** A quote may run over a list: the neighbouring blocks of one piece of evidence that hold it. */
function quotedRun(claim: Claim, blocks: readonly ReadBlock[]): Support | undefined {
  const [quote] = claim.quotes;
  if (quote === undefined) return undefined;
  for (const evidence of new Set(blocks.flatMap(({ block }) => block.evidence))) {
    const own = blocks.filter(({ block }) => block.evidence.includes(evidence));
    const place = placeQuote(
      quote,
      own.map(({ block }) => block),
    );
    const from = own.findIndex(({ block }) => block.id === place?.blockId);
    if (from < 0) continue;
    for (let end = from + 1; end <= Math.min(own.length, from + BLOCKS_PER_QUOTE); end += 1) {
      const support = supportBy(claim, own.slice(from, end));
      if (support !== undefined && isSure(support)) return support;
    }
  }
  return undefined;
}

/** The fewest blocks that a claim rests on together, those with most of its words first; undefined when it does not. */
function restingOn(
  claim: Claim,
  blocks: readonly ReadBlock[],
  isEnough: (support: Support) => boolean,
): Support | undefined {
  const near = nearest(claim, blocks);
  const alone = firstSupport(near, isEnough, (each) => supportBy(claim, [each]));
  if (alone !== undefined) return alone;
  let taken = near.slice(0, 1);
  while (taken.length < BLOCKS_PER_STATEMENT) {
    const rest = near.filter((each) => !taken.includes(each));
    const together = firstSupport(rest, isEnough, (last) => supportBy(claim, [...taken, last]));
    if (together !== undefined) return together;
    const [next] = rest;
    if (next === undefined) return undefined;
    taken = [...taken, next];
  }
  return undefined;
}

/** The blocks with most of a claim's words. */
function nearest(claim: Claim, blocks: readonly ReadBlock[]): ReadBlock[] {
  return blocks
    .map((each) => ({ each, shared: sharedTerms(claim, each.source) }))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, CLOSE)
    .map(({ each }) => each);
}

function firstSupport(
  blocks: readonly ReadBlock[],
  isEnough: (support: Support) => boolean,
  supportOf: (block: ReadBlock) => Support | undefined,
): Support | undefined {
  for (const block of blocks) {
    const support = supportOf(block);
    if (support !== undefined && isEnough(support)) return support;
  }
  return undefined;
}

function supportBy(claim: Claim, blocks: readonly ReadBlock[]): Support | undefined {
  const verdict = checkStatement(
    claim,
    blocks.map(({ source }) => source),
  );
  if (!('kind' in verdict)) return undefined;
  const { kind, doubt } = verdict;
  return { blocks: blocks.map(({ block }) => block), kind, ...defined({ doubt }) };
}

/** A draft's statements with the sources that support them. */
export async function linkedStatements(
  draft: Draft,
  entries: readonly (ContextEntry | undefined)[],
  tools: Pick<StepTools, 'blocksById'>,
  language: ResearchLanguage,
): Promise<ReportStatement[]> {
  const blocks = await citableBlocks(entries, tools);
  return linkStatements(draft.sections, blocks, language).sections.flatMap(
    ({ statements }) => statements,
  );
}

/** The share of statements that are supported, 0 to 1, a doubted one counting half; 0 where there are none. */
export function shareSupported(statements: readonly ReportStatement[]): number {
  const weightOf = ({ sources, doubt }: ReportStatement) =>
    sources.length === 0 ? 0 : doubt === undefined ? 1 : 0.5;
  const sum = statements.reduce((total, statement) => total + weightOf(statement), 0);
  return sum / Math.max(1, statements.length);
}

/** The blocks of the evidence, each once, without headings, in its order. */
export async function citableBlocks(
  entries: readonly (ContextEntry | undefined)[],
  tools: Pick<StepTools, 'blocksById'>,
): Promise<CitedBlock[]> {
  const holders = new Map<string, { entry: ContextEntry; numbers: number[] }>();
  entries.forEach((entry, at) => {
    for (const id of entry?.blockIds ?? []) {
      const known = holders.get(id);
      if (known !== undefined) known.numbers.push(at + 1);
      else if (entry !== undefined) holders.set(id, { entry, numbers: [at + 1] });
    }
  });
  const blocks = new Map(
    (await tools.blocksById([...holders.keys()])).map((each) => [each.id, each]),
  );
  return [...holders].flatMap(([id, { entry, numbers }]): CitedBlock[] => {
    const block = blocks.get(id);
    if (block === undefined || block.kind === 'heading') return [];
    const { documentId, document, heading, contextTier } = entry;
    const place = { documentId, document, heading, contextTier, ...defined({ page: block.page }) };
    return [{ id, text: block.text, evidence: numbers, ...place }];
  });
}

const QUOTE_CHARS = 700;

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
  if (quote.length <= QUOTE_CHARS) return quote;
  const kept = firstChars(quote, QUOTE_CHARS);
  return `${kept.slice(0, kept.lastIndexOf(' '))} …`;
}
