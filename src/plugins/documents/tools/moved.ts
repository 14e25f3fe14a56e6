import type { ToolOutcome } from '../../../agenttools/tool.js';
import type { JsonObject } from '../../../foundation/json.js';

/** A move of the user's page: what to do, with what, and why, as the page tells the user. */
export interface UiAction {
  action: 'open_document' | 'navigate_to' | 'show_map';
  /** In wire names. */
  target: JsonObject;
  reason: string;
}

/** Schema of the `reason` of every tool that moves the page. */
export const reason = {
  type: 'string',
  minLength: 1,
  maxLength: 300,
  description: 'Why, in one sentence: it is shown to the user.',
};

/** What such a tool answers: the move for the user's page, and to the model that it was asked for. */
export function moved(action: UiAction): ToolOutcome {
  return {
    result: {
      status: 'shown',
      target: action.target,
      note: "The user's page was asked to go there.",
    },
    signals: [{ type: 'event', event: 'ui_action', data: { ...action } }],
  };
}
