import {
  objectOf,
  textOf,
  type Transcript,
  unwrapped,
  type JsonObject,
} from '../../../../samples/offline-model/kit.js';

/** The rule that this conversation is drafting, from its own calls: another conversation's draft is never meant. */
export interface OwnDraft {
  draftId: string;
  /** Arguments of the call that began it. */
  start: JsonObject;
  /** Arguments of the calls that added its actions, in order. */
  actions: JsonObject[];
  /** The saved rule it changes, if any. */
  ruleId?: string;
}

/** The latest draft of the conversation, as it stands. */
export function ownDraft({ earlier }: Transcript): OwnDraft | undefined {
  const calls = earlier.flatMap((turn) => turn.exchanges).filter((call) => !call.isError);
  const began = calls.findLast((call) => call.name === 'start_draft');
  const draftId = textOf(objectOf(unwrapped(began?.data))['draft_id']);
  if (began === undefined || draftId === '') return undefined;
  let actions: JsonObject[] = [];
  for (const { name, arguments: args } of calls.slice(calls.indexOf(began))) {
    if (args['draft_id'] !== draftId) continue;
    const { draft_id: _, ...action } = args;
    if (name === 'add_draft_action') actions.push(action);
    if (name === 'remove_draft_action')
      actions = actions.filter((other) => other['name'] !== action['name']);
  }
  const ruleId = textOf(began.arguments['workflow_id']);
  return { draftId, start: began.arguments, actions, ...(ruleId ? { ruleId } : {}) };
}
