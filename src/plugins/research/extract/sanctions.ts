import { defined } from '../../../foundation/defined.js';
import { firstChars } from '../../../foundation/first-chars.js';
import { findReferences } from '../../../references/find-references.js';
import { openingOf } from '../../../references/list-openings.js';
import type { Block } from '../../../knowledge/blocks.js';
import type { StepTools } from '../research-step.js';
import { says } from '../text/asked-for.js';
import { LEFT_OUT, withoutJoint } from '../text/statements.js';
import type { Library } from './library.js';
import type { OutlinePart } from './document-outline.js';
import { MAX_TEXT_CHARS, type ReferencedText } from './resolve-reference.js';

/** A section that says what is to be done, and how much it has to do with what is looked for. */
export interface Provision {
  documentId: string;
  section: string;
  relevance: number;
}

/** What follows when a provision is not met. */
export interface Sanction extends ReferencedText {
  /** As it is to be quoted: with the words it continues. */
  quote: string;
  /** How it names the provision. */
  reference: string;
  /** Of the provision. */
  relevance: number;
}

/** Where a document says what follows from a breach: words of such clauses, in the language of the provision. */
const QUERIES = {
  de: 'Bußgeldvorschriften: Ordnungswidrig handelt, wer vorsätzlich oder fahrlässig entgegen',
  en: 'fines and offences: who violates this section pays a fine, penalty',
} as const;
const AMONG = 12;
const MOST_PARTS = 8;
const MOST_PER_PROVISION = 4;
/** So many blocks of one part are read. */
const MOST_BLOCKS = 600;
const AMOUNTS = 2;
const MONEY =
  /(?:\d|tausend|hundert|thousand|hundred)[^.]{0,40}(?:euro|eur\b|€|dollar|pound)|\bclass \d/i;

/**
 * The clauses of a knowledge base that name one of the provisions as what is not to be broken ("who, contrary to
 * § 70 (1), …"), each with the words it continues, and what the same part says of the amount. They never name the
 * provision's subject, so that no search for it finds them.
 */
export async function findSanctions(
  provisions: readonly Provision[],
  { tools, library }: { tools: Pick<StepTools, 'search'>; library: Library },
): Promise<Sanction[]> {
  if (provisions.length === 0) return [];
  const found: Sanction[] = [];
  const times = new Map<Provision, number>();
  for (const { documentId, heading } of await partsOfSanctions(tools)) {
    const outline = await library.outline(documentId);
    const part = outline.parts.find((each) => pathOf(each) === heading);
    if (part === undefined) continue;
    const end = Math.min(part.end, part.from + MOST_BLOCKS);
    const blocks = outline.blocks.slice(part.from, end).filter(isText);
    const document = await library.titleOf(documentId);
    const place = { documentId, document, heading };
    const clauses = await clausesIn(blocks, { documentId, provisions, library, times });
    const [first] = clauses;
    if (first === undefined) continue;
    const amounts = amountsIn(blocks, clauses).map((at) => ({ ...first, at }));
    for (const { at, ...names } of [...clauses, ...amounts]) {
      found.push({ ...textOf(blocks, at, place), ...names });
    }
  }
  return found;
}

/** What the part says of the amount, beside the clauses themselves. */
function amountsIn(blocks: readonly Block[], clauses: readonly Clause[]): number[] {
  const known = new Set(clauses.flatMap(({ at }) => [...openings(blocks, at), at]));
  const amounts = blocks.flatMap(({ text }, at) => {
    return !known.has(at) && MONEY.test(text) && says(text, 'sanction') ? [at] : [];
  });
  return amounts.slice(0, AMOUNTS);
}

/** A block that names a provision as not to be broken. */
interface Clause {
  at: number;
  reference: string;
  relevance: number;
}

/** The parts of documents that a search for clauses on fines finds, the best first. */
async function partsOfSanctions(
  tools: Pick<StepTools, 'search'>,
): Promise<{ documentId: string; heading: string }[]> {
  const parts = new Map<string, { documentId: string; heading: string }>();
  for (const query of Object.values(QUERIES)) {
    const { passages } = await tools.search(query, AMONG);
    for (const { documentId, headingPath, text } of passages) {
      if (!says([...headingPath, text].join(' '), 'sanction')) continue;
      const heading = headingPath.join(' › ');
      parts.set(`${documentId} ${heading}`, { documentId, heading });
    }
  }
  return [...parts.values()].slice(0, MOST_PARTS);
}

/** The blocks that name a provision where it says, or the words it continues say, what follows from a breach. */
async function clausesIn(
  blocks: readonly Block[],
  {
    documentId,
    provisions,
    library,
    times,
  }: {
    documentId: string;
    provisions: readonly Provision[];
    library: Library;
    times: Map<Provision, number>;
  },
): Promise<Clause[]> {
  const found: Clause[] = [];
  for (const [at, { text }] of blocks.entries()) {
    const whole = [...openings(blocks, at), at].map((each) => blocks[each]?.text ?? '').join(' ');
    if (!says(whole, 'sanction')) continue;
    for (const { kind, number, document, raw } of findReferences(text)) {
      if (kind !== 'section') continue;
      const named = document === undefined ? documentId : (await library.named(document))?.id;
      const meant = provisions.find((each) => {
        return each.section === number && each.documentId === named;
      });
      const before = meant === undefined ? MOST_PER_PROVISION : (times.get(meant) ?? 0);
      if (meant === undefined || before >= MOST_PER_PROVISION) continue;
      times.set(meant, before + 1);
      found.push({ at, reference: raw, relevance: meant.relevance });
      break;
    }
  }
  return found;
}

function textOf(
  blocks: readonly Block[],
  at: number,
  place: { documentId: string; document: string; heading: string },
): ReferencedText & { quote: string } {
  const own = [...openings(blocks, at), at].flatMap((each) => blocks[each] ?? []);
  const page = own.at(-1)?.page;
  const quote = own
    .map(({ text, position }, which) => {
      const next = own[which + 1];
      if (next === undefined) return which === 0 ? text : withoutJoint(text);
      return `${text}${next.position === position + 1 ? '\n' : LEFT_OUT}`;
    })
    .join('');
  return {
    ...place,
    ...defined({ page }),
    chunkId: own.at(-1)?.id ?? '',
    blockIds: own.map(({ id }) => id),
    chunk: firstChars(own.map(({ text }) => text).join('\n'), MAX_TEXT_CHARS),
    quote,
  };
}

function openings(blocks: readonly Block[], at: number): number[] {
  return openingOf(
    blocks.map(({ text }) => text),
    at,
  );
}

function pathOf({ heading }: OutlinePart): string {
  return [...heading.headingPath, heading.text].join(' › ');
}

function isText({ kind }: Block): boolean {
  return kind !== 'heading';
}
