import { isObject } from '../../../src/foundation/json.js';
import { parseJson, writeJson } from '../../../src/foundation/exact-json.js';
import type { ApiProblem, Client, StoredPreview } from '@sextant/client';
import { changeFacts, outcomeFacts } from './change-facts.js';
import { button, el } from './dom.js';

/** What the event of a preview says of it; the other fields belong to its kind. */
export interface ShownPreview {
  preview_id: string;
  description: string;
  expires_at: string;
  /** The changes of one run are a set. */
  change_set_id?: string;
}

/** What a card needs of the chat it stands in. */
export interface CardDeps {
  client: Client;
  decided(preview: StoredPreview): unknown;
}

/** A change that waits for its user: what is sent, and accept, edit and reject. The server's state is shown, not the card's. */
export class PreviewCard {
  readonly element = el('section', { class: 'card', 'aria-label': 'Waiting for your decision' });
  private readonly state = el('div', { class: 'muted', role: 'status' }, 'Waiting for you');
  private readonly body = el('div');
  private readonly row = el('div', { class: 'row' });
  private known: StoredPreview['state'] | undefined;

  constructor(
    private readonly shown: ShownPreview,
    private readonly deps: CardDeps,
  ) {
    this.element.append(el('strong', {}, shown.description), this.state, this.body, this.row);
    void this.load();
  }

  /** Shows what became of it elsewhere, and tells it if it was decided. */
  async reload(): Promise<void> {
    const before = this.known;
    const stored = await this.load();
    if (stored !== undefined && before === 'waiting' && stored.state !== before) {
      this.deps.decided(stored);
    }
  }

  private async load(): Promise<StoredPreview | undefined> {
    try {
      const stored = await this.deps.client.previews.find(this.shown.preview_id);
      this.show(stored);
      return stored;
    } catch (error) {
      this.problem(error);
      return undefined;
    }
  }

  private show(stored: StoredPreview): void {
    this.known = stored.state;
    this.state.className = 'muted';
    this.state.textContent = stateText(stored);
    this.body.replaceChildren(...outcomeFacts({ ...stored }), ...changeFacts({ ...stored }));
    this.row.replaceChildren();
    if (stored.state !== 'waiting') return;
    const { previews } = this.deps.client;
    this.row.append(
      button('Accept', () => this.decide(previews.accept(stored.id)), 'main'),
      button('Edit', () => this.edit(stored)),
      button('Reject', () => this.reject(stored)),
    );
  }

  private edit(stored: StoredPreview): void {
    const text = writeJson(stored.payload, null, 2);
    const field = el(
      'textarea',
      { rows: '12', spellcheck: 'false', 'aria-label': 'Content' },
      text,
    );
    const save = () => {
      const payload = objectIn(field.value);
      if (payload === undefined) this.say('This is not a JSON object.');
      else this.decide(this.deps.client.previews.accept(stored.id, payload));
    };
    this.body.replaceChildren(field);
    this.row.replaceChildren(
      button('Accept as edited', save, 'main'),
      button('Back', () => this.show(stored)),
    );
    field.focus();
  }

  private reject(stored: StoredPreview): void {
    const reason = el('input', { 'aria-label': 'Why (optional)', placeholder: 'Why (optional)' });
    const send = () =>
      this.decide(this.deps.client.previews.reject(stored.id, reason.value || undefined));
    this.row.replaceChildren(
      reason,
      button('Reject', send, 'main'),
      button('Back', () => this.show(stored)),
    );
    reason.focus();
  }

  /** The buttons rest while the server decides. */
  private decide(asked: Promise<StoredPreview>): void {
    this.rest(true);
    asked.then(
      (stored) => {
        this.show(stored);
        this.deps.decided(stored);
      },
      async (error: unknown) => {
        // Decided elsewhere, or for good; of any other refusal the preview waits on, with what was edited.
        if ((error as ApiProblem).code?.startsWith('preview_')) await this.load();
        else this.rest(false);
        this.problem(error);
      },
    );
  }

  private rest(is: boolean): void {
    for (const one of this.row.querySelectorAll('button')) one.disabled = is;
  }

  private problem(error: unknown): void {
    this.say((error as ApiProblem).message);
  }

  private say(text: string): void {
    this.state.className = 'problem';
    this.state.textContent = text;
  }
}

function stateText({ state, expires_at: until, edited, error, result }: StoredPreview): string {
  if (state === 'waiting') return `Waiting for you until ${new Date(until).toLocaleString()}`;
  if (state === 'accepted') {
    if (result?.pending === true) return 'Accepted';
    return edited ? 'Saved as edited' : 'Saved';
  }
  return (
    error?.message ?? (state === 'rejected' ? 'Rejected; nothing was saved' : `It is ${state}`)
  );
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = parseJson(text);
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
