import type { Deadline } from '../foundation/clock.js';
import type { LiveCall } from '../agenttools/tool.js';
import { CHANGE_PREVIEW } from '../agenttools/changes/change-kind.js';
import { QUESTION, QUESTION_ENDED } from '../agenttools/questions/questions.js';
import { isOwnEvent, type AgentEvent, type Emit } from './events.js';

/** A call that has shown so many has nothing more to show: each is stored. */
const MAX_EVENTS = 200;

/** What the core shows of changes and calls, beside its own events. */
const shownNames: ReadonlySet<string> = new Set([
  CHANGE_PREVIEW,
  QUESTION,
  QUESTION_ENDED,
  'tool_progress',
  'question_refused',
  'sign_in_needed',
]);

/** True for the name of an event of the server's, which no plugin can send. */
export function isServerEvent(name: string): boolean {
  return isOwnEvent(name) || shownNames.has(name);
}

/** What the calls of a turn show while they run, in the order in which it comes. */
export class LiveEvents {
  private readonly waiting: AgentEvent[] = [];
  private wake = (): void => {};
  private readonly ended = new Set<string>();

  of(toolUseId: string, deadline: Pick<Deadline, 'pause'>): LiveCall {
    let left = MAX_EVENTS;
    return {
      show: (name, data) => {
        if (left === 0 || this.ended.has(toolUseId)) return;
        left -= 1;
        const shown = { tool_use_id: toolUseId, ...data };
        this.waiting.push({ type: 'plugin_event', name, data: shown });
        this.wake();
      },
      pause: () => deadline.pause(),
    };
  }

  end(toolUseId: string): void {
    this.ended.add(toolUseId);
  }

  /** Emits what is shown until `call` has ended. Never rejects; how the call ended is the caller's to see. */
  async until(call: Promise<unknown>, emit: Emit): Promise<void> {
    let hasEnded = false;
    const end = (): void => {
      hasEnded = true;
      this.wake();
    };
    call.then(end, end);
    for (;;) {
      for (const event of this.waiting.splice(0)) await emit(event);
      if (hasEnded) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
        if (hasEnded || this.waiting.length > 0) resolve();
      });
    }
  }
}
