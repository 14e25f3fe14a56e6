import { writeJson } from '../../foundation/exact-json.js';
import type { Catalog } from '../../agenttools/catalog.js';
import type { Clock } from '../../foundation/clock.js';
import { AppError } from '../../foundation/errors.js';
import { firstChars } from '../../foundation/first-chars.js';
import type { JsonObject } from '../../foundation/json.js';
import type { OperationFormStore } from '../../store/operation-forms.store.js';
import type { ChatRequest } from '../chat.model.js';

/** A form as its user sends it. */
export interface SentForm {
  id: string;
  /** One of the form's operations. */
  tool: string;
  arguments: JsonObject;
  requestContext: JsonObject;
}

/** So much of the arguments stands in the conversation's message; the call itself has all of them. */
const MAX_TOLD = 1_000;

/** Turns a form that was sent into the chat request whose run begins with its call. */
export class FormsService {
  constructor(
    private readonly forms: Pick<OperationFormStore, 'find'>,
    private readonly catalog: Catalog,
    private readonly clock: Clock,
  ) {}

  /** Rejects with `not_found` another's form, `form_expired`, and `invalid_request` a tool that the form does not have. */
  async toChat(userId: string, sent: SentForm): Promise<ChatRequest> {
    const form = await this.forms.find(userId, sent.id);
    if (form === undefined) throw new AppError('not_found', `There is no form ${sent.id}.`);
    if (form.expiresAt <= this.clock()) {
      throw new AppError(
        'form_expired',
        `The form expired at ${form.expiresAt.toISOString()} and nothing was run. Send the message again to get a new one.`,
      );
    }
    if (!form.tools.includes(sent.tool)) {
      throw new AppError(
        'invalid_request',
        `The form ${sent.id} has no operation "${sent.tool}". It has: ${form.tools.join(', ')}.`,
      );
    }
    return {
      message: this.messageOf(sent),
      contextType: form.contextType,
      requestContext: sent.requestContext,
      history: [],
      conversationId: form.conversationId,
      firstCall: { name: sent.tool, arguments: sent.arguments },
    };
  }

  /** What the conversation remembers that the user asked for. */
  private messageOf({ tool, arguments: input }: SentForm): string {
    const title = this.catalog.find(tool)?.tool.title ?? tool;
    if (Object.keys(input).length === 0) return title;
    const text = writeJson(input);
    return `${title} ${text.length > MAX_TOLD ? `${firstChars(text, MAX_TOLD)}…` : text}`;
  }
}
