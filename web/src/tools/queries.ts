import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { getJson, postJson } from '../api/client.js';
import { requestOf, type Asked, type SelectionAnswer } from './selection.js';

/** What would be offered for a sentence; the answer before stays until the next is there. */
export function useSelection(asked: Asked) {
  const request = requestOf(asked);
  return useQuery({
    queryKey: ['tools', 'select', request],
    queryFn: () => postJson<SelectionAnswer>('/v1/agent/tools/select', request),
    enabled: asked.sentence.trim() !== '',
    placeholderData: keepPreviousData,
  });
}

/** Whether the tools are found by their own examples; takes some seconds the first time. */
export function useCatalogueCheck() {
  return useQuery({
    queryKey: ['tools', 'check'],
    queryFn: ({ signal }) => getJson<CatalogueReport>('/v1/agent/tools/check', signal),
    staleTime: 60_000,
    // Tried again at once it would fail again; the button is there for later.
    retry: false,
  });
}

/** An example that does not find its tool. */
export interface Miss {
  tool: string;
  example: string;
  rank: number;
  score: number;
  before: { name: string; score: number }[];
  always_offered: boolean;
}

/** Two tools of which one or both rank first for examples of the other. */
export interface Shadow {
  tools: [string, string];
  /** How many examples of each have the other one as the first. */
  counts: [number, number];
  mutual: boolean;
}

/** How one tool's examples fared. */
export interface ToolShare {
  name: string;
  examples: number;
  found: number;
  first: number;
  always_offered: boolean;
}

/** The check of one context. */
export interface ContextCheck {
  context_type: string;
  title: string;
  examples: number;
  found: number;
  first: number;
  misses: Miss[];
  shadows: Shadow[];
  tools: ToolShare[];
}

/** `GET /v1/agent/tools/check`. */
export interface CatalogueReport {
  top_k: number;
  held_out: boolean;
  elapsed_ms: number;
  contexts: ContextCheck[];
}
