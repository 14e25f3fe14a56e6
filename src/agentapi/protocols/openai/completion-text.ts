import type { AgentEvent, Citation } from '../../../agentloop/events.js';
import { QUESTION } from '../../../agenttools/questions/questions.js';
import type { JsonObject } from '../../../foundation/json.js';
import { visibleText } from '../../../foundation/invisible.js';
import { formSentence } from '../../forms/forms.service.js';
import { previewIn, type ShownPreview } from '../preview-event.js';
import { previewLines } from '../preview-lines.js';

/** A run as one running text: all that a client can show which knows texts only. */
export class CompletionText {
  private hasText = false;
  private isNewTurn = false;
  /** Whether the reasoning so far ends with its line. */
  private endsLine = true;
  private readonly citations: Citation[] = [];

  /** @param pageUrl where the server's page is, for links. */
  constructor(private readonly pageUrl: string) {}

  private conversationId = '';

  /** What an event adds to the answer; empty where it adds nothing. */
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
