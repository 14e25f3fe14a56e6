import type { ActionTypeSchema } from '../../../src/platform/types.js';
import { readData } from '../shared/seeder.js';

/** What an action of a rule can be: its ports and what its config holds. */
export type ActionType = ActionTypeSchema & { config_schema: { required: string[] } };

/** Every action type there is, grouped by what it is for. */
export const actionTypes = readData<readonly ActionType[]>('action-types.json');

const byType = new Map(actionTypes.map((actionType) => [actionType.type, actionType]));

/** The action type of that name, compared exactly. */
export function findActionType(type: string): ActionType | undefined {
  return byType.get(type);
}

/** The port an edge leaves through when it names none. */
export function defaultPort({ ports }: ActionType): string {
  return ports.find((port) => port.is_default)?.name ?? '';
}

/** The names of an action type's ports, default first. */
export function portNames(actionType: ActionType): string[] {
  return actionType.ports.map((port) => port.name);
}
