import type { AgentEvent, EventData, Citation } from '../../../agentloop/events.js';
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
    if (event.type === 'plugin_event' && event.name === QUESTION)
      return this.paragraph(this.asked(event.data));
    if (event.type === 'operation_form')
      return this.paragraph(formSentence(event.data, this.conversationId, this.pageUrl));
    const preview = previewIn(event);
    return preview === undefined ? '' : this.paragraph(this.waiting(preview));
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

  /** The link leads to the conversation, where the preview is decided. */
  private waiting(preview: ShownPreview): string {
    const { description, expires_at: until } = preview;
    const link = `${this.pageUrl}/#/chat/${this.conversationId}`;
    const what = oneLine(description).slice(0, MAX_DESCRIPTION);
    const lines = previewLines(preview).map((line) => `- ${line}\n`);
    const facts = lines.length === 0 ? ' ' : `\n\n${lines.join('')}\n`;
    return `**Waiting for your decision until ${until.slice(0, 16)}Z:** ${what}${facts}Nothing is saved before you accept it: [review it here](${link}).`;
  }

  /** The link leads to the conversation, where the question is answered. */
  private asked({ source, message, expires_at: until }: JsonObject): string {
    const link = `${this.pageUrl}/#/chat/${this.conversationId}`;
    const what = oneLine(String(message)).slice(0, MAX_DESCRIPTION);
    return `**${String(source)} asks you something until ${String(until).slice(0, 16)}Z:** ${what} [Answer it here](${link}).`;
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

function oneLine(text: string): string {
  return visibleText(text).replaceAll(/\s+/g, ' ').trim();
}
