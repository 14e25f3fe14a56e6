import { applyDecorators } from '@nestjs/common';
import {
  ArrayMaxSize,
  ArrayMinSize,
  ArrayUnique,
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import {
  optionBounds,
  notValid,
  withDefaults,
  ALL_BASES,
  type NewResearch,
  wireName,
  basesOf,
  toSnakeCase,
} from '../state-reader.js';
import type { ResearchLanguage, ResearchOptions } from '../state.js';
import { DEFAULT_KB, KB_ID, KB_ID_RULE } from '../../../knowledge/document.model.js';
import { PageLimit, PageOffset } from '../../../agentapi/page-query.js';
import { AnyText, FilledText, WholeNumber } from '../../../http/body-fields.js';
import { Type } from '../../../http/field-type.js';
import {
  anyObject,
  integer,
  list,
  NamedSchema,
  object,
  text,
  time,
  timeOrNull,
  uuid,
} from '../../../agentapi/openapi/named-schema.js';
import type { JsonObject } from '../../../foundation/json.js';
import { type ResearchSummary, type StoredResearch, checkpointEvent } from '../research.model.js';
import { expectedAt, phaseOf } from '../stages.js';
import { titleOf } from '../../../agentapi/conversations/conversations.controller.js';

const textLimits = {
  query: 4000,
  researchQuery: 1000,
  reply: 10_000,
  task: 500,
  taskContext: 2000,
} as const;
const MAX_QUERIES = 10;
/** So many knowledge bases are read by one research: each search asks all of them. */
const MAX_BASES = 5;

function Option(name: keyof ResearchOptions): PropertyDecorator {
  const { min, max } = optionBounds[name];
  const message = `${wireName(name)} must be a whole number from ${min} to ${max}`;
  return WholeNumber(min, max, message);
}

const CheckpointId = () =>
  applyDecorators(
    IsOptional(),
    IsString({ message: 'checkpoint_id must be the checkpoint_id of the question' }),
  );

export class OptionsBody {
  @Option('maxIterations') max_iterations?: number;
  @Option('maxTasks') max_tasks?: number;
  @Option('topK') top_k?: number;
  @Option('maxDepth') max_depth?: number;
  @Option('tokenBudget') token_budget?: number;
  @Option('parallelTasks') parallel_tasks?: number;
  @Option('qualityThreshold') quality_threshold?: number;

  @IsOptional()
  @IsBoolean({ message: 'outside must be true or false' })
  outside?: boolean | null;
}

const languages = ['de', 'en'] as const satisfies readonly ResearchLanguage[];

export class NewResearchBody {
  @FilledText('query', textLimits.query)
  query: string;

  @IsOptional()
  @Matches(new RegExp(`${KB_ID.source}|^\\${ALL_BASES}$`), {
    message: `${KB_ID_RULE.replace('kb_id', 'kb')}; "${ALL_BASES}" is all of them`,
  })
  kb?: string;

  @IsOptional()
  @Matches(KB_ID, { each: true, message: KB_ID_RULE.replace('kb_id', 'each of kbs') })
  @ArrayUnique({ message: 'kbs must name each knowledge base once' })
  @ArrayMaxSize(MAX_BASES, { message: `kbs must be at most ${MAX_BASES} knowledge bases` })
  @ArrayMinSize(1, { message: 'kbs must be at least one knowledge base' })
  @IsArray({ message: 'kbs must be a list of knowledge bases' })
  kbs?: string[];

  @IsOptional()
  @IsIn(languages, { message: `language must be one of: ${languages.join(', ')}` })
  language?: ResearchLanguage;

  @IsOptional()
  @MaxLength(textLimits.researchQuery, {
    each: true,
    message: `research_queries must each be at most ${textLimits.researchQuery} characters`,
  })
  @Matches(/\S/, { each: true, message: 'research_queries must not be empty' })
  @IsString({ each: true, message: 'research_queries must be texts' })
  @ArrayMaxSize(MAX_QUERIES, { message: `research_queries must be at most ${MAX_QUERIES}` })
  @ArrayMinSize(1, { message: 'research_queries must be at least one; leave it out to be asked' })
  @IsArray({ message: 'research_queries must be a list of texts' })
  research_queries?: string[];

  @IsOptional()
  @ValidateNested({ message: 'options must be an object' })
  @Type(() => OptionsBody)
  options?: OptionsBody;
}

export class ReplyBody {
  @FilledText('text', textLimits.reply)
  text: string;

  @CheckpointId() checkpoint_id?: string;
}

export class PlanTaskBody {
  @IsOptional()
  @IsInt({ message: 'id must be the id of a task of the plan' })
  id?: number | null;

  @FilledText('task', textLimits.task)
  task: string;

  @IsOptional()
  @AnyText('context', textLimits.taskContext)
  context?: string | null;
}

export class PlanBody {
  @IsOptional()
  @ValidateNested({ each: true, message: 'tasks must be objects' })
  @Type(() => PlanTaskBody)
  @ArrayMaxSize(optionBounds.maxTasks.max, {
    message: `tasks must be at most ${optionBounds.maxTasks.max}`,
  })
  @IsArray({ message: 'tasks must be a list' })
  tasks?: PlanTaskBody[];

  @IsBoolean({ message: 'approve must be true or false' })
  approve: boolean;

  @CheckpointId() checkpoint_id?: string;
}

export class ResearchQuery {
  @PageLimit(100)
  limit: number = 30;

  @PageOffset('offset must be a whole number from 0')
  offset: number = 0;
}

/** A request as a new research; what is `null` is left out. */
export function toNewResearch(body: NewResearchBody): NewResearch {
  const { query, kb, kbs = [kb ?? DEFAULT_KB], language, research_queries, options = {} } = body;
  if (kb !== undefined && body.kbs !== undefined)
    throw notValid('kb', 'must be left out where kbs names the knowledge bases');
  const said = options as Readonly<Record<string, unknown>>;
  const named = Object.keys(optionBounds).map((name) => [name, said[wireName(name)]]);
  return {
    query,
    kb: kbs[0] ?? DEFAULT_KB,
    kbs,
    language,
    researchQueries: research_queries,
    options: withDefaults(Object.fromEntries(named) as Partial<ResearchOptions>),
    isOutside: options.outside === true || undefined,
  };
}

const summary = {
  research_id: uuid,
  title: text(),
  kb: text('The first of its knowledge bases.'),
  kbs: list(text()),
  phase: text(),
  step: text(),
  created_at: time,
  updated_at: time,
  ended_at: timeOrNull,
};

export const researchSummary = new NamedSchema('ResearchSummary', object(summary));

export const research = new NamedSchema(
  'Research',
  object({
    ...summary,
    version: integer,
    steps: integer,
    last_event_id: integer,
    expected: text('What may be done now.'),
    checkpoint: {
      ...object({ checkpoint_id: text(), type: text(), payload: anyObject }),
      nullable: true,
    },
    error: { ...anyObject, nullable: true },
    state: { ...anyObject, description: 'All that is known of it (docs/research.md).' },
  }),
);

export function toWireSummary(research: ResearchSummary): JsonObject {
  const { id, stage, query, kbs, createdAt, updatedAt, endedAt } = research;
  return {
    research_id: id,
    title: titleOf(query),
    kb: kbs[0] ?? '',
    kbs: [...kbs],
    phase: phaseOf(stage),
    step: stage,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    ended_at: endedAt?.toISOString() ?? null,
  };
}

export function toWireResearch(research: StoredResearch): JsonObject {
  const { state, checkpoint, failure, version, steps, lastSeq } = research;
  const { query } = state;
  return {
    ...toWireSummary({ ...research, query, kbs: basesOf(state) }),
    version,
    steps,
    last_event_id: lastSeq,
    expected: expectedAt(research.stage),
    checkpoint: checkpoint === undefined ? null : checkpointEvent(checkpoint).data,
    error: failure ?? null,
    state: toSnakeCase(state),
  };
}
