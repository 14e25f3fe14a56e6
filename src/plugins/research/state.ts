import type { MissingPart } from '../../citations/check-statement.js';
import type { Usage } from '../../llm/types.js';

/** The version of {@link ResearchState} this server writes; `state-reader.ts` reads stored ones. */
export const STATE_VERSION = 3;

export type ResearchLanguage = 'de' | 'en';

export interface ResearchOptions {
  maxIterations: number;
  /** Tasks of the plan, those added on the way included, at most. */
  maxTasks: number;
  topK: number;
  /** How deep references are followed; 0 follows none. */
  maxDepth: number;
  /** Characters of passages one task may take in by following references, in tokens of about 4. */
  tokenBudget: number;
  parallelTasks: number;
  /** Of 400; a report below it is revised once. */
  qualityThreshold: number;
}

/**
 * A plain JSON value, stored after every step; a field that is not known yet is absent. No object has keys that are data, so
 * that names can be turned into the wire's by rule.
 */
export interface ResearchState {
  version: typeof STATE_VERSION;
  query: string;
  /** The knowledge base that is read, the first of them where there are several. */
  kb: string;
  /** All that are read; absent where there is one. */
  kbs?: string[];
  options: ResearchOptions;
  language?: ResearchLanguage;
  queryAnalysis?: QueryAnalysis;
  clarification: Clarification;
  researchQueries: string[];
  additionalContext: string;
  /** Set once, when clarification ends, and never changed. */
  anchor?: QueryAnchor;
  clarificationSummary: string;
  tasks: ResearchTask[];
  /** The id of the next new task: above all that ever were, also of those that are gone. */
  nextTaskId: number;
  planEdits: number;
  /** Tier 1: direct findings of high relevance. */
  primaryContext: ContextEntry[];
  /** Tier 2: of medium relevance, or reached by a reference. */
  secondaryContext: ContextEntry[];
  /** Tier 3: reached by deep references, or found in clarification. */
  tertiaryContext: ContextEntry[];
  taskSummaries: TaskSummary[];
  preservedQuotes: PreservedQuote[];
  searches: SearchRecord[];
  /** Searches outside, by the services configured when it began; absent where nobody asked for that, without any until the tasks are done. */
  outside?: { services: string[]; searches: OutsideSearch[] };
  visitedReferences: string[];
  drift?: DriftReport;
  draft?: Draft;
  quality?: QualityAssessment;
  /** Whether the one remediation round has been spent. */
  isRemediated: boolean;
  report?: Report;
  notes: string[];
  usage: Usage;
}

export interface QueryAnalysis {
  originalQuery: string;
  keyConcepts: string[];
  entities: string[];
  scope: string;
  assumedContext: string[];
  clarificationNeeded: boolean;
  refinements: string[];
}

export type TerminationReason = 'user_end' | 'max_iterations' | 'convergence' | 'skipped';

export interface Clarification {
  isActive: boolean;
  /** The round under way, from 0. */
  iteration: number;
  conversation: { role: 'user' | 'assistant'; text: string; at: string }[];
  rounds: ClarificationRound[];
  terminationReason?: TerminationReason;
}

export interface ClarificationRound {
  iteration: number;
  /** The original (or refined) question and two alternatives. */
  queries: string[];
  /** What came new in this round. */
  chunks: RetrievedChunk[];
  /** How many passages were found, repeated ones included. */
  found: number;
  /** The share of what was found that was known before, 0 to 1. */
  dedupRatio: number;
  concepts: string[];
  gaps: string[];
  /** How much of what the question needs is covered, 0 to 1. */
  coverage: number;
  questions: string[];
  /** The gap each question is about, in the same order; empty for a question about none. */
  questionGaps: string[];
  /** Gaps of which the reply says that they are not to be filled. */
  dismissedGaps?: string[];
  reply?: string;
}

export interface RetrievedChunk extends SourcePlace {
  chunkId: string;
  /** At most 2000 characters. */
  chunk: string;
  /** Of the search, 0 to 1. */
  score: number;
  query: string;
}

export interface SourcePlace {
  documentId: string;
  document: string;
  /** The headings it stands under, the highest first, joined by ` › `; empty where there are none. */
  heading: string;
  page?: number;
  /** The blocks the text is made of, in order; the first is what a reader is led to. */
  blockIds: string[];
}

/** What the research is held against, from the end of clarification on. */
export interface QueryAnchor {
  originalQuery: string;
  /** What it asks, each thing for itself; absent where that is one thing, and in older ones. */
  parts?: string[];
  detectedLanguage: ResearchLanguage;
  keyEntities: string[];
  scope: string;
  refinements: string[];
  /** ISO time. */
  createdAt: string;
}

export interface ResearchTask {
  id: number;
  task: string;
  context: string;
  subtasks: string[];
  /** `plan`: proposed; `user`: added or edited by the user; `found`: added by another task. */
  origin: 'plan' | 'user' | 'found';
  state: 'pending' | 'running' | 'done';
}

export interface OutsideSearch {
  service: string;
  query: string;
  state: 'pending' | 'done' | 'failed';
  error?: string;
  results: { title: string; url?: string; text?: string; date?: string }[];
}

/** 1 direct and relevant, 2 supporting, 3 background. */
export type Tier = 1 | 2 | 3;

export interface ContextEntry extends SourcePlace {
  chunkId: string;
  /** At most 2000 characters. */
  chunk: string;
  extractedInfo: string;
  /** Of the search, 0 to 1. */
  relevanceScore: number;
  contextTier: Tier;
  /** What it counts in the report, 0 to 1. */
  contextWeight: number;
  /** 0 for a search's own hit; one more for each reference followed. */
  depth: number;
  sourceType: 'vector_search' | 'reference' | 'hitl';
  /** The task that found it; absent for what clarification found. */
  taskId?: number;
  /** The reference as it was written, for what was reached by one. */
  reference?: string;
}

export interface PreservedQuote {
  quote: string;
  source: string;
  documentId: string;
  blockId: string;
  page?: number;
  relevanceReason: string;
  taskId?: number;
}

export interface TaskSummary {
  taskId: number;
  task: string;
  summary: string;
  keyFindings: string[];
  documents: string[];
  /** To the anchor, 0 to 1. */
  relevanceScore: number;
}

export interface SearchRecord {
  taskId: number;
  query: string;
  chunks: { chunkId: string; documentId: string; document: string; page?: number; score: number }[];
  references: FollowedReference[];
}

export interface FollowedReference {
  /** Normalised; what {@link ResearchState.visitedReferences} holds. */
  key: string;
  raw: string;
  type: 'section' | 'document' | 'external';
  /** 1 for a reference in a search's own hit. */
  depth: number;
  found: boolean;
  fromChunkId: string;
  chunkIds: string[];
  /** The headings of the place it leads to, as in {@link SourcePlace}; absent where it leads nowhere. */
  heading?: string;
  /** Why it was not followed: `not_in_knowledge_base`, `no_such_heading`, `no_text`, `already_read`, `level_full` or `budget`. */
  reason?: string;
}

export interface DriftReport {
  checked: number;
  removed: number;
  /** removed / checked, 0 when nothing was checked. */
  ratio: number;
  warning?: string;
  items: { chunkId: string; document: string; contextTier: Tier; score: number }[];
}

export interface Draft {
  title: string;
  /** Statements cite evidence by its number: 1 is the first of {@link Draft.evidence}. */
  sections: ReportSection[];
  /** The chunk ids of the context entries the draft was written from, in the order they are numbered. */
  evidence: string[];
}

export interface QualityAssessment {
  /** Four, each 0 to 100. */
  dimensions: { name: string; score: number; reason: string }[];
  complaints?: string[];
  /** The parts of the question and the approved tasks, and whether a supported statement answers each; absent in older ones. */
  parts?: { question: string; isAnswered: boolean }[];
  /** 0 to 400. */
  total: number;
  threshold: number;
  isPassed: boolean;
}

export interface Report {
  title: string;
  language: ResearchLanguage;
  sections: ReportSection[];
  sources: ReportSource[];
  quality?: QualityAssessment;
  /** What was found outside, each marked so; no statement rests on it. Absent where nothing was searched there. */
  outside?: ReportPart;
  /** What nothing was found for, each a sentence with what was searched; absent where there is no such part. */
  notFound?: ReportPart;
  /** What was searched, what was not, and the state of the texts; absent in reports from before this was kept. */
  scope?: ReportPart;
  notes: string[];
}

/** Sentences under a heading of their own that rest on no source. */
export interface ReportPart {
  heading: string;
  items: string[];
}

export interface ReportSection {
  heading: string;
  statements: ReportStatement[];
}

/** In a source's words; as one says; as those of one place say together; or nobody has checked. */
export type SupportKind = 'quote' | 'paraphrase' | 'inference' | 'not_checked';

/** What stands nowhere there; or it does not follow (`model`), or only from places together that are not of one provision (`together`). */
export interface Objection {
  kind: MissingPart['kind'] | 'model' | 'together';
  /** What stands nowhere there, or the model's reason. */
  said: string;
}

/** One statement and what it rests on; without sources it is unsupported, and marked so. */
export interface ReportStatement {
  text: string;
  /** Numbers of {@link Report.sources}. */
  sources: number[];
  /** Absent without sources, and in reports from before this was kept. */
  support?: SupportKind;
  /** Absent with sources, and where it cites none. */
  objection?: Objection;
}

export interface ReportSource extends Omit<Explanation, 'words' | 'level'> {
  number: number;
  document: string;
  page?: number;
  /** The knowledge base it is in; absent where only one is read. */
  kb?: string;
  contextTier: Tier;
  /** The words that the quote refers to, each level 1 followed by its own; absent where it refers to none. */
  explains?: Explanation[];
}

/** What a quote refers to: "sentence 2", "§ 5 (31)", or the definition of a term that it uses. */
export interface Explanation {
  /** The words of the quote: the reference as it is written, or the term. */
  words: string;
  documentId: string;
  blockId: string;
  /** Where it stands, as people cite it: "§ 127 Abs. 1 S. 2 StrlSchG"; absent where no heading has a number. */
  place?: string;
  /** Whole sentences; where something in the middle is left out stands " … ". */
  quote: string;
  level: 1 | 2;
}

/** What one task brought; merged into the state by `ResearchSteps.collect`. */
export interface TaskResult {
  taskId: number;
  entries: ContextEntry[];
  quotes: PreservedQuote[];
  searches: SearchRecord[];
  visitedReferences: string[];
  summary: TaskSummary;
  /** Tasks it proposes to add; the first that fit under the limit are. */
  newTasks: { task: string; context: string }[];
  notes: string[];
}

export function byTier(entries: readonly ContextEntry[]) {
  const tier = (wanted: Tier) => entries.filter(({ contextTier }) => contextTier === wanted);
  return { primaryContext: tier(1), secondaryContext: tier(2), tertiaryContext: tier(3) };
}
