import { readFileSync } from 'node:fs';
import type { Language } from '../stop-words.js';
import { phraseKey } from './phrase-key.js';
import { unpacked, wordIn, type NumberLists, type ThesaurusData } from './thesaurus-file.js';

/** A word that may stand for another. */
export interface RelatedWord {
  word: string;
  /** How surely, from 0 to 1. */
  share: number;
}

/** More would be a list of everything: verbs like "go" have hundreds. */
const MOST_WORDS = 120;

/** What a word of a broader group counts beside one of the same group. */
const BROADER_SHARE = 0.5;

/** How much less surely each of many senses is meant: of sixteen half as surely as of one. */
const SENSES_POWER = 0.25;

/** What the senses of another form count, which may be another word ("behalten", "Behälter"). */
const OTHER_FORM_SHARE = 0.6;

/** Looks up what words stand for each other. */
export class Thesaurus {
  private readonly ofWord: NumberLists;

  constructor(
    private readonly data: ThesaurusData,
    private readonly language: Language,
  ) {
    this.ofWord = inverted(data.groups, data.lines.length - 1);
  }

  /**
   * The words that stand for a word or a short phrase, in any form of it, and none that is a form of it, the surest
   * first: the more senses it has, the less surely each is meant.
   */
  of(phrase: string): RelatedWord[] {
    const key = phraseKey(phrase, this.language);
    const shares = new Map<string, number>();
    const add = (group: number, share: number) => {
      for (const line of listOf(this.data.groups, group).map((word) => this.line(word))) {
        if (keyIn(line) === key) continue;
        const word = wordIn(line);
        shares.set(word, Math.max(share, shares.get(word) ?? 0));
      }
    };
    for (const [group, share] of this.senses(key, phrase)) {
      add(group, share);
      for (const each of listOf(this.data.broader, group)) add(each, share * BROADER_SHARE);
    }
    const found = [...shares].map(([word, share]) => ({ word, share }));
    return found.sort((a, b) => b.share - a.share).slice(0, MOST_WORDS);
  }

  /** The groups of all words with a key, and how surely each is meant: less where another word is more like it. */
  private senses(key: string, phrase: string): Map<number, number> {
    const byLikeness = [new Set<number>(), new Set<number>(), new Set<number>()] as const;
    const end = this.data.lines.length - 1;
    for (let at = this.firstOf(key); at < end && keyIn(this.line(at)) === key; at += 1) {
      const same = byLikeness[differenceOf(wordIn(this.line(at)), phrase)];
      for (const group of listOf(this.ofWord, at)) same.add(group);
    }
    const [likest, ...others] = byLikeness.filter(({ size }) => size > 0);
    const less = others.reverse().flatMap((groups) => evenly(groups, OTHER_FORM_SHARE));
    return new Map([...less, ...evenly(likest ?? new Set(), 1)]);
  }

  /** The first line with a key, or the one that would come after it. */
  private firstOf(key: string): number {
    const { text, lines } = this.data;
    const wanted = Buffer.from(`${key}\t`);
    let [low, high] = [0, lines.length - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      const isBefore = wanted.compare(text, lines[middle], lines[middle + 1]) > 0;
      if (isBefore) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private line(number: number): string {
    const { text, lines } = this.data;
    return text.toString('utf8', lines[number], (lines[number + 1] ?? 1) - 1);
  }
}

/** 0 for the same word, 1 for a form of it, 2 for one that may be a noun of a verb. */
function differenceOf(word: string, phrase: string): 0 | 1 | 2 {
  if (word.toLowerCase() === phrase.toLowerCase()) return 0;
  return isCapital(word) === isCapital(phrase) ? 1 : 2;
}

function isCapital(word: string): boolean {
  return /^\p{Lu}/u.test(word);
}

/** Of many senses each is meant less surely. */
function evenly(groups: ReadonlySet<number>, share: number): [number, number][] {
  return [...groups].map((group) => [group, share / groups.size ** SENSES_POWER]);
}

function keyIn(line: string): string {
  return line.slice(0, line.indexOf('\t'));
}

function listOf({ starts, numbers }: NumberLists, at: number): number[] {
  return [...numbers.subarray(starts[at], starts[at + 1])];
}

/** The lists in which each number is. */
function inverted(lists: NumberLists, count: number): NumberLists {
  const starts = new Uint32Array(count + 1);
  const used = lists.numbers.subarray(0, lists.starts.at(-1));
  for (const each of used) starts[each + 1]! += 1;
  for (let at = 0; at < count; at += 1) starts[at + 1]! += starts[at]!;
  const free = starts.slice();
  const numbers = new Uint32Array(used.length);
  for (let list = 0; list < lists.starts.length - 1; list += 1) {
    for (const each of listOf(lists, list)) numbers[free[each]!++] = list;
  }
  return { starts, numbers };
}

const read = new Map<Language, Thesaurus>();

/** The thesaurus of a language, read from its file when it is first asked for. */
export function thesaurusOf(language: Language): Thesaurus {
  const kept = read.get(language);
  if (kept !== undefined) return kept;
  const file = readFileSync(new URL(`./data/${language}.br`, import.meta.url));
  const thesaurus = new Thesaurus(unpacked(file), language);
  read.set(language, thesaurus);
  return thesaurus;
}
