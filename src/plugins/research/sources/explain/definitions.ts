import type { Block } from '../../../../knowledge/blocks.js';
import { wordsOf } from '../../../../language/question-language.js';
import { stemOf } from '../../../../language/word-stems.js';
import type { Outline } from '../../extract/document-outline.js';
import type { ResearchLanguage } from '../../state.js';

/** A term that a document defines, and the block that does. */
export interface Definition {
  term: string;
  /** The stems of its words, joined by blanks. */
  stems: string;
  block: Block;
}

const HEADS =
  /begriffsbestimmung|begriffe(?!\p{L})|definition|(?<!\p{L})terms$|interpretation|meaning/iu;
/** "(31) Rückstände: …", "3. Betreiber: …". */
const NAMED_FIRST = /^(?:\(\w{1,4}\)|\w{1,4}[.)])\s([^:.;!?]{2,80}):(?:\s|$)/u;
/** "(2) a berth is …", "“Berth” means …": numbered or in marks; those of emphasis may be left of its source. */
const SAID_TO_BE =
  /^(?:(?:\(\w{1,4}\)|\w{1,3}[.)])\s(?:(?:an?|the|der|die|das|ein|eine)\s)?["“„_*']{0,2}|["“„])(\p{L}[\p{L} -]{2,50}?)["”“_*']{0,2}\s(?:is|are|means|mean|ist|sind|bedeutet)\s/iu;
const LONGEST_TERM = 5;

/** What a document's parts on terms define. */
export function definitionsIn(
  { blocks, parts }: Outline,
  language: ResearchLanguage,
): Definition[] {
  const found = new Map<string, Definition>();
  for (const { heading, from, end } of parts) {
    if (!HEADS.test(heading.text)) continue;
    for (const block of blocks.slice(from, end)) {
      if (block.kind === 'heading') continue;
      const line = block.text.replace(/\s+/g, ' ').slice(0, 160);
      const term = (NAMED_FIRST.exec(line) ?? SAID_TO_BE.exec(line))?.[1]?.trim();
      if (term === undefined || wordsOf(term).length > LONGEST_TERM) continue;
      const stems = stemsIn(term, language);
      if (stems !== '' && !found.has(stems)) found.set(stems, { term, stems, block });
    }
  }
  return [...found.values()];
}

/** The terms that a text uses, the longer ones first: they say more. */
export function termsUsed(
  text: string,
  definitions: readonly Definition[],
  language: ResearchLanguage,
): Definition[] {
  const said = ` ${stemsIn(text, language)} `;
  return definitions
    .filter(({ stems }) => said.includes(` ${stems} `))
    .toSorted((a, b) => b.stems.length - a.stems.length);
}

function stemsIn(text: string, language: ResearchLanguage): string {
  return wordsOf(text)
    .map((word) => stemOf(word, language))
    .join(' ');
}
