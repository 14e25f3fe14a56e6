import { createClient, type FilledForm, type RunUpdate } from '@sextant/client';
import { parseJson, writeJson } from '../../../src/foundation/exact-json.js';
import { AnswerView } from './answer-view.js';
import { button, el } from './dom.js';
import { styles } from './styles.js';

/** What a host page gives to say who calls. */
type TokenOf = () => string | undefined | Promise<string | undefined>;

const sheet = styles();

/** Where the script came from, which is where the server is. */
const scriptOrigin =
  document.currentScript instanceof HTMLScriptElement
    ? new URL(document.currentScript.src).origin
    : location.origin;

/**
 * A chat with one agent: `<sextant-chat agent="…" context='{"…": "…"}'>`. `server` is another server than the
 * script's, `label` the name for screen readers. Tells `preview` and `ui_action`, and of a
 * decision its state: `accepted`, `rejected`, …
 */
class SextantChat extends HTMLElement {
  private tokenOf: TokenOf | undefined;
  private readonly log = el('div', {
    class: 'log',
    role: 'log',
    'aria-live': 'off',
    tabindex: '0',
  });
  /** Whole answers only: a screen reader would read every piece of one. */
  private readonly spoken = el('div', { class: 'spoken', 'aria-live': 'polite' });
  private readonly input = el('textarea', {
    'aria-label': 'Message',
    placeholder: 'Message',
    rows: '1',
  });
  private readonly stop = button('Stop', () => void this.cancel());
  private readonly send = el('button', { type: 'submit', class: 'main' }, 'Send');
  private runId: string | undefined;
  private reader = new AbortController();
  private isDrawn = false;
  private hasReadBack = false;

  /** Gives the caller's token, asked for with every request; the host page sets it. */
  get token(): TokenOf | undefined {
    return this.tokenOf;
  }

  set token(tokenOf: TokenOf | undefined) {
    this.tokenOf = tokenOf;
    if (this.isDrawn) void this.readBack();
  }

  connectedCallback(): void {
    this.reader = new AbortController();
    if (this.isDrawn) return;
    this.isDrawn = true;
    const root = this.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [sheet];
    const form = el('form', {}, this.input, this.stop, this.send);
    form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.ask();
    });
    this.input.addEventListener('keydown', (event) => this.onKey(event));
    this.stop.hidden = true;
    this.log.setAttribute('aria-label', this.getAttribute('label') ?? 'Conversation');
    root.append(this.log, this.spoken, form);
    // A host page that gives a token does so while it loads; without one, nobody is waited for.
    if (document.readyState === 'complete') queueMicrotask(() => void this.readBack());
    else addEventListener('load', () => void this.readBack(), { once: true });
  }

  disconnectedCallback(): void {
    this.reader.abort();
  }

  private get url(): string {
    return (this.getAttribute('server') ?? scriptOrigin).replace(/\/$/, '');
  }

  private get client() {
    return createClient({ url: this.url, token: () => this.tokenOf?.() });
  }

  private get agent(): string {
    return this.getAttribute('agent') ?? '';
  }

  /** The conversation of this tab, which a reload keeps. */
  private get conversation(): string {
    const key = `sextant-chat:${this.agent}`;
    const kept = sessionStorage.getItem(key) ?? crypto.randomUUID();
    sessionStorage.setItem(key, kept);
    return kept;
  }

  private get context(): Record<string, unknown> {
    const text = this.getAttribute('context');
    if (text === null || text === '') return {};
    return parseJson(text) as Record<string, unknown>;
  }

  private onKey(event: KeyboardEvent): void {
    if (event.key === 'Escape' && !this.stop.hidden) void this.cancel();
    // What an input method is composing is not finished by Enter.
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    void this.ask();
  }

  private async ask(): Promise<void> {
    const message = this.input.value.trim();
    if (message === '' || !this.stop.hidden) return;
    this.hasReadBack = true;
    this.input.value = '';
    const view = this.turn(message, true);
    const { signal } = this.reader;
    let context: Record<string, unknown>;
    try {
      ({ context } = this);
    } catch {
      view.problem('The attribute context of <sextant-chat> must be a JSON object.');
      return;
    }
    const request = {
      message,
      context,
      ...(this.agent === '' ? {} : { context_type: this.agent }),
      conversation_id: this.conversation,
    };
    await this.follow(this.client.chat(request, { signal }), view, true);
  }

  /** Sends a form as the next message; rejects with what the server says against it. */
  private async sendForm(id: string, form: FilledForm, title: string): Promise<void> {
    if (!this.stop.hidden) throw new Error('Wait for the answer, or stop it.');
    const { signal } = this.reader;
    const updates = this.client.sendForm(id, { ...form, context: this.context }, { signal });
    const first = await updates.next();
    if (!first.done && first.value.type === 'refused') throw first.value.problem;
    const view = this.turn(`${title} ${writeJson(form.arguments)}`, true);
    void this.follow(updates, view, true);
  }

  /** What was said before the page was loaded, and what is still being said. */
  private async readBack(): Promise<void> {
    const key = `sextant-chat:${this.agent}`;
    const kept = sessionStorage.getItem(key);
    if (kept === null || this.hasReadBack) return;
    this.hasReadBack = true;
    const { client } = this;
    const found = await client.conversations.find(kept).catch(() => undefined);
    // Without the token that is still to come it was refused.
    this.hasReadBack = found !== undefined;
    for (const { run_id: id, message, state, events_available: hasEvents } of found?.runs ?? []) {
      const view = this.turn(message, false);
      if (!hasEvents) continue;
      const { signal } = this.reader;
      await this.follow(client.resume(id, { signal }), view, state === 'running');
    }
  }

  /** The host page is told of what happens now, not again of what a reload draws. */
  private turn(message: string, isLive: boolean): AnswerView {
    const view = new AnswerView({
      client: this.client,
      pageUrl: this.url,
      sendForm: (id, form, title) => this.sendForm(id, form, title),
      decided: (preview) => this.tell(preview.state, preview),
      preview: (preview) => isLive && this.tell('preview', preview),
      action: (action) => isLive && this.tell('ui_action', action),
    });
    this.log.append(el('div', { class: 'mine' }, message), view.element);
    this.log.scrollTop = this.log.scrollHeight;
    return view;
  }

  private async follow(
    updates: AsyncIterable<RunUpdate>,
    view: AnswerView,
    isNew: boolean,
  ): Promise<void> {
    this.busy(true);
    try {
      for await (const update of updates) this.show(update, view);
    } catch (error) {
      view.problem(error instanceof Error ? error.message : String(error));
    } finally {
      this.busy(false);
    }
    if (isNew && view.said !== '') this.spoken.textContent = view.said;
  }

  private show(update: RunUpdate, view: AnswerView): void {
    const { log } = this;
    // Who reads further up is left there.
    const isAtEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 40;
    if (update.type === 'refused') view.problem(update.problem.message);
    if (update.type === 'gap') view.problem(update.message);
    if (update.type === 'event') {
      if (update.event.type === 'run_start') this.runId = update.event.data.run_id;
      view.add(update.event);
    }
    if (isAtEnd) log.scrollTop = log.scrollHeight;
  }

  private busy(is: boolean): void {
    this.stop.hidden = !is;
    this.send.disabled = is;
    this.log.setAttribute('aria-busy', String(is));
    if (!is) this.runId = undefined;
  }

  private async cancel(): Promise<void> {
    if (this.runId !== undefined) await this.client.cancel(this.runId).catch(() => undefined);
    this.input.focus();
  }

  private tell(name: string, detail: unknown): boolean {
    return this.dispatchEvent(new CustomEvent(name, { detail, bubbles: true, composed: true }));
  }
}

// The script may stand in a page twice.
if (customElements.get('sextant-chat') === undefined) {
  customElements.define('sextant-chat', SextantChat);
}
