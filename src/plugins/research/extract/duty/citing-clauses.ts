import type { Block } from '../../../../knowledge/blocks.js';
import { findReferences } from '../../../../references/find-references.js';
import { sentencesOf } from '../../../../language/sentences.js';
import type { DutyPart } from '../../state.js';
import { says } from '../../text/asked-for.js';
import type { Library } from '../library.js';
import { isExceptionTo, isTimeFor, saysCompetence } from './clause-words.js';
import type { Provision } from './provision.js';
import { openings } from './quoted-blocks.js';

/** A block that names a provision, and what it says of its duty. */
export interface Clause {
  at: number;
  role: DutyPart;
  provision: Provision;
  /** As it is written. */
  reference: string;
  /** What of the block says it; absent where all of it does. */
  sentence?: string;
}

/** So many clauses are taken for each part of a duty. */
const MOST: Readonly<Record<DutyPart, number>> = { who: 2, deadline: 2, exception: 3, sanction: 4 };
/** Numbers between the ends of a range are not written. */
const RANGE = /(?:§§|sections?|articles?|artikeln?)\s[^.;]{1,60}(?:bis|to|through|[–—])/iu;

/**
 * The clauses of a document that name one of the provisions and say who decides, by when, what is excepted, or what
 * follows from a breach. They seldom name the provision's subject, so that no search for it finds them.
 */
export async function clausesNaming(
  provisions: readonly Provision[],
  document: { id: string; blocks: readonly Block[] },
  { library, taken }: { library: Library; taken: Map<string, number> },
): Promise<Clause[]> {
  const found: Clause[] = [];
  const isNamed = (text: string) =>
    provisions.some(({ section }) => text.includes(section)) || RANGE.test(text);
  for (const [at, { kind, text }] of document.blocks.entries()) {
    if (kind === 'heading' || !isNamed(text)) continue;
    for (const clause of await clausesAt(at, document, { provisions, library })) {
      const key = `${clause.provision.documentId} ${clause.provision.section} ${clause.role}`;
      const before = taken.get(key) ?? 0;
      if (before >= MOST[clause.role]) continue;
      taken.set(key, before + 1);
      found.push(clause);
    }
  }
  return found;
}

/** What a block says of each provision that it names. */
async function clausesAt(
  at: number,
  { id, blocks }: { id: string; blocks: readonly Block[] },
  { provisions, library }: { provisions: readonly Provision[]; library: Library },
): Promise<Clause[]> {
  const text = blocks[at]?.text ?? '';
  const opening = openings(blocks, at).map((each) => blocks[each]?.text ?? '');
  const lead = opening.length === 0 ? '' : `${opening.join(' ')} `;
  const found = new Map<Provision, Clause>();
  for (const { kind, number, document, raw, start } of findReferences(text)) {
    if (kind !== 'section') continue;
    const numbered = provisions.filter(({ section }) => section === number);
    if (numbered.length === 0) continue;
    const named = document === undefined ? id : (await library.named(document))?.id;
    const provision = numbered.find(({ documentId }) => documentId === named);
    if (provision === undefined || found.has(provision)) continue;
    const said = saidOf(lead, { text, start });
    if (said !== undefined) found.set(provision, { at, ...said, provision, reference: raw });
  }
  return [...found.values()];
}

/** What a text says of the provision that it names at `start`: in an item of a list, with the words before the list. */
function saidOf(
  lead: string,
  { text, start }: { text: string; start: number },
): Pick<Clause, 'role' | 'sentence'> | undefined {
  const whole = `${lead}${text}`;
  if (says(whole, 'sanction')) return { role: 'sanction' };
  const { sentence, from } = sentenceAt(text, start);
  const clause = `${lead}${sentence}`;
  const place = lead.length + start - from;
  if (isExceptionTo(clause, place)) return { role: 'exception', sentence };
  if (saysCompetence(clause)) return { role: 'who', sentence };
  return isTimeFor(clause, place) ? { role: 'deadline', sentence } : undefined;
}

/** The sentence around a place, and where it begins. */
function sentenceAt(text: string, place: number): { sentence: string; from: number } {
  let from = 0;
  for (const sentence of sentencesOf(text, 'de')) {
    from = text.indexOf(sentence, from);
    if (from + sentence.length > place) return { sentence, from };
    from += sentence.length;
  }
  return { sentence: text, from: 0 };
}
