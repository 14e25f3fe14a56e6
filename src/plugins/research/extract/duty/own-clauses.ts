import type { Block } from '../../../../knowledge/blocks.js';
import type { DutyPart, ResearchLanguage } from '../../state.js';
import { says } from '../../text/asked-for.js';
import { LEFT_OUT, statementsOf } from '../../text/statements.js';
import { shareSpoken, type Term } from '../../text/terms.js';
import { definesWho, obliges } from './clause-words.js';

/** What a provision says itself of its duty. */
export interface OwnClause {
  role: Exclude<DutyPart, 'sanction'>;
  quote: string;
  blocks: Block[];
}

/** So many clauses of a provision are taken for each part of its duty, those with most of what is asked. */
const MOST: Readonly<Record<OwnClause['role'], number>> = { who: 2, deadline: 3, exception: 3 };
const QUOTE_CHARS = 700;

const isOf: Readonly<Record<OwnClause['role'], (text: string) => boolean>> = {
  who: (text) => obliges(text) || definesWho(text),
  deadline: (text) => says(text, 'deadline'),
  exception: (text) => says(text, 'exception'),
};

/** Whether a provision lays a duty on somebody. */
export function statesDuty(blocks: readonly Block[]): boolean {
  return blocks.some(({ text }) => obliges(text));
}

/** Who, by when and with which exceptions, in a provision's own words; each with what it lists. */
export function ownClauses(
  blocks: readonly Block[],
  { terms, language }: { terms: readonly Term[]; language: ResearchLanguage },
): OwnClause[] {
  const lines = blocks.map((block) => ({ block, text: oneLine(block.text) }));
  const text = lines.map((line) => line.text).join('\n');
  const worth = (line: string) => shareSpoken(terms, line, language);
  const said = statementsOf(text, { language, most: QUOTE_CHARS, worth })
    .filter((each) => each.isWhole && each.text.length <= QUOTE_CHARS)
    .map((each) => ({ quote: each.text, worth: worth(each.text) }));
  const roles = Object.keys(MOST) as OwnClause['role'][];
  return roles.flatMap((role) =>
    said
      .filter(({ quote }) => isOf[role](quote))
      .toSorted((a, b) => b.worth - a.worth)
      .filter(
        (_, at, all) =>
          role !== 'who' || at === firstOf(definesWho, all) || at === firstOf(obliges, all),
      )
      .slice(0, MOST[role])
      .map(({ quote }) => {
        const parts = quote.split(LEFT_OUT).flatMap((part) => part.split('\n'));
        const own = lines.filter((line) => parts.some((part) => line.text.includes(part)));
        return { role, quote, blocks: own.map(({ block }) => block) };
      }),
  );
}

/** One that says who is meant and one that says what he has to do are enough: the best of each. */
function firstOf(is: (text: string) => boolean, said: readonly { quote: string }[]): number {
  return said.findIndex(({ quote }) => is(quote));
}

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
