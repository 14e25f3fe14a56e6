import { defined } from '../../../../foundation/defined.js';
import type { JsonObject } from '../../../../foundation/json.js';
import { isModel } from '../../../../llm/models.js';
import type { LlmProvider } from '../../../../llm/types.js';
import { noModel } from '../no-model.js';
import type { ResearchLanguage } from '../../state.js';
import type {
  DraftStatement,
  Excerpt,
  Extraction,
  FollowUpQuestion,
  Judge,
  JudgeCall,
  Judged,
  PlannedTask,
  QualityScores,
} from '../judge.js';
import { unjudged } from '../unjudged.js';
import { askJson } from '../../../../agentloop/ask-json.js';
import { instructions } from './instructions.js';
import { anchorMaterial, evidenceMaterial, inquiryMaterial, passageMaterial } from './material.js';
import type { PlaceName } from './places.js';
import { schemas } from './schemas.js';

/** So many passages go into one question to the model. */
const READ_AT_ONCE = 6;
const RATED_AT_ONCE = 20;
const RATED_CHARS = 700;

/** One question at one place. */
interface Asked<T> {
  place: PlaceName;
  language: ResearchLanguage;
  material: JsonObject;
  complaint?: (value: T) => string | undefined;
}

/**
 * The judge that asks a model. An answer that does not fit its schema is corrected once; when that brings
 * nothing, nothing is judged at that one place, and the judgement says so.
 */
export class ModelJudge implements Judge {
  constructor(private readonly model: LlmProvider) {}

  alternativeQueries: Judge['alternativeQueries'] = (input, call) =>
    this.judged(
      { place: 'alternative_queries', language: input.language, material: inquiryMaterial(input) },
      ({ queries }: { queries: string[] }) => queries,
      () => unjudged.alternativeQueries(input),
      call,
    );

  analyseContext: Judge['analyseContext'] = (input, call) =>
    this.judged(
      {
        place: 'analyse_context',
        language: input.language,
        material: { ...inquiryMaterial(input), passages: passageMaterial(input.passages) },
      },
      ({ concepts, gaps, coverage }: { concepts: string[]; gaps: string[]; coverage: number }) => ({
        concepts,
        gaps: gaps.filter((gap) => !input.settled.includes(gap)),
        coverage,
      }),
      () => unjudged.analyseContext(input),
      call,
    );

  followUpQuestions: Judge['followUpQuestions'] = (input, call) =>
    this.judged(
      {
        place: 'follow_up_questions',
        language: input.language,
        material: { ...inquiryMaterial(input), passages: passageMaterial(input.passages) },
      },
      ({ questions }: { questions: FollowUpQuestion[] }) =>
        questions.map(({ question, gap }) => ({ question, gap })),
      () => unjudged.followUpQuestions(input),
      call,
    );

  readReply: Judge['readReply'] = (input, call) =>
    this.judged(
      {
        place: 'read_reply',
        language: input.language,
        material: { ...inquiryMaterial(input), questions: input.questions, reply: input.reply },
      },
      (value: { refinements: string[]; dismissed_gaps: string[] }) => ({
        refinements: value.refinements,
        dismissedGaps: value.dismissed_gaps,
      }),
      () => unjudged.readReply(input),
      call,
    );

  anchor: Judge['anchor'] = (input, call) =>
    this.judged(
      {
        place: 'anchor',
        language: input.language,
        material: { ...inquiryMaterial(input), passages: passageMaterial(input.passages) },
      },
      (value: {
        key_entities: string[];
        scope: string;
        research_queries: string[];
        context_summary: string;
      }) => ({
        keyEntities: value.key_entities,
        scope: value.scope,
        researchQueries: value.research_queries,
        contextSummary: value.context_summary,
      }),
      () => unjudged.anchor(input),
      call,
    );

  plan: Judge['plan'] = (input, call) =>
    this.judged(
      {
        place: 'plan',
        language: input.anchor.language,
        material: {
          ...anchorMaterial(input.anchor),
          research_queries: input.researchQueries,
          context_summary: input.contextSummary,
          passages: passageMaterial(input.passages),
        },
      },
      tasksOf,
      () => unjudged.plan(input),
      call,
    );

  extract: Judge['extract'] = async (input, call) => {
    const parts = await inTurn(input.passages, READ_AT_ONCE, (passages) =>
      this.judged(
        {
          place: 'extract',
          language: input.anchor.language,
          material: {
            ...anchorMaterial(input.anchor),
            task: input.task,
            passages: passageMaterial(passages),
          },
        },
        (value: { passages: (Extraction & { number: number })[] }) =>
          inOrder(passages, value.passages),
        () => unjudged.extract({ ...input, passages }),
        call,
      ),
    );
    return joined(parts);
  };

  conclude: Judge['conclude'] = (input, call) =>
    this.judged(
      {
        place: 'conclude',
        language: input.anchor.language,
        material: {
          ...anchorMaterial(input.anchor),
          task: input.task,
          findings: evidenceMaterial(input.findings),
        },
      },
      (value: { summary: string; key_findings: string[]; relevance: number }) => ({
        summary: value.summary,
        keyFindings: value.key_findings,
        relevance: value.relevance,
      }),
      () => unjudged.conclude(input),
      call,
    );

  furtherTasks: Judge['furtherTasks'] = (input, call) =>
    this.judged(
      {
        place: 'further_tasks',
        language: input.anchor.language,
        material: {
          ...anchorMaterial(input.anchor),
          tasks: input.tasks,
          summary: input.conclusion.summary,
          references_not_read: input.unresolved,
        },
      },
      tasksOf,
      () => unjudged.furtherTasks(input),
      call,
    );

  relevance: Judge['relevance'] = async (input, call) => {
    const parts = await inTurn(input.excerpts, RATED_AT_ONCE, (excerpts) =>
      this.judged(
        {
          place: 'relevance',
          language: input.anchor.language,
          material: {
            ...anchorMaterial(input.anchor),
            passages: passageMaterial(excerpts, RATED_CHARS),
          },
          complaint: ({ scores }: { scores: { number: number; score: number }[] }) =>
            missingNumber('passages', excerpts.length, scores),
        },
        ({ scores }) =>
          excerpts.map((_, at) => scores.find(({ number }) => number === at + 1)?.score ?? 0),
        () => unjudged.relevance({ ...input, excerpts }),
        call,
      ),
    );
    return joined(parts);
  };

  synthesise: Judge['synthesise'] = (input, call) =>
    this.judged(
      {
        place: 'synthesise',
        language: input.anchor.language,
        material: {
          ...anchorMaterial(input.anchor),
          context_summary: input.contextSummary,
          tasks: input.tasks.map(({ task, summary }) => ({ task, summary })),
          evidence: evidenceMaterial(input.evidence),
          complaints: input.complaints,
        },
      },
      (value: {
        title: string;
        sections: { heading: string; statements: DraftStatement[] }[];
      }) => ({
        title: value.title,
        sections: value.sections.map(({ heading, statements }) => ({
          heading,
          statements: statements.map(({ text, sources }) => ({ text, sources })),
        })),
      }),
      () => unjudged.synthesise(input),
      call,
    );

  answered: Judge['answered'] = (input, call) =>
    this.judged(
      {
        place: 'answered',
        language: input.anchor.language,
        material: {
          ...anchorMaterial(input.anchor),
          questions: input.questions.map((question, at) => ({ number: at + 1, question })),
          statements: input.statements.map((statement, at) => ({ number: at + 1, statement })),
        },
        complaint: ({ questions }: SaidAnswers) =>
          missingNumber('questions', input.questions.length, questions),
      },
      ({ questions }) =>
        input.questions.map((_, at) => {
          const said = questions.find(({ number }) => number === at + 1)?.statements ?? [];
          return said.filter((number) => number <= input.statements.length);
        }),
      () => undefined,
      call,
    );

  assessQuality: Judge['assessQuality'] = (input, call) =>
    this.judged(
      {
        place: 'assess_quality',
        language: input.anchor.language,
        material: {
          ...anchorMaterial(input.anchor),
          tasks: input.tasks,
          report: input.draft,
          supported_share: input.supported,
        },
      },
      ({ complaints, ...scores }: QualityScores & { complaints: string[] }) => {
        const { accuracy, completeness, relevance, clarity } = scores;
        return { scores: { accuracy, completeness, relevance, clarity }, complaints };
      },
      () => undefined,
      call,
    );

  private async judged<Raw, T>(
    { place, language, material, complaint }: Asked<Raw>,
    read: (value: Raw) => T,
    without: () => T,
    call: JudgeCall,
  ): Promise<Judged<T>> {
    const {
      system,
      places,
      schema: schemaWord,
      material: word,
      correction,
    } = instructions[language];
    if (!isModel(this.model)) throw noModel();
    const schema = schemas[place];
    const prompt = [
      places[place],
      `${schemaWord}\n${JSON.stringify(schema)}`,
      `${word}\n${JSON.stringify(material)}`,
    ].join('\n\n');
    const question = { system, prompt, schema, correction, ...defined({ complaint }) };
    const answer = await askJson<Raw>(this.model, question, call);
    if ('value' in answer) return { value: read(answer.value), by: 'model' };
    return { value: without(), by: 'nobody' };
  }
}

function tasksOf({ tasks }: { tasks: PlannedTask[] }): PlannedTask[] {
  return tasks.map(({ task, context }) => ({ task, context }));
}

/** What a model said of each passage; nothing of those it left out. */
function inOrder(
  passages: readonly Excerpt[],
  said: readonly (Extraction & { number: number })[],
): Extraction[] {
  return passages.map((_, at) => {
    const found = said.find(({ number }) => number === at + 1);
    const { info = '', quotes = [], references = [] } = found ?? {};
    return { info, quotes: quotes.map(({ quote, reason }) => ({ quote, reason })), references };
  });
}

/** What a model says of questions and the statements that answer them. */
interface SaidAnswers {
  questions: { number: number; statements: number[] }[];
}

function missingNumber(
  of: 'passages' | 'questions',
  count: number,
  scores: readonly { number: number }[],
): string | undefined {
  const given = new Set(scores.map(({ number }) => number));
  const missing = Array.from({ length: count }, (_, at) => at + 1).filter((n) => !given.has(n));
  return missing.length === 0 ? undefined : `nothing on the ${of} ${missing.join(', ')}`;
}

/** One part after the other, so that a slow model is asked one thing at a time. */
async function inTurn<T, R>(
  items: readonly T[],
  size: number,
  ask: (part: readonly T[]) => Promise<R>,
): Promise<R[]> {
  const answers: R[] = [];
  for (let at = 0; at < items.length; at += size)
    answers.push(await ask(items.slice(at, at + size)));
  return answers;
}

/** The judgements of all parts as one; nobody's when any part is. */
function joined<T>(parts: readonly Judged<T[]>[]): Judged<T[]> {
  return {
    value: parts.flatMap(({ value }) => value),
    by: parts.some(({ by }) => by === 'nobody') ? 'nobody' : 'model',
  };
}
