import { callWords } from '../../foundation/user-messages.js';
import type { Catalog } from '../../agenttools/catalog.js';
import type { Tool } from '../../agenttools/tool.js';
import { operationTitle } from '../../agentloop/operation-forms.js';
import type { Clock } from '../../foundation/clock.js';
import { AppError, invalidField, invalidRequest, notFound } from '../../foundation/errors.js';
import { firstChars } from '../../foundation/text.js';
import { type JsonObject, isObject } from '../../foundation/json.js';
import type { OperationFormStore, StoredForm } from '../../store/operation-forms.store.js';
import type { ChatRequest } from '../chat.model.js';
import type { EventData } from '../../agentloop/events.js';

export interface SentForm {
  id: string;
  tool: string;
  arguments: JsonObject;
  requestContext: JsonObject;
}

/** So much of the arguments stands in the conversation's message; the call itself has all of them. */
const MAX_TOLD = 1_000;

/** Forms that were shown, and the chat requests whose runs begin with their calls. */
export class FormsService {
  constructor(
    private readonly forms: Pick<OperationFormStore, 'find' | 'markSent'>,
    private readonly catalog: Catalog,
    private readonly clock: Clock,
  ) {}

  async find(userId: string, id: string): Promise<StoredForm> {
    const form = await this.forms.find(userId, id);
    if (form === undefined) throw notFound(`There is no form ${id}.`);
    return form;
  }

  /** Rejects with `not_found`, `form_expired`, `invalid_request` (no such tool) or `invalid_arguments` (by field). */
  async toChat(userId: string, sent: SentForm): Promise<ChatRequest> {
    const form = await this.find(userId, sent.id);
    if (form.expiresAt <= this.clock())
      throw new AppError(
        'form_expired',
        `The form expired at ${form.expiresAt.toISOString()} and nothing was run. Send the message again to get a new one.`,
      );
    if (!form.tools.includes(sent.tool))
      throw invalidRequest(
        `The form ${sent.id} has no operation "${sent.tool}". It has: ${form.tools.join(', ')}.`,
      );
    const entry = this.catalog.find(sent.tool);
    if (entry === undefined)
      throw notFound(
        `The operation "${sent.tool}" is no longer offered, so nothing was run. Send the message again to see what is.`,
      );
    const { tool, check } = entry;
    check(sent.arguments);
    return {
      message: messageOf(operationTitle(tool), sent.arguments),
      contextType: form.contextType,
      requestContext: withoutIds(sent.requestContext, tool),
      history: [],
      conversationId: form.conversationId,
      firstCall: { name: sent.tool, arguments: sent.arguments },
    };
  }

  markSent(userId: string, id: string): Promise<void> {
    return this.forms.markSent(userId, id);
  }
}

/** What the conversation remembers that the user asked for. */
function messageOf(title: string, input: JsonObject): string {
  const text = callWords(title, input);
  return text.length > MAX_TOLD ? `${firstChars(text, MAX_TOLD)}…` : text;
}

/** The form showed the ids of the page in its fields: one that the user took out is not put in again. */
function withoutIds(context: JsonObject, { contextIds = {} }: Tool): JsonObject {
  const shown = new Set(Object.values(contextIds).map(({ key }) => key));
  return Object.fromEntries(Object.entries(context).filter(([key]) => !shown.has(key)));
}

const MAX_NAMED = 3;

/** What a client is told of a form that it cannot draw: what fits, and where it is filled in. */
export function formSentence(
  { operations }: EventData['operation_form'],
  conversationId: string,
  pageUrl = '',
): string {
  const titles = operations.slice(0, MAX_NAMED).map(({ title }) => `“${title}”`);
  const more = operations.length > MAX_NAMED ? ', …' : '';
  return `What fits: ${titles.join(', ')}${more}. Fill it in here: ${pageUrl}/#/chat/${conversationId}`;
}

/** A filled-in form as a client of another protocol sends it back; rejects with `invalid_request` what is none. */
export function sentForm(form: unknown, path: string, requestContext: JsonObject): SentForm {
  const { form_id: id, tool, arguments: input } = isObject(form) ? form : {};
  if (typeof id === 'string' && typeof tool === 'string' && isObject(input))
    return { id, tool, arguments: input, requestContext };
  throw invalidField(
    path,
    'must be {"form_id", "tool", "arguments"}: one of the operations of a form',
  );
}
