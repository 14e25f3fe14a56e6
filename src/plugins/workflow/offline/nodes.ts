import {
  meantBy,
  textOf,
  type JsonObject,
  type Kind,
  type Named,
  type Reading,
} from '../../../../samples/offline-model/kit.js';
import { actionWords } from './lexicon.js';

/** Workflow rules, as things that a sentence can speak of. */
export const rules: Kind = { listTool: 'list_workflow_rules', noun: 'rule' };

/** An action of a rule as a thing with a name. */
export interface NodeName extends Named {
  type: string;
}

/** An action of a rule's summary. */
export function toNode(action: JsonObject): NodeName {
  const { id, name, action_type: type } = action;
  return { id: textOf(id), name: textOf(name), type: textOf(type) };
}

/** The action a sentence speaks of: by name, by type, or the one of its kind. */
export function nodeMeant(actions: readonly NodeName[], reading: Reading): NodeName | undefined {
  const named = meantBy(actions, reading);
  if (named !== undefined && reading.quoted().length > 0) return named;
  const types = reading.all('action.*|step.*').map(({ concept }) => concept.replace(/^\w+\./, ''));
  const ofType = actions.filter((action) => types.some((type) => isOfType(action, type)));
  if (ofType.length > 0) return ofType.find((action) => action === named) ?? ofType[0];
  if (named) return named;
  if (reading.says('first')) return actions[0];
  if (reading.says('last')) return actions.at(-1);
  return reading.has('noun.condition')
    ? actions.find(({ type }) => type === 'evaluate_condition')
    : undefined;
}

/** A draft tells its actions by name only, and names begin with the type's title. */
function isOfType(action: NodeName, type: string): boolean {
  if (action.type !== '') return action.type === type;
  const title = actionWords[type]?.title.toLowerCase();
  return title !== undefined && action.name.toLowerCase().startsWith(title);
}
