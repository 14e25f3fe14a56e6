import type { Embedder } from '../toolindex/embedder.js';
import { searchConfigs } from './language.js';

/** Whether an embedder's vectors say something of texts in this language. */
export function canRead(
  { languages }: Pick<Embedder, 'languages'>,
  language: 'en' | 'de',
): boolean {
  return languages?.includes(language) ?? true;
}

/** The text search configurations of the languages that an embedder reads; texts of no known language are among them. */
export function readableConfigs(embedder: Pick<Embedder, 'languages'>): string[] {
  const read = (['en', 'de'] as const).filter((language) => canRead(embedder, language));
  return [...read, 'simple' as const].map((language) => searchConfigs[language]);
}
