import type { Language } from '../language/question-language.js';
import { readData } from '../data.js';

type Pattern = ('continues' | 'points' | 'leans' | 'opens') | ('aside' | 'units');

/** What the model says of itself and of what it found. */
export type Saying =
  | ('who' | 'hello' | 'nothing' | 'unknown' | 'nearest' | 'differ' | 'part' | 'and' | 'source')
  | ('noProvision' | 'noPlace' | 'alike' | 'empty' | 'one' | 'more' | 'incomplete')
  | ('all' | 'opened' | 'outside' | 'nowhere');
export type Says = Readonly<Record<Saying, string>>;

type File = Readonly<Record<Pattern, string>> & { says: Readonly<Record<Language, Says>> };

const file = readData<File>(new URL('./passages.yaml', import.meta.url));

/** A pattern of `passages.yaml` by its name, with what stands behind it. */
export function pattern(name: Pattern, behind = '', flags = 'iu'): RegExp {
  return new RegExp(file[name] + behind, flags);
}

/** What the model says, in a language. */
export const { says } = file;
