import type { Usage } from '../../../llm/types.js';
import type { Tier } from '../extract/tiers.js';
import type { ResearchLanguage } from '../state.js';

/** A text that was found, as a judge reads it. */
export interface Excerpt {
  /** The document's title. */
  title: string;
  headingPath: readonly string[];
  text: string;
}

/** What the clarification knows when it continues. */
export interface Inquiry {
  question: string;
  language: ResearchLanguage;
  /** What the user has added, in the order it was said. */
  refinements: readonly string[];
  /** What the last look at the documents left open. */
  gaps: readonly string[];
  /** Gaps that the user was asked about already, or does not want filled. */
  settled: readonly string[];
}

/** What a look at the found passages says of the question. */
export interface ContextAnalysis {
  concepts: string[];
  /** Short phrases in the question's language, the most important first. */
  gaps: string[];
  /** How much of the question the passages speak of, from 0 to 1. */
  coverage: number;
}

/** A question back to the user, and the gap it is about. */
export interface FollowUpQuestion {
  question: string;
  gap: string;
}

/** What a reply of the user says. */
export interface ReplyAnalysis {
  /** What holds for the research from now on. */
  refinements: string[];
  /** Gaps that the user does not want filled. */
  dismissedGaps: string[];
}

/** What the research is about: the judged part of the query anchor. */
export interface AnchorFacts {
  keyEntities: string[];
  scope: string;
  /** Three at most; what the tasks search for. */
  researchQueries: string[];
  /** What the clarification found, in a few sentences. */
  contextSummary: string;
}

/** What is to be held against: the query anchor as far as a judge needs it. */
export interface AnchorText {
  originalQuery: string;
  language: ResearchLanguage;
  keyEntities: readonly string[];
  scope: string;
  refinements: readonly string[];
}

/** One task of a plan. */
export interface PlannedTask {
  /** What is to be found out, one sentence. */
  task: string;
  /** Why, and where to look. */
  context: string;
  /** What to search for besides; a task that is read after the question need not repeat its subject, a search must. */
  subtasks?: string[];
}

/** What one passage says for a task. */
export interface Extraction {
  /** Condensed; empty when the passage says nothing for it. */
  info: string;
  /** Word for word; those that do not stand in the passage are dropped by the caller. */
  quotes: { quote: string; reason: string }[];
  /** Places that the passage refers to, as they are written in it. */
  references: string[];
}

/** What a task brought. */
export interface TaskConclusion {
  summary: string;
  keyFindings: string[];
  /** How much of the task is answered, from 0 to 1. */
  relevance: number;
}

/** A piece of evidence with the number a report cites it by. */
export interface NumberedEvidence extends Excerpt {
  number: number;
  tier: Tier;
  /** From 0 to 1. */
  weight: number;
  info: string;
  quotes: readonly string[];
  /** The task that found it; absent for what clarification found. */
  taskId?: number;
}

/** What a report is made from. */
export interface SynthesisMaterial {
  anchor: AnchorText;
  contextSummary: string;
  evidence: readonly NumberedEvidence[];
  tasks: readonly { id: number; task: string; summary: string }[];
  /** What is to be done better than in an earlier draft; empty for the first one. */
  complaints: readonly string[];
}

/** A statement of a report and the numbers of the evidence it rests on. */
export interface DraftStatement {
  text: string;
  sources: number[];
}

/** A report before its sources were checked. */
export interface ReportDraft {
  title: string;
  sections: { heading: string; statements: DraftStatement[] }[];
}

/** The four dimensions of quality, each from 0 to 100. */
export interface QualityScores {
  accuracy: number;
  completeness: number;
  relevance: number;
  clarity: number;
}

/** What a judge says of a report. */
export interface QualityOpinion {
  scores: QualityScores;
  /** What should be better, in the report's language. */
  complaints: string[];
}

/** What quality is judged by. */
export interface QualityMaterial {
  anchor: AnchorText;
  tasks: readonly { task: string; summary: string }[];
  draft: ReportDraft;
  /** The share of statements that their evidence supports, from 0 to 1, counted without a judge. */
  supported: number;
}

/** A judgement and whose it is. */
export interface Judged<T> {
  value: T;
  /** `nobody`: the model's answers were of no use, and nothing was judged. */
  by: 'model' | 'nobody';
}

/** What a judgement may use. */
export interface JudgeCall {
  signal: AbortSignal;
  /** Counts the tokens of a model call. */
  spend(usage: Usage): void;
}

/**
 * Every place of a research that needs judgement. All methods are pure in what they are given; they reject
 * with an `AppError` when the model cannot be reached, and with `cancelled` when the signal is aborted.
 */
export interface Judge {
  /** Two other ways to search for the question. */
  alternativeQueries(input: Inquiry, call: JudgeCall): Promise<Judged<string[]>>;
  /** Gaps hold none that are settled. */
  analyseContext(
    input: Inquiry & { passages: readonly Excerpt[] },
    call: JudgeCall,
  ): Promise<Judged<ContextAnalysis>>;
  /** Two or three questions; each is about a gap. */
  followUpQuestions(
    input: Inquiry & { passages: readonly Excerpt[] },
    call: JudgeCall,
  ): Promise<Judged<FollowUpQuestion[]>>;
  readReply(
    input: Inquiry & { questions: readonly FollowUpQuestion[]; reply: string },
    call: JudgeCall,
  ): Promise<Judged<ReplyAnalysis>>;
  anchor(
    input: Inquiry & { passages: readonly Excerpt[] },
    call: JudgeCall,
  ): Promise<Judged<AnchorFacts>>;
  /** Three to five tasks. */
  plan(
    input: {
      anchor: AnchorText;
      researchQueries: readonly string[];
      contextSummary: string;
      passages: readonly Excerpt[];
    },
    call: JudgeCall,
  ): Promise<Judged<PlannedTask[]>>;
  /** One extraction for each passage, in the order given. */
  extract(
    input: { anchor: AnchorText; task: string; passages: readonly Excerpt[] },
    call: JudgeCall,
  ): Promise<Judged<Extraction[]>>;
  /** What a finished task brought. */
  conclude(
    input: { anchor: AnchorText; task: string; findings: readonly NumberedEvidence[] },
    call: JudgeCall,
  ): Promise<Judged<TaskConclusion>>;
  /** Further tasks that the findings call for; mostly none. */
  furtherTasks(
    input: {
      anchor: AnchorText;
      tasks: readonly string[];
      conclusion: TaskConclusion;
      unresolved: readonly string[];
    },
    call: JudgeCall,
  ): Promise<Judged<PlannedTask[]>>;
  /** How much each piece has to do with the anchor, from 0 to 1, in the order given. */
  relevance(
    input: { anchor: AnchorText; excerpts: readonly (Excerpt & { info: string })[] },
    call: JudgeCall,
  ): Promise<Judged<number[]>>;
  synthesise(input: SynthesisMaterial, call: JudgeCall): Promise<Judged<ReportDraft>>;
  /** For each question, in the order given, the numbers (from 1) of the statements that answer it; undefined: not told. */
  answered(
    input: { anchor: AnchorText; questions: readonly string[]; statements: readonly string[] },
    call: JudgeCall,
  ): Promise<Judged<number[][] | undefined>>;
  assessQuality(
    input: QualityMaterial,
    call: JudgeCall,
  ): Promise<Judged<QualityOpinion | undefined>>;
}
