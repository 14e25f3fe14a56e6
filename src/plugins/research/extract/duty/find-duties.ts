import type { Block } from '../../../../knowledge/blocks.js';
import type { StepTools } from '../../research-step.js';
import type { DutyFinding, DutyPart, ResearchLanguage } from '../../state.js';
import { says } from '../../text/asked-for.js';
import type { Term } from '../../text/terms.js';
import { findPart, type OutlinePart } from '../document-outline.js';
import type { Library } from '../library.js';
import { clausesNaming, type Clause } from './citing-clauses.js';
import { ownClauses, statesDuty } from './own-clauses.js';
import type { DutyEvidence, Provision } from './provision.js';
import { openings, quotedBlocks, quotedWithOpening } from './quoted-blocks.js';

/** Where a document says what follows from a breach or who decides: words of such clauses, in both languages. */
const QUERIES = [
  'Bußgeldvorschriften: Ordnungswidrig handelt, wer vorsätzlich oder fahrlässig entgegen',
  'fines and offences: who violates this section pays a fine, penalty',
] as const;
const AMONG = 12;
/** So many documents are read for clauses that name a provision, and so many blocks of each. */
const MOST_DOCUMENTS = 4;
const MOST_BLOCKS = 20_000;
const AMOUNTS = 2;
/** So much is taken of each part of duties, over all provisions: a report has room for so many. */
const MOST: Readonly<Record<DutyPart, number>> = {
  who: 4,
  deadline: 4,
  exception: 6,
  sanction: 10,
};
const MONEY =
  /(?:\d|tausend|hundert|thousand|hundred)[^.]{0,40}(?:euro|eur\b|€|dollar|pound)|\bclass \d/i;

/** What is looked for in clauses, and with what. */
export interface DutySearch {
  tools: Pick<StepTools, 'search'>;
  library: Library;
  /** What the question speaks of. */
  terms: readonly Term[];
  language: ResearchLanguage;
}

/**
 * What belongs to the duties of some provisions: who has them or decides, by when, with which exceptions, and what
 * follows from a breach. Read are the provisions themselves, and every clause that names one of them, in its own
 * document and in others with clauses on fines. A finding says of each provision what was found and what was not.
 */
export async function findDuties(
  provisions: readonly Provision[],
  search: DutySearch,
): Promise<{ evidence: DutyEvidence[]; findings: DutyFinding[] }> {
  if (provisions.length === 0) return { evidence: [], findings: [] };
  const { library } = search;
  const findings = new Map<Provision, DutyFinding>();
  const evidence: DutyEvidence[] = [];
  const left = { ...MOST };
  const add = (provision: Provision, own: DutyEvidence, blockId = own.blockIds[0] ?? '') => {
    const { role: part, documentId, blockIds, chunkId } = own;
    findings.get(provision)?.found.push({ part, documentId, blockId, blockIds });
    // One clause may name several provisions.
    const isTaken = evidence.some((each) => each.role === part && each.chunkId === chunkId);
    if (isTaken || left[part] === 0) return;
    left[part] -= 1;
    evidence.push(own);
  };
  const documents = await documentsFor(provisions, search);
  const searched = await Promise.all(documents.map((id) => library.titleOf(id)));
  for (const provision of provisions) {
    const own = await readProvision(provision, search);
    if (own === undefined) continue;
    if (own.isDuty) findings.set(provision, { ...own.place, found: [], searched });
    for (const each of own.isDuty ? own.evidence : []) add(provision, each);
  }
  const taken = new Map<string, number>();
  for (const id of documents) {
    const { blocks } = await library.outline(id);
    const read = { id, blocks: blocks.slice(0, MOST_BLOCKS) };
    const clauses = await clausesNaming(provisions, read, { library, taken });
    const document = await library.titleOf(id);
    for (const { at, provision, sentence, ...clause } of withAmounts(clauses, read.blocks)) {
      if (clause.role !== 'sanction' && !findings.has(provision)) continue;
      const heading = headingOf(blocks[at]);
      const place = { documentId: id, document, heading };
      const { relevance } = provision;
      const found = {
        ...quotedWithOpening(read.blocks, at, place, sentence),
        ...clause,
        relevance,
      };
      add(provision, found, blocks[at]?.id);
    }
  }
  return { evidence, findings: [...findings.values()] };
}

/** The documents of the provisions, and those that say what follows from a breach. */
async function documentsFor(
  provisions: readonly Provision[],
  { tools }: DutySearch,
): Promise<string[]> {
  const found = new Set(provisions.map(({ documentId }) => documentId));
  for (const query of QUERIES) {
    const { passages } = await tools.search(query, AMONG);
    for (const { documentId, headingPath, text } of passages) {
      if (says([...headingPath, text].join(' '), 'sanction')) found.add(documentId);
    }
  }
  return [...found].slice(0, MOST_DOCUMENTS);
}

/** A provision with what it says of its duty itself; undefined where its document has no such heading. */
async function readProvision(
  { documentId, section, relevance }: Provision,
  { library, terms, language }: DutySearch,
) {
  const { blocks, parts } = await library.outline(documentId);
  const part = findPart({ blocks, parts }, { kind: 'section', number: section });
  if (part === undefined) return undefined;
  const texts = blocks.slice(part.from, part.end).filter(({ kind }) => kind !== 'heading');
  const heading = pathOf(part);
  const place = { documentId, document: await library.titleOf(documentId), heading };
  const reference = part.heading.text;
  const evidence = ownClauses(texts, { terms, language }).map(({ role, quote, blocks: own }) => {
    const found = quotedBlocks(own, place);
    // One block may say several parts of a duty: each is a finding of its own.
    return { ...found, chunkId: `${found.chunkId}:${role}`, role, quote, reference, relevance };
  });
  return { place, isDuty: statesDuty(texts), evidence };
}

/** The clauses with what their part says of the amount of a fine, beside the clauses themselves. */
function withAmounts(clauses: readonly Clause[], blocks: readonly Block[]): Clause[] {
  const sanctions = clauses.filter(({ role }) => role === 'sanction');
  const known = new Set(clauses.flatMap(({ at }) => [...openings(blocks, at), at]));
  const amounts = new Map<string, Clause[]>();
  for (const clause of sanctions) {
    const heading = headingOf(blocks[clause.at]);
    if (amounts.has(heading)) continue;
    const own = blocks.flatMap((block, at) => {
      const isAmount =
        block.kind !== 'heading' &&
        headingOf(block) === heading &&
        !known.has(at) &&
        MONEY.test(block.text) &&
        says(block.text, 'sanction');
      return isAmount ? [{ ...clause, at }] : [];
    });
    amounts.set(heading, own.slice(0, AMOUNTS));
  }
  return [...clauses, ...[...amounts.values()].flat()];
}

function headingOf(block: Block | undefined): string {
  return (block?.headingPath ?? []).join(' › ');
}

function pathOf({ heading }: OutlinePart): string {
  return [...heading.headingPath, heading.text].join(' › ');
}
