import type { CatalogueReport } from '../../toolcheck/catalogue-check.js';

/** A report of the catalogue check in wire names (docs/routes.md). */
export function toWireReport({ topK, elapsedMs, contexts }: CatalogueReport) {
  return {
    top_k: topK,
    held_out: true,
    elapsed_ms: Math.round(elapsedMs),
    contexts: contexts.map(({ contextType, title, misses, tools, ...rest }) => ({
      context_type: contextType,
      title,
      ...rest,
      misses: misses.map(({ alwaysOffered, ...miss }) => ({
        ...miss,
        always_offered: alwaysOffered,
      })),
      tools: tools.map(({ alwaysOffered, ...tool }) => ({
        ...tool,
        always_offered: alwaysOffered,
      })),
    })),
  };
}
