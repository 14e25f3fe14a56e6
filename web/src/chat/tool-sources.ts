import type { FallbackReason, ToolSource } from '../../../src/agentloop/events.js';

/** How each reason for offering a tool is shown, and what it means. */
export const SOURCES: Readonly<
  Record<ToolSource, { label: string; tone: string; meaning: string }>
> = {
  core: { label: 'core', tone: '', meaning: 'Always offered to this agent' },
  ranked: { label: 'ranked', tone: 'info', meaning: 'Among the best matches for the message' },
  sticky: {
    label: 'from before',
    tone: 'good',
    meaning: 'Used or offered earlier in the conversation',
  },
  found: { label: 'found', tone: 'good', meaning: 'The model asked for it with find_tools' },
  fallback: {
    label: 'fallback',
    tone: 'warn',
    meaning: 'Offered because nothing was ranked',
  },
};

/** Why nothing was ranked, in words. */
export const FALLBACKS: Readonly<Record<FallbackReason, string>> = {
  no_embedder: 'The server has no embedder, so this agent’s tools are offered unranked.',
  index_building:
    'The tool index was still being built, so this agent’s tools are offered unranked. Ask again in a moment.',
  index_failed:
    'The tool index could not be built, so this agent’s tools are offered unranked. The server will retry.',
  search_failed: 'The search for tools failed, so this agent’s tools are offered unranked.',
};
