import type { RunUpdate, ApiProblem, Client, ChangeSet } from '@sextant/client';
import { button, el } from './dom.js';
import { operationForms, type SendForm } from './operation-form.js';
import { PreviewCard, type CardDeps, type ShownPreview } from './preview-card.js';

type Event = Extract<RunUpdate, { type: 'event' }>['event'];
type Citation = Extract<Event, { type: 'citation' }>['data'];

/** What the answer tells the chat it stands in. */
interface AnswerDeps extends CardDeps {
  /** Where the server's own page is. */
  pageUrl: string;
  sendForm: SendForm;
  preview(preview: ShownPreview): unknown;
  action(action: Extract<Event, { type: 'ui_action' }>['data']): unknown;
}

/** One answer, drawn from its run's events alone: texts, steps, previews and sources. */
export class AnswerView {
  readonly element = el('div', { class: 'answer' });
  /** All texts, for who cannot see them come. */
  said = '';
  private text: HTMLElement | undefined;
  private thought: HTMLElement | undefined;
  private readonly sets = new Map<string, SetBar>();
  private readonly questions = new Map<string, QuestionNote>();
  private conversationId = '';
  private readonly steps = el('ol');
  private readonly stepsBox = el(
    'details',
    { class: 'steps' },
    el('summary', {}, 'Steps'),
    this.steps,
  );
  private readonly sources = el('ol', { class: 'sources' });

  constructor(private readonly deps: AnswerDeps) {}

  /** Draws one more event. */
  add(event: Event): void {
    if (event.type !== 'thinking_chunk') this.thought = undefined;
    switch (event.type) {
      case 'run_start':
        return void (this.conversationId = event.data.conversation_id);
      case 'content_chunk':
        return this.chunk(event.data.chunk);
      case 'thinking_chunk':
        return this.think(event.data.chunk);
      case 'tool_call_start':
        return this.step(event.data.name.replaceAll('_', ' '));
      case 'reasoning_step':
        return event.data.tool_status === 'running' ? this.step(event.data.message) : undefined;
      case 'citation':
        return this.source(event.data);
      case 'ui_action':
        return void this.deps.action(event.data);
      case 'error':
        return this.problem(event.data.message);
      case 'operation_form':
        this.text = undefined;
        return this.element.append(operationForms(event.data, this.deps.sendForm));
      case 'message_complete':
        return this.complete();
      default:
        this.live(event);
        return this.preview(event);
    }
  }

  /** What servers of tools that may ask send in the middle of a call; it stands in no type of the client. */
  private live({ type, data }: { type: string; data: object }): void {
    const question = data as Question & { state: string; reason: string };
    const { question_id: id, source, reason } = question;
    const { client, pageUrl } = this.deps;
    const address = `${pageUrl}/#/chat/${this.conversationId}`;
    if (type === 'question') {
      const note = new QuestionNote(question, client, address);
      this.questions.set(id, note);
      this.note(note.element);
    }
    if (type === 'question_ended') this.questions.get(id)?.end(question.state);
    if (type === 'question_refused')
      this.note(el('p', {}, `${source} wanted to ask you something, and was refused: ${reason}.`));
    if (type === 'sign_in_needed') {
      const link = el('a', { href: address, rel: 'noopener', target: '_blank' }, 'Sign in there');
      this.note(el('p', {}, `${source} wants to know who you are. `, link, ', then ask again.'));
    }
  }

  private note(element: HTMLElement): void {
    this.text = undefined;
    this.element.append(element);
  }

  /** Why the answer does not go on. */
  problem(message: string): void {
    this.element.append(el('p', { class: 'problem', role: 'alert' }, message));
  }

  private chunk(chunk: string): void {
    if (this.text === undefined) {
      this.text = el('div', { class: 'text' });
      this.element.append(this.text);
      if (this.said !== '') this.said += '\n';
    }
    this.said += chunk;
    this.text.append(chunk);
  }

  private think(chunk: string): void {
    this.text = undefined;
    if (this.thought === undefined) {
      this.thought = el('div', { class: 'thought', dir: 'auto' });
      const name = el('summary', {}, 'Thinking');
      this.element.append(el('details', { class: 'muted' }, name, this.thought));
    }
    this.thought.append(chunk);
  }

  private step(text: string): void {
    this.text = undefined;
    if (!this.stepsBox.isConnected) this.element.prepend(this.stepsBox);
    this.steps.append(el('li', {}, text));
    this.stepsBox.firstElementChild?.replaceChildren(`Steps (${this.steps.childElementCount})`);
  }

  private source(citation: Citation): void {
    const { number, title, quote } = citation;
    const url = 'url' in citation ? safeUrl(citation.url) : undefined;
    const name =
      url === undefined ? title : el('a', { href: url, rel: 'noopener', target: '_blank' }, title);
    const item = el(
      'li',
      { value: String(number), tabindex: '-1' },
      name,
      el('div', { class: 'muted' }, quote),
    );
    this.sources.append(item);
  }

  /** Stored event names of previews belong to plugins; what makes one a preview is what it says. */
  private preview({ data }: Event): void {
    const shown = data as Partial<ShownPreview>;
    if (shown.preview_id === undefined || shown.description === undefined) return;
    const preview = shown as ShownPreview;
    this.text = undefined;
    const { change_set_id: setId } = preview;
    const bar = setId === undefined ? undefined : this.setBar(setId);
    const decided: CardDeps['decided'] = (stored) => {
      void bar?.load();
      this.deps.decided(stored);
    };
    const card = new PreviewCard(preview, { client: this.deps.client, decided });
    this.element.append(card.element);
    // Behind its latest change.
    if (bar !== undefined) this.element.append(bar.element);
    bar?.add(card);
    this.deps.preview(preview);
  }

  private setBar(id: string): SetBar {
    const bar = this.sets.get(id) ?? new SetBar(id, this.deps);
    this.sets.set(id, bar);
    return bar;
  }

  private complete(): void {
    if (this.sources.childElementCount === 0) return;
    for (const text of this.element.querySelectorAll('.text')) this.mark(text);
    this.element.append(this.sources);
  }

  /** Markers `[1]` of sources that there are become buttons to them. */
  private mark(text: Element): void {
    const parts = (text.textContent ?? '').split(/(\[\d{1,4}\])/);
    text.replaceChildren(
      ...parts.map((part) => {
        const number = /^\[(\d+)\]$/.exec(part)?.[1];
        const item = number && this.sources.querySelector<HTMLElement>(`li[value="${number}"]`);
        return item ? button(part, () => item.focus(), 'marker') : part;
      }),
    );
  }
}

function safeUrl(url: string): string | undefined {
  return /^https?:\/\//i.test(url) ? url : undefined;
}

/** What the event `question` says; its form is for the server's page. */
interface Question {
  question_id: string;
  source: string;
  message: string;
}

const ENDS: Readonly<Record<string, string>> = {
  answered: 'Answered',
  declined: 'Declined',
  expired: 'Not answered in time',
  cancelled: 'No longer asked',
};

/** What a server of tools asks in the middle of a call: answered on the server's page, declined here. */
class QuestionNote {
  readonly element: HTMLElement;
  private readonly state = el('div', { class: 'muted', role: 'status' });
  private readonly row: HTMLElement;

  constructor({ question_id: id, source, message }: Question, client: Client, address: string) {
    const decline = () =>
      client
        .request(`/v1/agent/questions/${id}/decline`, { method: 'POST', body: {} })
        .then(() => this.end('declined'))
        .catch((problem: ApiProblem) => (this.state.textContent = problem.message));
    const answer = el('a', { href: address, rel: 'noopener', target: '_blank' }, 'Answer it there');
    this.row = el(
      'div',
      { class: 'row' },
      answer,
      button('Decline', () => void decline()),
    );
    this.element = el(
      'section',
      { class: 'card', 'aria-label': `A question of ${source}` },
      el('strong', {}, `${source} asks: ${message}`),
      this.state,
      this.row,
    );
  }

  /** Shows that nobody is asked any more. */
  end(state: string): void {
    this.state.textContent = ENDS[state] ?? state;
    this.row.remove();
  }
}

/** Several changes of one answer, decided on together; each keeps its own card. */
class SetBar {
  readonly element = el('section', { class: 'row', 'aria-label': 'All changes' });
  private readonly state = el('span', { class: 'muted', role: 'status' });
  private readonly cards: PreviewCard[] = [];

  constructor(
    private readonly id: string,
    private readonly deps: CardDeps,
  ) {
    this.element.hidden = true;
    const { changeSets } = deps.client;
    this.element.append(
      this.state,
      button('Accept all', () => this.decide(changeSets.accept(this.id)), 'main'),
      button('Reject all', () => this.decide(changeSets.reject(this.id))),
    );
  }

  /** One more change of the set; a single one needs no bar. */
  add(card: PreviewCard): void {
    this.cards.push(card);
    if (this.cards.length > 1) void this.load();
  }

  /** Reads how the set stands, after one of its changes was decided on by itself too. */
  async load(): Promise<void> {
    if (this.cards.length < 2) return;
    await this.deps.client.changeSets.find(this.id).then(
      (set) => this.show(set),
      (error: unknown) => this.say((error as ApiProblem).message),
    );
  }

  private show({ state, steps, error }: ChangeSet): void {
    const waiting = steps.filter((step) => step.state === 'waiting').length;
    this.element.hidden = false;
    this.say(error?.message ?? (waiting > 0 ? `${waiting} changes wait` : `All are ${state}`));
    for (const one of this.element.querySelectorAll('button')) one.hidden = waiting === 0;
  }

  private decide(asked: Promise<ChangeSet>): void {
    this.rest(true);
    void asked
      .then(
        (set) => this.show(set),
        (error: unknown) => this.say((error as ApiProblem).message),
      )
      // Each card shows and tells what became of its own change.
      .then(() => Promise.all(this.cards.map((card) => card.reload())))
      .finally(() => this.rest(false));
  }

  private rest(is: boolean): void {
    for (const one of this.element.querySelectorAll('button')) one.disabled = is;
  }

  private say(text: string): void {
    this.state.textContent = text;
  }
}
