import type { AgentEvent, EventData, Citation, PluginEvent } from '../../../agentloop/events.js';
import { dataFrame, DONE_FRAME, type Rendering } from '../rendering.js';
import { completedEvents } from '../../runs/run-reader.js';
import { QUESTION } from '../../../agenttools/questions/questions.js';
import type { JsonObject } from '../../../foundation/json.js';
import { visibleText } from '../../../foundation/invisible.js';
import { formSentence } from '../../forms/forms.service.js';
import { previewIn, type ShownPreview, previewLines } from '../preview-event.js';
import { errorType } from './openai-errors.js';

export interface CompletionHead {
  id: string;
  model: string;
  created: number;
}

/** A run as chunks of a chat completion. Tool calls are not among them: a client would try to run them. */
export class ChunkRendering implements Rendering {
  constructor(
    private readonly head: CompletionHead,
    private readonly text: CompletionText,
    private readonly includeUsage: boolean,
  ) {}

  event(event: AgentEvent): string {
    const content = this.text.textOf(event);
    const chunk = content === '' ? '' : this.chunk({ content });
    switch (event.type) {
      case 'run_start':
        return this.chunk({ role: 'assistant', content: '' });
      case 'thinking_chunk':
      case 'reasoning_step':
        return this.reasoning(event);
      case 'error':
        return this.broken(event.data.code, event.data.message);
      case 'message_complete':
        return chunk + this.end(event.data);
      default:
        return chunk;
    }
  }

  private reasoning(event: AgentEvent): string {
    const reasoning_content = this.text.reasoningOf(event);
    return reasoning_content === '' ? '' : this.chunk({ reasoning_content });
  }

  broken(code: string, message: string): string {
    const error = { message, type: errorType(500), param: null, code };
    return dataFrame({ error }) + DONE_FRAME;
  }

  private end(data: EventData['message_complete']): string {
    const last = this.chunk({}, finishReasonOf(data.finish_reason));
    const usage = this.includeUsage
      ? dataFrame({ ...this.common, choices: [], usage: usageOf(data.usage) })
      : '';
    return last + usage + DONE_FRAME;
  }

  private chunk(delta: object, finishReason: string | null = null): string {
    const choices = [{ index: 0, delta, logprobs: null, finish_reason: finishReason }];
    return dataFrame({ ...this.common, choices });
  }

  private get common() {
    return { object: 'chat.completion.chunk', ...this.head };
  }
}

function finishReasonOf(reason: string): 'stop' | 'length' | 'content_filter' {
  if (reason === 'length') return 'length';
  return reason === 'safety' ? 'content_filter' : 'stop';
}

function usageOf({ input_tokens, output_tokens }: EventData['message_complete']['usage']) {
  return {
    prompt_tokens: input_tokens,
    completion_tokens: output_tokens,
    total_tokens: input_tokens + output_tokens,
  };
}

interface Completion {
  content: string;
  reasoning: string;
  end: Pick<EventData['message_complete'], 'finish_reason' | 'usage'>;
}

const NOTHING: Completion = {
  content: '',
  reasoning: '',
  end: { finish_reason: 'stop', usage: { input_tokens: 0, output_tokens: 0 } },
};

export async function readCompletion(frames: AsyncIterable<string>, text: CompletionText) {
  const completion = { ...NOTHING };
  for await (const event of completedEvents(frames)) {
    completion.content += text.textOf(event);
    completion.reasoning += text.reasoningOf(event);
    if (event.type === 'message_complete') completion.end = event.data;
  }
  return completion;
}

export function completionOf(head: CompletionHead, { content, reasoning, end }: Completion) {
  const thought = reasoning === '' ? {} : { reasoning_content: reasoning };
  const message = { role: 'assistant', content, ...thought, refusal: null };
  const finish_reason = finishReasonOf(end.finish_reason);
  return {
    object: 'chat.completion',
    ...head,
    choices: [{ index: 0, message, logprobs: null, finish_reason }],
    usage: usageOf(end.usage),
  };
}

/** The whole answer to what a frontend asks for its own sake: no model was asked. */
export function sideCompletion(head: CompletionHead, content: string) {
  return completionOf(head, { ...NOTHING, content });
}

export async function* sideFrames(
  rendering: ChunkRendering,
  text: string,
): AsyncGenerator<string, void> {
  const place = { run_id: '', conversation_id: '', context_type: '' };
  yield rendering.event({ type: 'run_start', data: place });
  yield rendering.event({ type: 'content_chunk', data: { chunk: text } });
  yield rendering.event({ type: 'message_complete', data: { ...NOTHING.end, turns: 0 } });
}

/** A run as one running text: all that a client can show which knows texts only. */
export class CompletionText {
  private hasText = false;
  private isNewTurn = false;
  private endsLine = true;
  private readonly citations: Citation[] = [];

  /** @param pageUrl where the server's page is, for links. */
  constructor(private readonly pageUrl: string) {}

  private conversationId = '';

  textOf(event: AgentEvent): string {
    if (event.type === 'run_start') this.conversationId = event.data.conversation_id;
    if (event.type === 'message_start') this.isNewTurn = this.hasText;
    if (event.type === 'citation') this.citations.push(event.data);
    if (event.type === 'content_chunk') return this.said(event.data.chunk);
    if (event.type === 'message_complete') return this.sources();
    if (event.type === 'operation_form')
      return this.paragraph(formSentence(event.data, this.conversationId, this.pageUrl));
    if (event.type !== 'plugin_event') return '';
    const preview = previewIn(event);
    const note = preview === undefined ? this.noteOf(event) : this.waiting(preview);
    return note === undefined ? '' : this.paragraph(note);
  }

  /** What a server of tools asks of the user or may not ask, and what a policy has decided for them. */
  private noteOf({ name, data }: PluginEvent): string | undefined {
    const { source, reason, description, state } = data;
    if (name === QUESTION) return this.asked(data);
    if (name === 'question_refused')
      return `**${String(source)} wanted to ask you something, and was refused:** ${brief(reason)}.`;
    if (name === 'sign_in_needed')
      return `**${String(source)} wants to know who you are.** [Sign in here](${this.link}), then ask again.`;
    if (typeof data['preview_id'] !== 'string' || typeof state !== 'string') return undefined;
    return `**Decided by a policy, without asking you (${state}):** ${brief(description)} [See it here](${this.link}).`;
  }

  /** To the conversation, where previews and questions are decided. */
  private get link(): string {
    return `${this.pageUrl}/#/chat/${this.conversationId}`;
  }

  /** What an event adds to what clients show as thinking: the model's own, and a line for a step of tools. */
  reasoningOf(event: AgentEvent): string {
    if (event.type === 'thinking_chunk') return this.thought(event.data.chunk);
    // In place of silence while tools work.
    if (event.type !== 'reasoning_step' || event.data.tool_status !== 'running') return '';
    return this.thought(`${this.endsLine ? '' : '\n'}${event.data.message}\n`);
  }

  private thought(text: string): string {
    if (text !== '') this.endsLine = text.endsWith('\n');
    return text;
  }

  private said(chunk: string): string {
    if (chunk === '') return '';
    const gap = this.isNewTurn ? '\n\n' : '';
    this.isNewTurn = false;
    this.hasText = true;
    return gap + chunk;
  }

  private paragraph(text: string): string {
    const gap = this.hasText ? '\n\n' : '';
    this.hasText = true;
    this.isNewTurn = true;
    return gap + text;
  }

  private waiting(preview: ShownPreview): string {
    const { description, expires_at: until } = preview;
    const what = brief(description);
    const lines = previewLines(preview).map((line) => `- ${line}\n`);
    const facts = lines.length === 0 ? ' ' : `\n\n${lines.join('')}\n`;
    return `**Waiting for your decision until ${until.slice(0, 16)}Z:** ${what}${facts}Nothing is saved before you accept it: [review it here](${this.link}).`;
  }

  private asked({ source, message, expires_at: until }: JsonObject): string {
    return `**${String(source)} asks you something until ${String(until).slice(0, 16)}Z:** ${brief(message)} [Answer it here](${this.link}).`;
  }

  private sources(): string {
    if (this.citations.length === 0) return '';
    return this.paragraph(this.citations.map(sourceLine).join('\n'));
  }
}

const MAX_DESCRIPTION = 500;

function sourceLine(citation: Citation): string {
  const title = oneLine(citation.title);
  const place = 'url' in citation ? ` ${citation.url}` : pageOf(citation.page);
  return `[${citation.number}] ${title}${place}`;
}

function pageOf(page: number | undefined): string {
  return page === undefined ? '' : `, page ${page}`;
}

/** What a server or a model says, on one line and cut. */
function brief(text: unknown): string {
  return oneLine(String(text)).slice(0, MAX_DESCRIPTION);
}

function oneLine(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, ' ').trim();
}
