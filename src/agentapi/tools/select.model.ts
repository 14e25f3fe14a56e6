import {
  ArrayMaxSize,
  IsArray,
  IsObject,
  IsOptional,
  IsString,
  Matches,
  MaxLength,
  ValidateNested,
} from 'class-validator';
import type { JsonObject } from '../../foundation/json.js';
import type { ExplainedSelection } from '../../agentloop/explain-selection.js';
import { HistoryMessage } from '../chat.model.js';
import { defaultChatLimits } from '../chat-limits.js';
import { Type } from '../../http/field-type.js';

const { maxMessage, maxHistory } = defaultChatLimits;

/** The body of `POST /v1/agent/tools/select`: what a chat request says, as far as tools are selected by it. */
export class SelectBody {
  @MaxLength(maxMessage, { message: `message must be at most ${maxMessage} characters` })
  @Matches(/\S/, { message: 'message must not be empty' })
  @IsString({ message: 'message must be a text' })
  message: string;

  @IsString({ message: 'context_type must be a text such as workflow or tables' })
  context_type: string;

  @IsOptional()
  @IsArray({ message: 'history must be a list of {role, content}' })
  @ArrayMaxSize(maxHistory, { message: `history must hold at most ${maxHistory} messages` })
  @IsObject({ each: true, message: 'history must be a list of {role, content}' })
  @ValidateNested({ each: true, message: 'must be {role, content}' })
  @Type(() => HistoryMessage)
  history?: HistoryMessage[];

  @IsOptional()
  @IsObject({ message: 'request_context must be an object' })
  request_context?: JsonObject;
}

/** The selection in the shape of the event `tool_selection`, with the rank of every tool. */
export function toWireSelection(selection: ExplainedSelection, elapsedMs: number) {
  const { query, counts, tools, fallbackReason, noneFits, ranking } = selection;
  return {
    turn: 1,
    query,
    counts,
    tools,
    fallback_reason: fallbackReason,
    none_fits: noneFits,
    elapsed_ms: Math.round(elapsedMs),
    ranking: ranking.map(({ name, score }, at) => ({ name, rank: at + 1, score })),
  };
}
