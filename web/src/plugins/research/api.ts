import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { defined } from '../../../../src/foundation/defined.js';
import type {
  Checkpoint,
  ResearchFailure,
} from '../../../../src/plugins/research/research.model.js';
import type { Phase, Stage } from '../../../../src/plugins/research/stages.js';
import type * as Server from '../../../../src/plugins/research/state.js';
import { getJson, isGone, postJson, remove, sextant, type Page } from '../../api/client.js';
import { t } from './texts.js';

/** What is known of a research (src/plugins/research/state.ts says what each field holds). */
export type ResearchState = Wire<Server.ResearchState>;
/** One round of clarification. */
export type ClarificationRound = Wire<Server.ClarificationRound>;
/** One item of the plan. */
export type ResearchTask = Wire<Server.ResearchTask>;
/** A passage that was kept. */
export type ContextEntry = Wire<Server.ContextEntry>;
/** A reference that was found in a text, and what became of it. */
export type FollowedReference = Wire<Server.FollowedReference>;
/** The result. */
export type Report = Wire<Server.Report>;
/** How good the report is. */
export type QualityAssessment = Wire<Server.QualityAssessment>;
/** What was taken out because it had drifted off. */
export type DriftReport = Wire<Server.DriftReport>;

/** A research in the list. */
export interface ResearchItem {
  research_id: string;
  /** The beginning of its question. */
  title: string;
  kb: string;
  kbs: string[];
  phase: Phase;
  step: Stage;
  created_at: string;
  updated_at: string;
  ended_at: string | null;
}

/** A whole research. */
export interface ResearchView extends ResearchItem {
  /** What the user is asked now. */
  checkpoint: { checkpoint_id: string; type: Checkpoint['type'] } | null;
  /** Why it ended without a report. */
  error: ResearchFailure | null;
  state: ResearchState;
}

/** What begins a research. */
export interface ResearchRequest {
  query: string;
  kbs: string[];
  language?: Server.ResearchLanguage;
  /** Given: there are no questions, and the plan is made from these. */
  research_queries?: string[];
  options?: { outside?: boolean };
}

/** A plan as it is sent; an item with an `id` is one of the plan's own. */
export interface PlanRequest {
  tasks: { id?: number; task: string; context?: string }[];
  approve: boolean;
  checkpoint_id?: string;
}

/** How many researches the list shows at once. */
export const RESEARCHES_AT_ONCE = 50;
const ROOT = '/v1/research';
const ALL = ['research'];

/** The address of a research's routes. */
export function researchPath(id: string, rest = ''): string {
  return `${ROOT}/${encodeURIComponent(id)}${rest}`;
}

/** One page of the user's researches, newest first; asked again while one of them is at work. */
export function useResearches(page: number) {
  const asked = `limit=${RESEARCHES_AT_ONCE}&offset=${page * RESEARCHES_AT_ONCE}`;
  return useQuery({
    queryKey: [...ALL, 'list', page],
    queryFn: ({ signal }) => getJson<Page<ResearchItem>>(`${ROOT}?${asked}`, signal),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.items.some(isAtWork) ? 3000 : false),
  });
}

/** One research with its whole state; `poll` asks again by itself, where its events cannot be read. */
export function useResearch(id: string, poll: boolean) {
  return useQuery({
    queryKey: [...ALL, 'one', id],
    queryFn: ({ signal }) => getJson<ResearchView>(researchPath(id), signal),
    refetchInterval: ({ state: { data, error } }) =>
      poll && data && !isEnded(data) && !isGone(error) ? 2000 : false,
  });
}

/** True where nothing happens any more. */
export function isEnded({ step }: Pick<ResearchItem, 'step'>): boolean {
  return step === 'complete' || step === 'failed' || step === 'cancelled';
}

/** True where the user is asked. */
export function waitsForUser({ step }: Pick<ResearchItem, 'step'>): boolean {
  return step === 'awaiting_reply' || step === 'awaiting_approval';
}

/** True where the server works. */
function isAtWork(item: Pick<ResearchItem, 'step'>): boolean {
  return !isEnded(item) && !waitsForUser(item);
}

/** Begins a research and answers it; with the key of an earlier try, the one that was begun by it. */
export function beginResearch(request: ResearchRequest, key: string): Promise<ResearchView> {
  return sextant.request(ROOT, { method: 'POST', body: request, key });
}

/** What the user does with a research; each asks again for what is shown of it, refused or not. */
export function useResearchActions(id: string) {
  const changed = useResearchChanged(id);
  const act = async (rest: string, body?: unknown) => {
    try {
      await postJson(researchPath(id, rest), body);
    } finally {
      await changed();
    }
  };
  return {
    reply: (text: string, checkpointId: string | undefined) =>
      act('/reply', {
        text,
        ...defined({ checkpoint_id: checkpointId }),
      }),
    plan: (plan: PlanRequest) => act('/plan', plan),
    cancel: () => act('/cancel'),
  };
}

/** Asks again for a research, and for the list. */
export function useResearchChanged(id: string): () => Promise<void> {
  const client = useQueryClient();
  return useCallback(async () => {
    void client.invalidateQueries({ queryKey: [...ALL, 'list'] });
    await client.invalidateQueries({ queryKey: [...ALL, 'one', id] });
  }, [client, id]);
}

/** Answers a function that deletes a research; `leave` leaves the view of it, if one is open. */
export function useDeleteResearch(id: string, leave: () => void): () => Promise<void> {
  const client = useQueryClient();
  return async () => {
    await remove(researchPath(id));
    leave();
    // The list alone: a view of the research that is still there would ask for what is gone.
    await client.invalidateQueries({ queryKey: [...ALL, 'list'] });
    client.removeQueries({ queryKey: [...ALL, 'one', id] });
  };
}

type Snake<S extends string> = S extends `${infer First}${infer Rest}`
  ? `${First extends Lowercase<First> ? First : `_${Lowercase<First>}`}${Snake<Rest>}`
  : S;

/** A type of the server as it comes over the wire: names in `snake_case`, times as ISO texts. */
type Wire<T> = T extends Date
  ? string
  : T extends readonly (infer Item)[]
    ? Wire<Item>[]
    : T extends object
      ? { [Key in keyof T as Key extends string ? Snake<Key> : Key]: Wire<T[Key]> }
      : T;

/** A knowledge base that can be researched. */
export interface Base {
  id: string;
  documents: number;
}

/** The knowledge base that is meant where none is named. */
export const DEFAULT_BASE = 'default_kb';

/** What a knowledge base is called. */
export function baseName(id: string): string {
  return id === DEFAULT_BASE ? t('Default') : id;
}

/** The knowledge bases that hold documents, the default one first. */
export function useBases(): readonly Base[] {
  const { data } = useQuery({
    queryKey: ['research', 'bases'],
    queryFn: ({ signal }) => getJson<Page<{ kb_id: string }>>('/v1/documents', signal),
  });
  const counts = new Map<string, number>();
  for (const { kb_id: id } of data?.items ?? []) counts.set(id, (counts.get(id) ?? 0) + 1);
  const rank = (id: string) => (id === DEFAULT_BASE ? '' : id);
  return [...counts]
    .map(([id, documents]) => ({ id, documents }))
    .sort((one, other) => rank(one.id).localeCompare(rank(other.id)));
}
