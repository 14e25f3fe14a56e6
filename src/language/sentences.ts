import type { Language } from './question-language.js';

const segmenters: Readonly<Record<Language, Intl.Segmenter>> = {
  de: new Intl.Segmenter('de', { granularity: 'sentence' }),
  en: new Intl.Segmenter('en', { granularity: 'sentence' }),
};

/** Where a full stop ends no sentence. */
const ABBREVIATION =
  /(?:^|[\s(])(?:Abs|Nr|Nrn|Art|S|Buchst|Anl|Kap|vgl|bzw|ggf|ca|inkl|z|B|u|a|d|h|i|V|m|No|Nos|Sec|Sect|Ch|Fig|cf|e\.g|i\.e|St|\d{1,3})\.\s*$/u;

export function sentencesOf(text: string, language: Language): string[] {
  const sentences: string[] = [];
  let open = '';
  for (const { segment } of segmenters[language].segment(text)) {
    open += segment;
    if (ABBREVIATION.test(open)) continue;
    if (open.trim() !== '') sentences.push(open.trim());
    open = '';
  }
  if (open.trim() !== '') sentences.push(open.trim());
  return sentences;
}

/** A text without accents and umlauts, "ß" as "ss": as the German dictionary's stems are. */
export function withoutAccents(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').replaceAll('ß', 'ss');
}

export function countWords(text: string): number {
  return text.match(/\S+/g)?.length ?? 0;
}
