import type { Mark } from './rule-graph-parts.js';
import { t } from './texts.js';

/** What an update does to something, in a word. */
export function markWords(mark: Mark): string {
  return { added: t('added'), removed: t('removed'), changed: t('changed') }[mark];
}
