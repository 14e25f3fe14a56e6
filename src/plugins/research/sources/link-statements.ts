import type {
  ContextEntry,
  Draft,
  Objection,
  ReportStatement,
  ResearchState,
  SupportKind,
  ResearchLanguage,
} from '../state.js';
import type { StepTools } from '../steps.js';
import { checkStatement, type CitedText } from '../../../citations/check-statement.js';
import { entriesOf } from '../extract/entries.js';
import { coverage } from '../../../language/words.js';
import type { AskCall } from '../../../agentloop/ask-model.js';
import { askEntailment, type Opinion } from '../../../citations/ask-entailment.js';
import type { LlmProvider } from '../../../llm/types.js';
import { reportWords } from './report-words.js';

export interface CitedBlock {
  id: string;
  documentId: string;
  document: string;
  heading: string;
  page?: number;
  text: string;
  contextTier: ContextEntry['contextTier'];
  evidence: readonly number[];
}

const BLOCKS_PER_STATEMENT = 3;
/** A quote of a list, or what has numbers of many places, over so many. */
const MOST_BLOCKS = 12;

/** A statement with the blocks it rests on, which are none where they do not hold what it says. */
interface RestedStatement {
  text: string;
  blocks: CitedBlock[];
  support?: SupportKind;
  objection?: Objection;
}

export interface RestedSection {
  heading: string;
  statements: RestedStatement[];
}

/** The blocks each statement rests on as far as characters tell: its quotes, numbers and dates stand there. */
export function restStatements(
  sections: Draft['sections'],
  blocks: readonly CitedBlock[],
): RestedSection[] {
  const rest = ({ text, sources }: ReportStatement): RestedStatement => {
    const own = blocks.filter(({ evidence }) => evidence.some((each) => sources.includes(each)));
    if (own.length === 0) return { text, blocks: [] };
    const quoted = quotedRun(text, own);
    if (quoted !== undefined) return { text, blocks: quoted, support: 'quote' };
    const { missing } = checkStatement(text, own.map(citedText));
    if (missing !== undefined) return { text, blocks: [], objection: missing };
    return { text, blocks: holding(text, nearest(text, own)), support: 'not_checked' };
  };
  return mapStatements(sections, rest);
}

export function mapStatements<From, To>(
  sections: readonly { heading: string; statements: readonly From[] }[],
  change: (statement: From) => To,
): { heading: string; statements: To[] }[] {
  return sections.map(({ heading, statements }) => ({
    heading,
    statements: statements.map(change),
  }));
}

function citedText({ text, document, heading }: CitedBlock): CitedText {
  return { text, context: `${document}\n${heading}` };
}

/** The neighbouring blocks of one piece of evidence that hold all of a quote, which may run over a list. */
function quotedRun(statement: string, blocks: readonly CitedBlock[]): CitedBlock[] | undefined {
  for (const evidence of new Set(blocks.flatMap((block) => block.evidence))) {
    const own = blocks.filter((block) => block.evidence.includes(evidence));
    if (!isQuotedFrom(statement, own)) continue;
    for (let length = 1; length <= Math.min(own.length, MOST_BLOCKS); length += 1) {
      for (let from = 0; from + length <= own.length; from += 1) {
        const run = own.slice(from, from + length);
        if (isQuotedFrom(statement, run)) return run;
      }
    }
  }
  return undefined;
}

function isQuotedFrom(statement: string, blocks: readonly CitedBlock[]): boolean {
  return checkStatement(statement, blocks.map(citedText)).isQuote;
}

function holding(statement: string, blocks: readonly CitedBlock[]): CitedBlock[] {
  const held = blocks.slice(0, BLOCKS_PER_STATEMENT);
  for (const block of blocks.slice(BLOCKS_PER_STATEMENT, MOST_BLOCKS)) {
    if (checkStatement(statement, held.map(citedText)).missing === undefined) break;
    held.push(block);
  }
  return held;
}

function nearest(statement: string, blocks: readonly CitedBlock[]): CitedBlock[] {
  const shared = blocks.map((block) => ({
    block,
    share: coverage(statement, `${block.heading} ${block.text}`),
  }));
  const all = shared.toSorted((a, b) => b.share - a.share).map(({ block }) => block);
  // A block without a word of the statement signs nothing beside those that have some and hold its numbers.
  const speaking = all.slice(0, shared.filter(({ share }) => share > 0).length);
  const isHeld = checkStatement(statement, speaking.map(citedText)).missing === undefined;
  return speaking.length > 0 && isHeld ? speaking : all;
}

export async function restDraft(
  state: Readonly<ResearchState>,
  draft: Draft,
  tools: Pick<StepTools, 'blocksById'>,
): Promise<RestedSection[]> {
  const blocks = await citableBlocks(entriesOf(state, draft), tools);
  return restStatements(draft.sections, blocks);
}

/** The share of statements whose blocks hold what they quote and count, 0 to 1; 0 where there are none. */
export function shareSupported(sections: readonly RestedSection[]): number {
  const statements = sections.flatMap((section) => section.statements);
  const held = statements.filter(({ blocks }) => blocks.length > 0);
  return held.length / Math.max(1, statements.length);
}

/** The blocks of the evidence, each once, without headings, in its order. */
async function citableBlocks(
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
  const found = await tools.blocksById([...holders.keys()]);
  const blocks = new Map(found.map((each) => [each.id, each]));
  return [...holders].flatMap(([id, { entry, numbers }]): CitedBlock[] => {
    const block = blocks.get(id);
    if (block === undefined || block.kind === 'heading') return [];
    const { documentId, document, heading, contextTier } = entry;
    const place = { documentId, document, heading, contextTier, page: block.page };
    return [{ id, text: block.text, evidence: numbers, ...place }];
  });
}

/**
 * Asks a model from which of its blocks a statement follows: from some alone, else from all together where they stand in one
 * place, else from none. With a note where it could not say it of all.
 */
export async function askOfStatements(
  sections: readonly RestedSection[],
  language: ResearchLanguage,
  model: LlmProvider,
  call: AskCall,
): Promise<{ sections: RestedSection[]; note?: string }> {
  const asked = sections
    .flatMap(({ statements }) => statements)
    .filter(({ support }) => support === 'not_checked');
  const questions = asked.map(({ text, blocks }) => {
    return { statement: text, passages: blocks.map(passageOf) };
  });
  const opinions = await askEntailment(model, questions, language, call);
  const byStatement = new Map(asked.map((each, at) => [each, opinions[at]] as const));
  const judged = (each: RestedStatement): RestedStatement => {
    const opinion = byStatement.get(each);
    return opinion === undefined ? each : judgedBy(opinion, each);
  };
  const unasked = opinions.filter((opinion) => opinion === undefined).length;
  const note = unasked > 0 ? reportWords[language].notAsked(unasked, asked.length) : undefined;
  return { sections: mapStatements(sections, judged), note };
}

function judgedBy(
  { alone, follows, reason }: Opinion,
  { text, blocks }: RestedStatement,
): RestedStatement {
  const own = blocks.filter((_, at) => alone.includes(at));
  if (own.length > 0) return { text, blocks: own, support: 'paraphrase' };
  if (follows && areOfOnePlace(blocks)) return { text, blocks, support: 'inference' };
  const kind = follows ? 'together' : 'model';
  return { text, blocks: [], objection: { kind, said: reason.trim() } };
}

/** Blocks under one heading are read together; what others only make likely together no source says. */
function areOfOnePlace([first, ...others]: readonly CitedBlock[]): boolean {
  return others.every(
    ({ documentId, heading }) => documentId === first?.documentId && heading === first.heading,
  );
}

function passageOf({ heading, text }: CitedBlock): string {
  return heading === '' ? text : `${heading}\n${text}`;
}
