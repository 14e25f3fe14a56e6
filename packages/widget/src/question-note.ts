import type { ApiProblem, Client } from '@sextant/client';
import { button, el } from './dom.js';

/** What the event `question` says; its form is for the server's page. */
export interface Question {
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
export class QuestionNote {
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
      ...[el('strong', {}, `${source} asks: ${message}`), this.state, this.row],
    );
  }

  /** Shows that nobody is asked any more. */
  end(state: string): void {
    this.state.textContent = ENDS[state] ?? state;
    this.row.remove();
  }
}
