import { toolsFor, type ToolCall } from '../../agenttools/tool.js';
import type { VariantServices } from '../../citations/query-variants.js';
import type { Knowledge } from '../../knowledge/knowledge.js';
import type { PgOutsideStore, OutsideAnswer } from '../../knowledge/outside/outside.store.js';
import type { createPerplexitySearch } from '../../knowledge/outside/perplexity.js';
import type { Slot } from '../../agenttools/run-scratch.js';
import type { Evidence } from '../../citations/evidence.js';

export interface KnowledgeServices extends VariantServices {
  knowledge: Knowledge;
  outside: { store: PgOutsideStore; search: ReturnType<typeof createPerplexitySearch> | undefined };
}

export type KnowledgeCall = ToolCall & KnowledgeServices;

/** The latest answer from outside in this run: what keywords are for when the model names none. */
export const lastOutsideSlot: Slot<{ resultId?: string }> = { make: () => ({}) };

export const knowledgeTool = toolsFor<KnowledgeServices>('knowledge');

const MARKER = /\[(\d{1,3})\]/g;

/** An answer from outside, its pages as sources of this run under the run's numbers. */
export function numberedAnswer({ answer, pages }: OutsideAnswer, evidence: Evidence) {
  const numbers = pages.map((page) =>
    page.url === '' ? undefined : evidence.addPage(page, answer),
  );
  return {
    answer: answer.replace(MARKER, (_marker, digits: string) => {
      const number = numbers[Number(digits) - 1];
      return number === undefined ? '' : `[${number}]`;
    }),
    citations: pages.flatMap(({ url, title }, at) => {
      const number = numbers[at];
      return number === undefined ? [] : [{ number, url, title }];
    }),
  };
}
