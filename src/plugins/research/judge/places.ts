import { firstChars } from '../../../foundation/text.js';
import type { JsonObject } from '../../../foundation/json.js';
import type { QueryAnchor, ResearchLanguage } from '../state.js';
import { type Excerpt, type Inquiry, type NumberedEvidence, comparable } from './material.js';

interface Step<Input, Value, Raw = Value> {
  schema: Schema<Raw>;
  passagesAtOnce?: number;
  complaint?(raw: Raw, input: Input): string | undefined;
  /** Left out: the answer is the value. */
  read?(raw: Raw, input: Input): Value;
  /** Where the model gave no usable answer: all that was found stays, the user is taken word for word. */
  unjudged(input: Input): Value;
}

function place<Input, Value, Raw = Value>(one: Step<Input, Value, Raw>): Step<Input, Value, Raw> {
  return one;
}

type Schema<Value> = JsonObject & { readonly fits?: Value };
type Fitting<Of> = Of extends Schema<infer Value> ? Value : never;
type Fields = Readonly<Record<string, Schema<unknown>>>;
type Values<Of extends Fields> = { [Name in keyof Of]: Fitting<Of[Name]> };

const text = (maxLength: number): Schema<string> => ({ type: 'string', minLength: 1, maxLength });
const anyText = (maxLength: number): Schema<string> => ({ type: 'string', maxLength });
const list = <Item>(items: Schema<Item>, minItems: number, maxItems: number): Schema<Item[]> => ({
  type: 'array',
  items,
  minItems,
  maxItems,
});
const object = <Of extends Fields, Optional extends Fields = Record<never, never>>(
  required: Of,
  optional?: Optional,
): Schema<Values<Of> & Partial<Values<Optional>>> => ({
  type: 'object',
  properties: { ...required, ...optional },
  required: Object.keys(required),
});
const share: Schema<number> = { type: 'number', minimum: 0, maximum: 1 };
const score: Schema<number> = { type: 'number', minimum: 0, maximum: 100 };
const number: Schema<number> = { type: 'integer', minimum: 1 };
const anyNumber: Schema<number> = { type: 'integer' };
/** A task as it is proposed: what is to be found out in one sentence, then why, and where to look. */
const task = { task: text(500), context: anyText(500) };
const plannedTask = object(task, { subtasks: list(text(300), 0, 3) });
const followUp = object({ question: text(500), gap: anyText(200) });
const contextAnalysis = object({
  concepts: list(text(120), 1, 20),
  gaps: list(text(200), 0, 8),
  coverage: share,
});
const replyAnalysis = object({
  refinements: list(text(500), 0, 8),
  dismissed_gaps: list(text(200), 0, 8),
});
const anchorFacts = object(
  {
    key_entities: list(text(120), 1, 12),
    scope: text(800),
    research_queries: list(text(300), 1, 3),
    context_summary: anyText(2000),
  },
  { parts: list(text(300), 0, 8) },
);
/** What one passage says for a task; quotes that do not stand in it are dropped by the caller. */
const extraction = {
  info: anyText(2000),
  quotes: list(object({ quote: text(1500), reason: anyText(400) }), 0, 4),
  references: list(text(200), 0, 20),
};
const conclusion = object({
  summary: text(3000),
  key_findings: list(text(800), 0, 10),
  relevance: share,
});
const statement = object({ text: text(2000), sources: list(anyNumber, 0, 20) });
const report = object({
  title: text(200),
  sections: list(object({ heading: text(200), statements: list(statement, 1, 30) }), 1, 12),
});
const quality = object({
  accuracy: score,
  completeness: score,
  relevance: score,
  clarity: score,
  complaints: list(text(500), 0, 8),
});

type FollowUp = Fitting<typeof followUp>;
type ProposedTask = Fitting<typeof plannedTask>;
export type Extraction = Values<typeof extraction>;
export type ReportDraft = Fitting<typeof report>;
export type QualityOpinion = Fitting<typeof quality>;

type WithPassages = Inquiry & WithExcerpts;

const OPEN_QUESTIONS: Readonly<Record<ResearchLanguage, readonly string[]>> = {
  de: ['Worauf soll die Recherche den Schwerpunkt legen?', 'Was soll außer Betracht bleiben?'],
  en: ['What should the research concentrate on?', 'What should be left out?'],
};

interface Anchored {
  anchor: QueryAnchor;
}

interface WithExcerpts {
  passages: readonly Excerpt[];
}

interface PlanInput extends Anchored, WithExcerpts {
  researchQueries: readonly string[];
  contextSummary: string;
}

interface TaskInput extends Anchored {
  task: string;
}

const nothing: Extraction = { info: '', quotes: [], references: [] };

interface FurtherInput extends Anchored {
  tasks: readonly string[];
  summary: string;
  referencesNotRead: readonly string[];
}

export interface SynthesisMaterial extends Anchored {
  contextSummary: string;
  evidence: readonly NumberedEvidence[];
  tasks: readonly { id: number; task: string; summary: string }[];
  complaints: readonly string[];
}

interface AnsweredInput extends Anchored {
  questions: readonly (Numbered & { question: string })[];
  statements: readonly (Numbered & { statement: string })[];
}

interface QualityInput extends Anchored {
  tasks: readonly { task: string; summary: string }[];
  report: ReportDraft;
  /** The share of statements that their evidence supports, from 0 to 1, counted without a judge. */
  supportedShare: number;
}

export const places = {
  alternative_queries: place<Inquiry, string[], { queries: string[] }>({
    schema: object({ queries: list(text(300), 2, 2) }),
    read: ({ queries }) => queries,
    unjudged: () => [],
  }),
  analyse_context: place<WithPassages, Fitting<typeof contextAnalysis>>({
    schema: contextAnalysis,
    read: (raw, { settled }) => ({
      ...raw,
      gaps: raw.gaps.filter((gap) => !settled.includes(gap)),
    }),
    unjudged: () => ({ concepts: [], gaps: [], coverage: 0 }),
  }),
  follow_up_questions: place<WithPassages, FollowUp[], { questions: FollowUp[] }>({
    schema: object({ questions: list(followUp, 2, 3) }),
    read: ({ questions }) => questions,
    unjudged: ({ language }) => OPEN_QUESTIONS[language].map((question) => ({ question, gap: '' })),
  }),
  read_reply: place<
    Inquiry & { questions: readonly FollowUp[]; reply: string },
    Fitting<typeof replyAnalysis>
  >({
    schema: replyAnalysis,
    unjudged: ({ reply }) => ({ refinements: [reply], dismissed_gaps: [] }),
  }),
  anchor: place<WithPassages, Fitting<typeof anchorFacts>>({
    schema: anchorFacts,
    unjudged: ({ question }) => ({
      key_entities: [],
      scope: question,
      research_queries: [question],
      context_summary: '',
    }),
  }),
  plan: place<PlanInput, ProposedTask[], { tasks: ProposedTask[] }>({
    schema: object({ tasks: list(plannedTask, 3, 5) }),
    complaint: ({ tasks }, { anchor: { refinements } }) => {
      const form = (text: string) => comparable(text).replace(/[.!?]$/, '');
      const said = new Set(refinements.map(form));
      const copied = tasks.find((one) => said.has(form(one.task)));
      return copied && `"${copied.task}" is what the user said, a constraint and no task`;
    },
    read: ({ tasks }) => tasks,
    unjudged: ({ researchQueries }) =>
      researchQueries.map((query) => ({ task: query, context: '' })),
  }),
  /** One extraction for each passage, in the order given; nothing of those that the model left out. */
  extract: place<TaskInput & WithExcerpts, Extraction[], { passages: (Extraction & Numbered)[] }>({
    schema: object({ passages: list(object({ number, ...extraction }), 0, 20) }),
    passagesAtOnce: 6,
    read: (raw, { passages }) => passages.map((_, at) => ofNumber(raw.passages, at + 1) ?? nothing),
    unjudged: ({ passages }) => passages.map((passage) => ({ ...nothing, info: passage.text })),
  }),
  conclude: place<
    TaskInput & { findings: readonly NumberedEvidence[] },
    Fitting<typeof conclusion>
  >({
    schema: conclusion,
    unjudged: ({ findings }) => ({
      summary: firstChars(findings.map(({ info }) => info).join('\n'), 2_000),
      key_findings: [],
      relevance: 0,
    }),
  }),
  further_tasks: place<FurtherInput, ProposedTask[], { tasks: ProposedTask[] }>({
    schema: object({ tasks: list(object(task), 0, 2) }),
    read: ({ tasks }) => tasks,
    unjudged: () => [],
  }),
  relevance: place<Anchored & WithExcerpts, number[], { scores: (Numbered & { score: number })[] }>(
    {
      schema: object({ scores: list(object({ number, score: share }), 0, 40) }),
      passagesAtOnce: 20,
      complaint: ({ scores }, { passages }) => missingNumber('passages', passages.length, scores),
      read: ({ scores }, { passages }) =>
        passages.map((_, at) => ofNumber(scores, at + 1)?.score ?? 0),
      unjudged: ({ passages }) => passages.map(() => 1),
    },
  ),
  synthesise: place<SynthesisMaterial, ReportDraft | undefined>({
    schema: report,
    unjudged: () => undefined,
  }),
  /** For each question, in the order given, the numbers (from 1) of the statements that answer it; undefined: not told. */
  answered: place<
    AnsweredInput,
    number[][] | undefined,
    { questions: (Numbered & { statements: number[] })[] }
  >({
    schema: object({ questions: list(object({ number, statements: list(number, 0, 60) }), 0, 25) }),
    complaint: (raw, { questions }) => missingNumber('questions', questions.length, raw.questions),
    read: (raw, { questions, statements }) =>
      questions.map((_, at) => {
        const said = ofNumber(raw.questions, at + 1)?.statements ?? [];
        return said.filter((each) => each <= statements.length);
      }),
    unjudged: () => undefined,
  }),
  assess_quality: place<QualityInput, QualityOpinion | undefined>({
    schema: quality,
    unjudged: () => undefined,
  }),
};

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

const OTHER_PASSAGES = { de: 'Weitere Fundstellen', en: 'Further passages' };
const QUOTES_PER_EVIDENCE = 2;

/** A report of what was found, word for word, task by task: what stands where no model wrote one. */
export function quotesOf({ anchor: about, tasks, evidence }: SynthesisMaterial): ReportDraft {
  const own = tasks.map(({ id, task: heading }) => ({
    heading,
    found: evidence.filter((each) => each.task === id),
  }));
  const others = evidence.filter((each) => !tasks.some(({ id }) => id === each.task));
  const sections = [...own, { heading: OTHER_PASSAGES[about.detectedLanguage], found: others }];
  return {
    title: about.originalQuery,
    sections: sections
      .filter(({ found }) => found.length > 0)
      .map(({ heading, found }) => ({ heading, statements: found.flatMap(quotesIn) })),
  };
}

function quotesIn({ quotes, text: whole, number: source }: NumberedEvidence) {
  const said = quotes.length === 0 ? [whole] : quotes.slice(0, QUOTES_PER_EVIDENCE);
  return said.map((quote) => ({ text: quote, sources: [source] }));
}
