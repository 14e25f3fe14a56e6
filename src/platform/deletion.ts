import {
  ChangeEnd,
  type AppliedChange,
  type ChangeKind,
  type TargetState,
} from '../agenttools/changes/change-kind.js';
import type { ReadClient } from '../agenttools/sources/clients.js';
import type { ChangeProposal } from '../agenttools/tool.js';
import { invalidRequest } from '../foundation/errors.js';
import type { JsonObject } from '../foundation/json.js';
import { getIfThere } from './lists.js';

interface Deletable {
  kind: string;
  noun: string;
  source: string;
  /** Where such things are; the id follows. */
  route: readonly string[];
  again: (before: JsonObject) => ChangeProposal;
}

/** The proposal to delete something as it is stored; `before` is what making it again needs. */
export function proposeDeletion(
  { kind, noun }: Pick<Deletable, 'kind' | 'noun'>,
  { id, name, version }: TargetState,
  before: JsonObject,
): ChangeProposal {
  return {
    kind,
    description: `Delete the ${noun} "${name}".`,
    subject: `delete:${id}`,
    targetId: id,
    payload: { id, name, version },
    extra: {
      title: `Delete a ${noun}`,
      target: { label: name },
      before,
      protection: 'recheck',
      reversible: 'undo',
    },
    facts: { before },
  };
}

/** The kind of change that deletes such a thing: not one that has changed since it was shown. */
export function deletionKind(deletable: Deletable): Omit<ChangeKind, 'kind'> {
  const { noun, source, route, again } = deletable;
  const stored = (read: ReadClient, id: string) => getIfThere<TargetState>(read, [...route, id]);
  return {
    title: noun,
    source,
    versionField: 'version',
    edited: () => {
      throw invalidRequest('What is deleted cannot be edited. Reject it instead.');
    },
    apply: async (write, text, _target, { read }) => {
      const { id, name, version } = JSON.parse(text) as TargetState;
      const now = await stored(read, id);
      if (now === undefined) return deleted({ id, name });
      if (now.version !== version) return changed(noun, now);
      await write.send({ method: 'DELETE', segments: [...route, id] });
      return deleted({ id, name });
    },
    resolve: async (text, { read }: AppliedChange) => {
      const { id, name } = JSON.parse(text) as TargetState;
      // It is there or it is not: asking again deletes nothing twice.
      const isThere = (await stored(read, id)) !== undefined;
      return isThere ? new ChangeEnd('released', {}) : deleted({ id, name });
    },
    load: (read, id) => read.get([...route, id]),
    undo: async ({ facts }) => again((facts['before'] ?? {}) as JsonObject),
  };
}

function deleted({ id, name }: { id: string; name: string }): ChangeEnd {
  return new ChangeEnd('accepted', { result: { id, name } });
}

function changed(noun: string, { name, version }: TargetState): ChangeEnd {
  const message = `The ${noun} "${name}" has changed since it was shown: it is at version ${version}. Nothing was deleted. Look at it, and delete it again if you still want to.`;
  return new ChangeEnd('stale', { error: { code: 'preview_stale', message, details: [] } });
}

const MAX_NAME = 255;

/** The name that a person wrote, without blanks around it; rejects with `invalid_request` none, and the one there is. */
export function newName({ name }: JsonObject, now: string): string {
  const wanted = typeof name === 'string' ? name.trim() : '';
  const isGood = wanted !== '' && wanted.length <= MAX_NAME && wanted !== now;
  if (isGood) return wanted;
  const message = `must be a text of 1 to ${MAX_NAME} characters, and another one than now`;
  throw invalidRequest(`The new name ${message}.`, [{ path: 'input.name', message }]);
}
