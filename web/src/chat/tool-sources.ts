import type { FallbackReason, ToolSource } from '../../../src/agentloop/events.js';
import { t } from '../texts/core.js';

/** How each reason for offering a tool is shown, and what it means. */
export const SOURCES = (): Readonly<
  Record<ToolSource, { label: string; tone: string; meaning: string }>
> => ({
  core: { label: t('core'), tone: '', meaning: t('Always offered to this agent') },
  ranked: {
    label: t('ranked'),
    tone: 'info',
    meaning: t('Among the best matches for the message'),
  },
  sticky: {
    label: t('from before'),
    tone: 'good',
    meaning: t('Used or offered earlier in the conversation'),
  },
  found: { label: t('found'), tone: 'good', meaning: t('The model asked for it with find_tools') },
  fallback: {
    label: t('fallback'),
    tone: 'warn',
    meaning: t('Offered because nothing was ranked'),
  },
});

/** Why nothing was ranked, in words. */
export const FALLBACKS = (): Readonly<Record<FallbackReason, string>> => ({
  no_embedder: t('The server has no embedder, so this agent’s tools are offered unranked.'),
  index_building: t(
    'The tool index was still being built, so this agent’s tools are offered unranked. Ask again in a moment.',
  ),
  index_failed: t(
    'The tool index could not be built, so this agent’s tools are offered unranked. The server will retry.',
  ),
  search_failed: t('The search for tools failed, so this agent’s tools are offered unranked.'),
});
