import { notFound } from '../../foundation/errors.js';
import { newId } from '../../foundation/ids.js';
import type { JsonObject } from '../../foundation/json.js';
import { systemTimer, type Timer, systemClock, type Clock } from '../../foundation/clock.js';
import type { LiveCall } from '../tool.js';
import { filledForm, type Question, type QuestionEnd } from './question-form.js';

export const QUESTION = 'question';
export const QUESTION_ENDED = 'question_ended';

/** The limits of every server: how long a question waits, in ms, and how many of one user wait at the same time. */
export const defaultQuestionLimits = { waitMs: 120_000, perUser: 3 };
export type QuestionLimits = typeof defaultQuestionLimits;

interface OpenQuestion {
  id: string;
  userId: string;
  question: Question;
  expiresAt: string;
  end(how: QuestionEnd): void;
}

/** The questions of calls under way, in memory; the run's events keep how each ended, without the values. */
export class Questions {
  private readonly open = new Map<string, OpenQuestion>();

  constructor(
    private readonly limits: QuestionLimits = defaultQuestionLimits,
    private readonly timer: Timer = systemTimer,
    private readonly clock: Clock = systemClock,
  ) {}

  /** Asks the user of a call, and stops the call's time until they have answered. Never rejects. */
  async ask(
    userId: string,
    question: Question,
    live: LiveCall,
    signal: AbortSignal,
  ): Promise<QuestionEnd> {
    if (signal.aborted) return { state: 'cancelled' };
    if (this.ofUser(userId).length >= this.limits.perUser) {
      const reason = 'too many other questions wait for an answer';
      live.show('question_refused', { source: question.source, reason });
      return { state: 'cancelled' };
    }
    const id = newId();
    const expiresAt = new Date(this.clock().getTime() + this.limits.waitMs).toISOString();
    const resume = live.pause();
    try {
      const asked = { id, userId, question, expiresAt };
      const ended = this.wait(asked, signal);
      live.show(QUESTION, shown(asked));
      const how = await ended;
      live.show(QUESTION_ENDED, { question_id: id, state: how.state });
      return how;
    } finally {
      resume();
    }
  }

  list(userId: string): JsonObject[] {
    return this.ofUser(userId).map(shown);
  }

  /** Answers with the values of a form; rejects with `not_found`, or `invalid_request` and it waits on. */
  answer(userId: string, id: string, content: JsonObject = {}): void {
    const open = this.require(userId, id);
    const { question } = open;
    if (question.mode === 'url') open.end({ state: 'answered' });
    else open.end({ state: 'answered', content: filledForm(question.fields, content) });
  }

  /** The user does not want to answer; rejects with `not_found`. */
  decline(userId: string, id: string): void {
    this.require(userId, id).end({ state: 'declined' });
  }

  private ofUser(userId: string): OpenQuestion[] {
    return [...this.open.values()].filter((one) => one.userId === userId);
  }

  private wait(one: Omit<OpenQuestion, 'end'>, signal: AbortSignal): Promise<QuestionEnd> {
    return new Promise((resolve) => {
      const cancelled = (): void => end({ state: 'cancelled' });
      const stop = this.timer(() => end({ state: 'expired' }), this.limits.waitMs);
      const end = (how: QuestionEnd): void => {
        stop();
        signal.removeEventListener('abort', cancelled);
        this.open.delete(one.id);
        resolve(how);
      };
      signal.addEventListener('abort', cancelled, { once: true });
      this.open.set(one.id, { ...one, end });
    });
  }

  private require(userId: string, id: string): OpenQuestion {
    const found = this.open.get(id);
    if (found?.userId === userId) return found;
    throw notFound(
      `There is no question ${id.slice(0, 80)} that waits for you here: it was answered or has expired, its run has ended, or another server of the same database runs it and alone can take the answer.`,
    );
  }
}

function shown({ id, question, expiresAt }: Omit<OpenQuestion, 'end'>): JsonObject {
  return { question_id: id, ...question, expires_at: expiresAt };
}
