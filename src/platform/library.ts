import {
  ChangeEnd,
  type AppliedChange,
  type ChangeKind,
  type DirectAction,
  type TargetState,
  type UndoneChange,
} from '../agenttools/changes/change-kind.js';
import type { ReadClient } from '../agenttools/sources/clients.js';
import type { ChangeProposal } from '../agenttools/tool.js';
import { invalidRequest } from '../foundation/errors.js';
import { isObject, type JsonObject } from '../foundation/json.js';
import { getIfThere } from './lists.js';

/** Something that the ERP stores under a name; bodies leave it as they say. */
interface Stored {
  kind: string;
  /** The kind of change that deletes it. */
  deletion: string;
  /** What people call such a thing: `rule`. */
  noun: string;
  source: string;
  /** Where such things are; the id follows. */
  route: readonly string[];
  /** The body that would leave one as it is. */
  bodyOf: (target: TargetState) => JsonObject;
  /** A body as that of a thing of its own. */
  asNew: (body: JsonObject) => JsonObject;
  /** The body that brings one back to how it was before; undefined where it is so. */
  back: (before: JsonObject, now: JsonObject) => JsonObject | undefined;
  diff: (now: JsonObject, body: JsonObject) => JsonObject;
}

/** What people do with such things without a chat, each as a proposal, and what undoes a change. */
export function proposalsOf(stored: Stored) {
  const { kind, noun, route, bodyOf, asNew } = stored;
  /** A newer one asked for the same way takes its place. */
  const changeOf = (
    target: TargetState,
    body: JsonObject,
    description: string,
  ): ChangeProposal => ({
    kind,
    description,
    subject: `library:${target.id}`,
    targetId: target.id,
    payload: { ...body, if_version: target.version },
    extra: { diff: stored.diff(bodyOf(target), body) },
    facts: { before: bodyOf(target) },
  });
  const deletionOf = (target: TargetState) => proposeDeletion(stored, target, bodyOf(target));
  const actions = {
    rename: ({ target, input }: DirectAction) => {
      const name = newName(input, target.name);
      const words = `Rename the ${noun} "${target.name}" to "${name}".`;
      return changeOf(target, { ...bodyOf(target), name }, words);
    },
    edit: ({ target }: DirectAction) =>
      changeOf(target, bodyOf(target), `Edit the ${noun} "${target.name}".`),
    duplicate: ({ target, input }: DirectAction): ChangeProposal => {
      const name = newName(input, target.name);
      return {
        kind,
        description: `Create the ${noun} "${name}" as a copy of "${target.name}".`,
        payload: asNew({ ...bodyOf(target), name }),
      };
    },
    delete: ({ target }: DirectAction) => deletionOf(target),
  };
  /** Brings one back to where it was before a change, whatever came since: a new one is deleted. */
  const undo = async ({ facts, targetId, isNew }: UndoneChange, read: ReadClient) => {
    if (targetId === undefined) return { why: `Which ${noun} was saved is not known.` };
    const target = await read.get<TargetState>([...route, targetId]);
    if (isNew) return deletionOf(target);
    const { before } = facts;
    if (!isObject(before)) return { why: `How the ${noun} was before was not kept.` };
    const body = stored.back(before, bodyOf(target));
    if (body === undefined) return { why: `The ${noun} is already as it was before.` };
    return changeOf(target, body, `Bring the ${noun} "${target.name}" back to how it was before.`);
  };
  return { actions, undo, changeOf, deletionOf };
}

/** `before` is what making it again needs. */
function proposeDeletion(
  { deletion, noun }: Stored,
  { id, name, version }: TargetState,
  before: JsonObject,
): ChangeProposal {
  return {
    kind: deletion,
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
export function deletionKind({
  kind,
  noun,
  source,
  route,
  asNew,
}: Stored): Omit<ChangeKind, 'kind'> {
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
    undo: async ({ facts }) => {
      const before = (facts['before'] ?? {}) as JsonObject;
      const description = `Create the ${noun} "${String(before['name'])}" again as it was.`;
      return { kind, description, payload: asNew(before) };
    },
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
function newName({ name }: JsonObject, now: string): string {
  const wanted = typeof name === 'string' ? name.trim() : '';
  const isGood = wanted !== '' && wanted.length <= MAX_NAME && wanted !== now;
  if (isGood) return wanted;
  const message = `must be a text of 1 to ${MAX_NAME} characters, and another one than now`;
  throw invalidRequest(`The new name ${message}.`, [{ path: 'input.name', message }]);
}
