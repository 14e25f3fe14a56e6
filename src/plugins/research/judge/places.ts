import { firstChars } from '../../../foundation/first-chars.js';
import { comparable } from '../text/terms.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { QueryAnchor, ResearchLanguage } from '../state.js';
import {
  evidenceMaterial,
  inquiryMaterial,
  passageMaterial,
  type Excerpt,
  type Inquiry,
  type NumberedEvidence,
} from './material.js';

/** A place of a research that needs judgement: what a model is given there, and what comes of its answer. */
interface Place<Input, Value, Raw = Value> {
  /** What the answer must look like. */
  schema: JsonObject;
  /** What is given beside the anchor, if the input has one. */
  material(input: Input): JsonObject;
  /** The input in parts, where it is too much for one question; the values are lists, and are joined. */
  parts?(input: Input): Input[];
  /** What is wrong with an answer that fits the schema, or nothing. */
  complaint?(raw: Raw, input: Input): string | undefined;
  /** Left out: the answer is the value. */
  read?(raw: Raw, input: Input): Value;
  /**
   * What stands where the model gave no usable answer: nothing is judged there. All that was found stays, what the user
   * said is taken word for word, and a report is quotes.
   */
  unjudged(input: Input): Value;
}

const text = (maxLength: number): JsonObject => ({ type: 'string', minLength: 1, maxLength });
const anyText = (maxLength: number): JsonObject => ({ type: 'string', maxLength });
const list = (items: JsonObject, minItems: number, maxItems: number): JsonObject => ({
  type: 'array',
  items,
  minItems,
  maxItems,
});
const object = (properties: Record<string, JsonObject>): JsonObject => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
});
const share: JsonObject = { type: 'number', minimum: 0, maximum: 1 };
const score: JsonObject = { type: 'number', minimum: 0, maximum: 100 };
const number: JsonObject = { type: 'integer', minimum: 1 };
const task = object({ task: text(500), context: anyText(500) });
/** The same with fields that may be left out. */
const withOptional = (required: JsonObject, optional: Record<string, JsonObject>): JsonObject => ({
  ...required,
  properties: { ...(required['properties'] as JsonObject), ...optional },
});
const plannedTask = withOptional(task, { subtasks: list(text(300), 0, 3) });

type WithPassages = Inquiry & { passages: readonly Excerpt[] };
const inquiryWithPassages = (input: WithPassages): JsonObject => ({
  ...inquiryMaterial(input),
  passages: passageMaterial(input.passages),
});

/** Two other ways to search for the question. */
const alternativeQueries: Place<Inquiry, string[], { queries: string[] }> = {
  schema: object({ queries: list(text(300), 2, 2) }),
  material: inquiryMaterial,
  read: ({ queries }) => queries,
  unjudged: () => [],
};

interface ContextAnalysis {
  concepts: string[];
  /** Short phrases in the question's language, the most important first; none that is settled. */
  gaps: string[];
  /** How much of the question the passages speak of, from 0 to 1. */
  coverage: number;
}

const analyseContext: Place<WithPassages, ContextAnalysis> = {
  schema: object({
    concepts: list(text(120), 1, 20),
    gaps: list(text(200), 0, 8),
    coverage: share,
  }),
  material: inquiryWithPassages,
  read: (raw, { settled }) => ({
    ...raw,
    gaps: raw.gaps.filter((gap) => !settled.includes(gap)),
  }),
  unjudged: () => ({ concepts: [], gaps: [], coverage: 0 }),
};

/** A question back to the user, and the gap it is about. */
interface FollowUpQuestion {
  question: string;
  gap: string;
}

const OPEN_QUESTIONS: Readonly<Record<ResearchLanguage, readonly string[]>> = {
  de: ['Worauf soll die Recherche den Schwerpunkt legen?', 'Was soll außer Betracht bleiben?'],
  en: ['What should the research concentrate on?', 'What should be left out?'],
};

const followUpQuestions: Place<
  WithPassages,
  FollowUpQuestion[],
  { questions: FollowUpQuestion[] }
> = {
  schema: object({
    questions: list(object({ question: text(500), gap: anyText(200) }), 2, 3),
  }),
  material: inquiryWithPassages,
  read: ({ questions }) => questions,
  unjudged: ({ language }) => OPEN_QUESTIONS[language].map((question) => ({ question, gap: '' })),
};

interface ReplyAnalysis {
  /** What holds for the research from now on. */
  refinements: string[];
  /** Gaps that the user does not want filled. */
  dismissed_gaps: string[];
}

const readReply: Place<
  Inquiry & { questions: readonly FollowUpQuestion[]; reply: string },
  ReplyAnalysis
> = {
  schema: object({
    refinements: list(text(500), 0, 8),
    dismissed_gaps: list(text(200), 0, 8),
  }),
  material: ({ questions, reply, ...inquiry }) => ({
    ...inquiryMaterial(inquiry),
    questions,
    reply,
  }),
  unjudged: ({ reply }) => ({ refinements: [reply], dismissed_gaps: [] }),
};

/** What the research is about: the judged part of the query anchor. */
interface AnchorFacts {
  key_entities: string[];
  scope: string;
  /** What is asked, each thing for itself; absent where the question asks one thing. */
  parts?: string[];
  /** What the tasks search for. */
  research_queries: string[];
  /** What the clarification found, in a few sentences. */
  context_summary: string;
}

const anchor: Place<WithPassages, AnchorFacts> = {
  schema: withOptional(
    object({
      key_entities: list(text(120), 1, 12),
      scope: text(800),
      research_queries: list(text(300), 1, 3),
      context_summary: anyText(2000),
    }),
    { parts: list(text(300), 0, 8) },
  ),
  material: inquiryWithPassages,
  unjudged: ({ question }) => ({
    key_entities: [],
    scope: question,
    research_queries: [question],
    context_summary: '',
  }),
};

/** A task as it is proposed: what is to be found out in one sentence, then why, and where to look. */
interface ProposedTask {
  task: string;
  context: string;
  /** What is searched for beside the task itself. */
  subtasks?: string[];
}

interface PlanInput {
  anchor: QueryAnchor;
  researchQueries: readonly string[];
  contextSummary: string;
  passages: readonly Excerpt[];
}

const plan: Place<PlanInput, ProposedTask[], { tasks: ProposedTask[] }> = {
  schema: object({ tasks: list(plannedTask, 3, 5) }),
  material: (input) => ({
    research_queries: input.researchQueries,
    context_summary: input.contextSummary,
    passages: passageMaterial(input.passages),
  }),
  complaint: ({ tasks }, { anchor: { refinements } }) => {
    const form = (text: string) => comparable(text).replace(/[.!?]$/, '');
    const said = new Set(refinements.map(form));
    const copied = tasks.find((one) => said.has(form(one.task)));
    return copied && `"${copied.task}" is what the user said, a constraint and no task`;
  },
  read: ({ tasks }) => tasks,
  unjudged: ({ anchor: { originalQuery }, researchQueries }) => {
    const tasks = researchQueries.length === 0 ? [originalQuery] : researchQueries;
    return tasks.map((query) => ({ task: query, context: '' }));
  },
};

/** What one passage says for a task. */
export interface Extraction {
  /** Condensed; empty when the passage says nothing for it. */
  info: string;
  /** Word for word; those that do not stand in the passage are dropped by the caller. */
  quotes: { quote: string; reason: string }[];
  /** Places that the passage refers to, as they are written in it. */
  references: string[];
}

interface ExtractInput {
  anchor: QueryAnchor;
  task: string;
  passages: readonly Excerpt[];
}

const nothing: Extraction = { info: '', quotes: [], references: [] };

/** One extraction for each passage, in the order given; nothing of those that the model left out. */
const extract: Place<ExtractInput, Extraction[], { passages: (Extraction & Numbered)[] }> = {
  schema: object({
    passages: list(
      object({
        number,
        info: anyText(2000),
        quotes: list(object({ quote: text(1500), reason: anyText(400) }), 0, 4),
        references: list(text(200), 0, 20),
      }),
      0,
      20,
    ),
  }),
  material: (input) => ({
    task: input.task,
    passages: passageMaterial(input.passages),
  }),
  parts: (input) => inParts(input.passages, 6).map((passages) => ({ ...input, passages })),
  read: (raw, { passages }) => passages.map((_, at) => ofNumber(raw.passages, at + 1) ?? nothing),
  unjudged: ({ passages }) => passages.map((passage) => ({ ...nothing, info: passage.text })),
};

interface TaskConclusion {
  summary: string;
  key_findings: string[];
  /** How much of the task is answered, from 0 to 1. */
  relevance: number;
}

interface ConcludeInput {
  anchor: QueryAnchor;
  task: string;
  findings: readonly NumberedEvidence[];
}

/** What a finished task brought. */
const conclude: Place<ConcludeInput, TaskConclusion> = {
  schema: object({
    summary: text(3000),
    key_findings: list(text(800), 0, 10),
    relevance: share,
  }),
  material: (input) => ({
    task: input.task,
    findings: evidenceMaterial(input.findings),
  }),
  unjudged: ({ findings }) => ({
    summary: firstChars(findings.map(({ info }) => info).join('\n'), 2_000),
    key_findings: [],
    relevance: 0,
  }),
};

interface FurtherInput {
  anchor: QueryAnchor;
  tasks: readonly string[];
  summary: string;
  unresolved: readonly string[];
}

/** Further tasks that the findings call for; mostly none. */
const furtherTasks: Place<FurtherInput, ProposedTask[], { tasks: ProposedTask[] }> = {
  schema: object({ tasks: list(task, 0, 2) }),
  material: ({ tasks, summary, unresolved }) => ({
    tasks,
    summary,
    references_not_read: unresolved,
  }),
  read: ({ tasks }) => tasks,
  unjudged: () => [],
};

interface RelevanceInput {
  anchor: QueryAnchor;
  excerpts: readonly Excerpt[];
}

/** How much each piece has to do with the anchor, from 0 to 1, in the order given. */
const relevance: Place<RelevanceInput, number[], { scores: (Numbered & { score: number })[] }> = {
  schema: object({ scores: list(object({ number, score: share }), 0, 40) }),
  material: (input) => ({
    passages: passageMaterial(input.excerpts, 700),
  }),
  parts: (input) => inParts(input.excerpts, 20).map((excerpts) => ({ ...input, excerpts })),
  complaint: ({ scores }, { excerpts }) => missingNumber('passages', excerpts.length, scores),
  read: ({ scores }, { excerpts }) => excerpts.map((_, at) => ofNumber(scores, at + 1)?.score ?? 0),
  unjudged: ({ excerpts }) => excerpts.map(() => 1),
};

/** What a report is made from. */
export interface SynthesisMaterial {
  anchor: QueryAnchor;
  contextSummary: string;
  evidence: readonly NumberedEvidence[];
  tasks: readonly { id: number; task: string; summary: string }[];
  /** What is to be done better than in an earlier draft; empty for the first one. */
  complaints: readonly string[];
}

/** A report before its sources were checked; a statement names the numbers of the evidence it rests on. */
export interface ReportDraft {
  title: string;
  sections: { heading: string; statements: { text: string; sources: number[] }[] }[];
}

const synthesise: Place<SynthesisMaterial, ReportDraft> = {
  schema: object({
    title: text(200),
    sections: list(
      object({
        heading: text(200),
        statements: list(
          object({ text: text(2000), sources: list({ type: 'integer' }, 0, 20) }),
          1,
          30,
        ),
      }),
      1,
      12,
    ),
  }),
  material: (input) => ({
    context_summary: input.contextSummary,
    tasks: input.tasks.map(({ task: name, summary }) => ({ task: name, summary })),
    evidence: evidenceMaterial(input.evidence),
    complaints: input.complaints,
  }),
  unjudged: quotesOf,
};

interface AnsweredInput {
  anchor: QueryAnchor;
  questions: readonly string[];
  statements: readonly string[];
}

/** For each question, in the order given, the numbers (from 1) of the statements that answer it; undefined: not told. */
const answered: Place<
  AnsweredInput,
  number[][] | undefined,
  { questions: (Numbered & { statements: number[] })[] }
> = {
  schema: object({ questions: list(object({ number, statements: list(number, 0, 60) }), 0, 25) }),
  material: (input) => ({
    questions: input.questions.map((question, at) => ({ number: at + 1, question })),
    statements: input.statements.map((statement, at) => ({ number: at + 1, statement })),
  }),
  complaint: (raw, { questions }) => missingNumber('questions', questions.length, raw.questions),
  read: (raw, { questions, statements }) =>
    questions.map((_, at) => {
      const said = ofNumber(raw.questions, at + 1)?.statements ?? [];
      return said.filter((each) => each <= statements.length);
    }),
  unjudged: () => undefined,
};

/** What a judge says of a report: four dimensions, each from 0 to 100, and what should be better. */
export interface QualityOpinion {
  accuracy: number;
  completeness: number;
  relevance: number;
  clarity: number;
  /** In the report's language. */
  complaints: string[];
}

interface QualityInput {
  anchor: QueryAnchor;
  tasks: readonly { task: string; summary: string }[];
  draft: ReportDraft;
  /** The share of statements that their evidence supports, from 0 to 1, counted without a judge. */
  supported: number;
}

const assessQuality: Place<QualityInput, QualityOpinion | undefined> = {
  schema: object({
    accuracy: score,
    completeness: score,
    relevance: score,
    clarity: score,
    complaints: list(text(500), 0, 8),
  }),
  material: (input) => ({
    tasks: input.tasks,
    report: input.draft,
    supported_share: input.supported,
  }),
  unjudged: () => undefined,
};

/** Every place of a research that needs judgement. */
export const places = {
  alternative_queries: alternativeQueries,
  analyse_context: analyseContext,
  follow_up_questions: followUpQuestions,
  read_reply: readReply,
  anchor,
  plan,
  extract,
  conclude,
  further_tasks: furtherTasks,
  relevance,
  synthesise,
  answered,
  assess_quality: assessQuality,
};

/** One of {@link places}. */
export type PlaceName = keyof typeof places;

interface Numbered {
  number: number;
}

function ofNumber<T extends Numbered>(said: readonly T[], wanted: number): T | undefined {
  return said.find((each) => each.number === wanted);
}

function missingNumber(of: string, count: number, said: readonly Numbered[]): string | undefined {
  const numbers = Array.from({ length: count }, (_, at) => at + 1);
  const missing = numbers.filter((wanted) => ofNumber(said, wanted) === undefined);
  return missing.length === 0 ? undefined : `nothing on the ${of} ${missing.join(', ')}`;
}

function inParts<T>(items: readonly T[], size: number): T[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, at) => items.slice(at * size, (at + 1) * size));
}

const OTHER_PASSAGES = { de: 'Weitere Fundstellen', en: 'Further passages' };
const QUOTES_PER_EVIDENCE = 2;

/** A report of what was found, word for word, task by task. */
export function quotesOf({ anchor: about, tasks, evidence }: SynthesisMaterial): ReportDraft {
  const sectionOf = (heading: string, own: readonly NumberedEvidence[]) => ({
    heading,
    statements: own.flatMap((each) => {
      const quotes = each.quotes.length === 0 ? [each.text] : each.quotes;
      return quotes
        .slice(0, QUOTES_PER_EVIDENCE)
        .map((quote) => ({ text: quote, sources: [each.number] }));
    }),
  });
  const ids = tasks.map(({ id }) => id);
  const others = evidence.filter(({ taskId }) => taskId === undefined || !ids.includes(taskId));
  const sections = [
    ...tasks.map(({ id, task: heading }) => {
      const own = evidence.filter(({ taskId }) => taskId === id);
      return sectionOf(heading, own);
    }),
    sectionOf(OTHER_PASSAGES[about.detectedLanguage], others),
  ];
  return {
    title: about.originalQuery,
    sections: sections.filter(({ statements }) => statements.length > 0),
  };
}
