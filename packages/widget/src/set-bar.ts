import type { ApiProblem, ChangeSet } from '@sextant/client';
import { button, el } from './dom.js';
import type { CardDeps, PreviewCard } from './preview-card.js';

/** Several changes of one answer, decided on together; each keeps its own card. */
export class SetBar {
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
