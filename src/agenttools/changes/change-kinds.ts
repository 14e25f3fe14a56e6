import { AppError, configError } from '../../foundation/errors.js';
import type { ChangeKind } from './change-kind.js';

export interface ChangeKinds {
  find(kind: string): ChangeKind | undefined;
  /** The kind of this name; rejects with `unknown_change_kind` when its plugin is not loaded. */
  require(kind: string): ChangeKind;
  names(): string[];
}

/** An event's name is its kind's, so a kind may not be called like an event of the server's own. */
export const EVENT_NAME = /^[a-z][a-z0-9_]{2,59}$/;

/** Registers kinds; rejects a name twice or of another form with `config_error`. */
export function createChangeKinds(kinds: readonly ChangeKind[]): ChangeKinds {
  const byName = new Map<string, ChangeKind>();
  for (const kind of kinds) {
    if (!EVENT_NAME.test(kind.kind) || byName.has(kind.kind)) {
      throw configError(
        `The kind of change "${kind.kind}" is taken, or not a name in snake_case of 3 to 60 characters.`,
      );
    }
    byName.set(kind.kind, kind);
  }
  const names = () => [...byName.keys()];
  return {
    find: (kind) => byName.get(kind),
    require: (kind) => {
      const found = byName.get(kind);
      if (found !== undefined) return found;
      throw new AppError(
        'unknown_change_kind',
        `No loaded plugin knows changes of the kind "${kind}", so nothing was applied and the preview stays as it is. Load the plugin that made it; known are ${names().join(', ') || 'none'}.`,
      );
    },
    names,
  };
}
