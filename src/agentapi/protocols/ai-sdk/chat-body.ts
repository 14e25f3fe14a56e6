import { IsArray, IsIn, IsObject, IsOptional, IsString, Length } from 'class-validator';
import { AppError, invalidRequest } from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import { sentForm, type SentForm } from '../../forms/forms.service.js';
import { OpenBody } from '../../../http/json-bodies.js';
import type { HistoryMessage } from '../../chat.model.js';
import type { Caller } from '../../../agenttools/tool.js';
import { systemClock } from '../../../foundation/clock.js';
import { defined } from '../../../foundation/defined.js';
import type { StoredPreview } from '../../../store/previews.model.js';
import { shownState } from '../../previews/preview-states.js';
import { toView } from '../../previews/previews.model.js';
import type { PreviewsService } from '../../previews/previews.service.js';
import {
  checkDecisionCount,
  decideForClient,
  MAX_DECISIONS,
  type ClientDecision,
  type DecisionOutcome,
} from '../client-decision.js';
import { historyOf, textOf } from '../role-messages.js';
import { dataFrame, DONE_FRAME } from '../rendering.js';
import type { UiPart } from './ui-rendering.js';

/** What the AI SDK posts, and what a page adds to it by the transport's `body`. Other fields are passed over. */
@OpenBody()
export class AiChatBody {
  @Length(1, 200, { message: 'id must be a text of 1 to 200 characters: the name of the chat' })
  @IsString({ message: 'id must be a text: the name of the chat' })
  id: string;

  /** The whole chat as the client has it; the last message is the one to answer. */
  @IsArray({ message: 'messages must be a list of UI messages' })
  messages: unknown[];

  @IsOptional()
  @IsIn(['submit-message', 'regenerate-message'], {
    message: 'trigger must be submit-message or regenerate-message',
  })
  trigger?: 'submit-message' | 'regenerate-message';

  @IsOptional()
  @IsString({ message: 'context_type must be a text' })
  context_type?: string;

  @IsOptional()
  @IsObject({ message: 'context must be an object' })
  context?: JsonObject;
}

export interface UiMessage {
  id: string | undefined;
  role: unknown;
  parts: JsonObject[];
}

export function uiMessages(body: AiChatBody): UiMessage[] {
  return body.messages.filter(isObject).map(({ id, role, parts }) => ({
    id: typeof id === 'string' ? id : undefined,
    role,
    parts: Array.isArray(parts) ? parts.filter(isObject) : [],
  }));
}

/** A form that the user filled in, as a part of the message; rejects with `invalid_request` one that is none. */
export function formIn({ parts }: UiMessage, context: JsonObject): SentForm | undefined {
  const filled = parts.filter(({ type }) => type === 'data-form');
  if (filled.length > 1) throw invalidRequest('A message sends one form. Send each in its own.');
  return filled[0] && sentForm(filled[0]['data'], 'data-form', context);
}

/** What a user says in a message; rejects with `invalid_request` what has no text, or a file. */
export function textToAnswer(message: UiMessage): string {
  if (message.parts.some(({ type }) => type === 'file'))
    throw invalidRequest(
      'A chat message cannot carry files. Send its text alone; documents are uploaded by the route of the knowledge base.',
      [{ path: 'messages', message: 'the last message has a file part' }],
    );
  const text = textOf(asRoleMessage(message));
  if (text.trim() !== '') return text;
  throw invalidRequest(
    'The last message has no text: send parts: [{"type": "text", "text": "…"}].',
    [{ path: 'messages', message: 'the last message has no text part' }],
  );
}

export function earlierMessages(messages: readonly UiMessage[]): HistoryMessage[] {
  return messages.slice(0, -1).flatMap((message) => historyOf(asRoleMessage(message)));
}

function asRoleMessage({ role, parts }: UiMessage): JsonObject {
  return { role, content: parts.filter(({ type }) => type === 'text') };
}

/** An approval that was answered: the decision, and the call of the message whose result it is. */
export interface Approval extends ClientDecision {
  toolCallId: string;
}

/** The decisions of a message that have no result yet; rejects with `invalid_request` when there are none, or too many. */
export function approvalsToDecide(message: UiMessage): Approval[] {
  const approvals = approvalsIn(message);
  checkDecisionCount(approvals.length);
  if (approvals.length > 0) return approvals;
  throw invalidRequest(
    "The last message is the assistant's, and holds no approval that was answered. Send a message of the user, or answer an approval first.",
    [{ path: 'messages', message: 'nothing in the last message asks for an answer' }],
  );
}

function approvalsIn({ parts }: UiMessage): Approval[] {
  return parts.flatMap((part) => {
    const { state, toolCallId, approval } = part;
    if (state !== 'approval-responded' || typeof toolCallId !== 'string') return [];
    if (!isObject(approval)) return [];
    const { id: previewId, approved: accept, reason } = approval;
    if (typeof previewId !== 'string' || typeof accept !== 'boolean') return [];
    const shownHashes = hashesOf(previewId, approval, parts);
    const said = defined({ reason: typeof reason === 'string' ? reason : undefined });
    return [{ toolCallId, previewId, accept, shownHashes, ...said }];
  });
}

function hashesOf(id: string, approval: JsonObject, parts: readonly JsonObject[]): string[] {
  const cards = parts.filter((part) => part['type'] === 'data-preview' && part['id'] === id);
  return [approval['descriptor'], ...cards.map(({ data }) => data)].flatMap((place) => {
    const hash = isObject(place) ? place['payload_sha256'] : undefined;
    return typeof hash === 'string' ? [hash] : [];
  });
}

/** A whole answer that goes on with the client's message: what became of each decision, in its order. */
export async function* decisionFrames(
  previews: PreviewsService,
  caller: Caller,
  { id }: UiMessage,
  approvals: readonly Approval[],
): AsyncGenerator<string, void> {
  yield dataFrame({ type: 'start', messageId: id } satisfies UiPart);
  for (const approval of approvals) {
    const outcome = await decideForClient(previews, caller, approval);
    yield partsOf(approval.toolCallId, outcome).map(dataFrame).join('');
  }
  yield dataFrame({ type: 'finish', finishReason: 'stop' } satisfies UiPart) + DONE_FRAME;
}

/** Decides what an earlier message's approvals say, of what still waits, and answers what to show of it. */
export async function decideEarlier(
  previews: PreviewsService,
  caller: Caller,
  messages: readonly UiMessage[],
): Promise<UiPart[]> {
  const answers = messages.filter(({ role }) => role === 'assistant');
  const asked = answers.flatMap((message) =>
    approvalsIn(message).map((approval) => ({ approval, isNew: message === messages.at(-2) })),
  );
  const parts: UiPart[] = [];
  for (const { approval, isNew } of asked.slice(-MAX_DECISIONS)) {
    if (!isNew && !(await isWaiting(previews, caller, approval))) continue;
    const { preview, error } = await decideForClient(previews, caller, approval);
    if (preview !== undefined) parts.push(cardOf(preview));
    if (error !== undefined) parts.push({ type: 'data-error', data: error });
  }
  return parts;
}

async function isWaiting(previews: PreviewsService, caller: Caller, { previewId }: Approval) {
  try {
    return shownState(await previews.find(caller, previewId), systemClock()) === 'waiting';
  } catch (error) {
    if (error instanceof AppError) return false;
    throw error;
  }
}

function partsOf(toolCallId: string, { preview, error }: DecisionOutcome): UiPart[] {
  const card = preview === undefined ? [] : [cardOf(preview)];
  if (error !== undefined || preview === undefined) {
    const errorText = error?.message ?? '';
    return [...card, { type: 'tool-output-error', toolCallId, errorText, dynamic: true }];
  }
  if (preview.state === 'rejected') return [...card, { type: 'tool-output-denied', toolCallId }];
  const output = { status: preview.state, ...preview.outcome };
  return [...card, { type: 'tool-output-available', toolCallId, output, dynamic: true }];
}

function cardOf(preview: StoredPreview): UiPart {
  const data = { ...toView(preview, systemClock()), preview_id: preview.id };
  return { type: 'data-preview', id: preview.id, data };
}
