import { findReferences } from '../../../references/find-references.js';
import type { Passage } from '../../../knowledge/retrieval/search.js';
import type { StepTools } from '../research-step.js';
import type { Library } from './library.js';

/** A place of an act that leaves something to an ordinance: "in einer Rechtsverordnung nach § 24". */
export interface Delegation {
  /** As it is written. */
  raw: string;
  /** The section that enables the ordinance. */
  number: string;
}

const BEFORE = 70;
const LEAVES =
  /(?:Rechtsverordnung(?:en)?|Verordnung(?:en)?)\s+(?:(?:nach|gemäß)\s*|(?:auf\s*Grund|im\s+Sinne)\s+(?:(?:von|des)\s*)?)$|(?:ordinances?|regulations?|rules?|by-?laws?)\s+(?:(?:made|issued|adopted|enacted)\s+)?(?:under|pursuant\s+to)\s+$/i;

/** The delegations of a text, each enabling section once. */
export function findDelegations(text: string): Delegation[] {
  const found = new Map<string, Delegation>();
  for (const { start, raw, number, kind, document } of findReferences(text)) {
    if (kind !== 'section' || document !== undefined || found.has(number)) continue;
    const lead = LEAVES.exec(text.slice(Math.max(0, start - BEFORE), start))?.[0];
    if (lead !== undefined) found.set(number, { raw: `${lead}${raw}`, number });
  }
  return [...found.values()];
}

/**
 * The passages of other documents that carry out a delegation: those a search finds for what the delegating
 * section and the task speak of, and that cite that section, or the enabling one, as one of its document.
 */
export async function findCarriedOut(
  delegation: Delegation,
  from: { documentId: string; section: string | undefined; query: string },
  { tools, library, topK }: { tools: Pick<StepTools, 'search'>; library: Library; topK: number },
): Promise<Passage[]> {
  const wanted = new Set([delegation.number, from.section]);
  const numbers = [from.section, delegation.number].filter((each) => each !== undefined);
  const query = `${numbers.map((number) => `§ ${number}`).join(' ')} ${from.query}`;
  const { passages } = await tools.search(query, topK);
  const others = passages.filter(({ documentId }) => documentId !== from.documentId);
  const citing = await Promise.all(
    others.map(async ({ text }) => {
      const named = findReferences(text).filter(
        ({ number, document }) => document !== undefined && wanted.has(number),
      );
      for (const { document = '' } of named) {
        if ((await library.named(document))?.id === from.documentId) return true;
      }
      return false;
    }),
  );
  return others.filter((_, at) => citing[at]);
}
