import { firstChars } from '../foundation/first-chars.js';
import { isObject } from '../foundation/json.js';
import { missingWords } from '../language/text-coverage.js';
import {
  bestOf,
  objectsIn,
  textIn,
  type Passage,
} from '../llm/providers/palette/quote-passages.js';
import { escaped } from '../llm/providers/palette/tell-results.js';

const MOST_WORDS = 5;
const MOST_TITLES = 12;
const MAX_NAME = 120;

/**
 * What a search did not find, for people who read its passages without a model: the words of the question that stand in none
 * of them, what was searched (`searched` of the tool's answer), and editions that were left out (`left_out`).
 */
export function toldOfSearch(part: string, passages: readonly Passage[], data: unknown): string[] {
  const quoted = bestOf(part, passages);
  const searched = titlesIn(data);
  const more = searched.length - MOST_TITLES;
  const titles = `${quotedNames(searched.slice(0, MOST_TITLES))}${more > 0 ? ` and ${more} more` : ''}`;
  return [
    // A document that is asked for as a whole need not say what is to be done with it.
    ...(quoted.some(({ isOfWhole }) => isOfWhole) ? [] : notIn(part, quoted)),
    ...(searched.length === 0 ? [] : [`Searched: ${titles}.`]),
    ...objectsIn(data, 'left_out').map(({ title, successor }) => {
      const names = [quotedNames([textIn(title)]), quotedNames([textIn(successor)])];
      return `${names[0]} was left out: it says that ${names[1]} follows it.`;
    }),
  ];
}

function notIn(part: string, quoted: readonly Passage[]): string[] {
  const text = quoted.flatMap(({ place, blocks }) => [place, ...blocks.map((each) => each.text)]);
  const { words, areAll } = missingWords(part, text.join('\n'));
  if (quoted.length === 0 || words.length === 0) return [];
  if (areAll) return ['None of these passages has a word of the question.'];
  return [`Not in these passages: ${quotedNames(words.slice(0, MOST_WORDS))}.`];
}

function titlesIn(data: unknown): string[] {
  const titles = isObject(data) ? data['searched'] : undefined;
  return Array.isArray(titles) ? titles.map(textIn).filter((title) => title !== '') : [];
}

function quotedNames(names: readonly string[]): string {
  return names.map((name) => `“${escaped(firstChars(name, MAX_NAME))}”`).join(', ');
}
