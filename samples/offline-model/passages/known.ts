import type { Language } from '../../../src/language/question-language.js';
import { readData } from '../data.js';

type Pattern =
  | ('continues' | 'points' | 'leans' | 'opens' | 'lower' | 'upper')
  | ('aside' | 'asideHeading' | 'asksAside' | 'units' | 'circumstance' | 'agent' | 'exception');

/** What the model says of itself and of what it found. */
export type Saying =
  | ('who' | 'nearest' | 'nothing' | 'empty' | 'differ' | 'source' | 'and' | 'outside' | 'none')
  | ('unknown' | 'part' | 'noProvision' | 'noPlace' | 'alike')
  | ('all' | 'opened' | 'nowhere' | 'one' | 'more' | 'incomplete' | 'hello');

type File = Readonly<Record<Pattern, string>> & {
  says: Readonly<Record<Language, Readonly<Record<Saying, string>>>>;
};

const file = readData<File>(new URL('./passages.yaml', import.meta.url));

/** A pattern of `passages.yaml` by its name, with what stands behind it. */
export function pattern(name: Pattern, behind = '', flags = 'iu'): RegExp {
  return new RegExp(file[name] + behind, flags);
}

/** What the model says, in a language. */
export const { says } = file;
