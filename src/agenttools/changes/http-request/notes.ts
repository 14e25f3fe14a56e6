import { isObject } from '../../../foundation/json.js';
import { referencesIn } from '../references.js';
import type { ExpectedChange } from './expected-change.js';
import { isPresence } from './presence.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestAction, RequestRules } from './request-rules.js';
import { relevantPart, type Image } from './read-image.js';

/** What a person has to know of a request that its differences do not tell, in sentences. */
export function notesOf(
  payload: RequestPayload,
  { action, twin, fields }: RequestRules,
  image: Image | undefined,
  expected: ExpectedChange | undefined,
): string[] {
  const notes: string[] = [];
  const isReferring = referencesIn([payload.path, payload.query ?? '']).length > 0;
  if (isReferring) notes.push('What it is sent to exists only once an earlier change is applied.');
  else if (action === 'action' || action === 'effect')
    notes.push('This request does something; its effect cannot be shown.');
  else if (action !== 'create' && twin === undefined)
    notes.push('The current state cannot be shown: the backend has no way to read it alone.');
  const isSwitch = isPresence({ action }, payload.body);
  if (image !== undefined) notes.push(...notesOfImage(image, isSwitch, action));
  if (expected?.isCut === true) notes.push('There are more differences than are listed.');
  if (image?.kind === 'value' && hasNothingInCommon(image.value, fields))
    notes.push('What is read there has no field in common with what is sent.');
  if (action === 'patch' && expected !== undefined)
    notes.push(
      'Fields that are not sent stay as they are; how lists and nested fields are combined is up to the backend.',
    );
  return notes;
}

function notesOfImage(image: Image, isSwitch: boolean, action: RequestAction): string[] {
  switch (image.kind) {
    case 'unread':
      return [image.why];
    case 'missing':
      return isSwitch ? [] : ['Nothing is stored there now.'];
    case 'present':
      if (isSwitch) return ['It is there already: nothing that can be read would change.'];
      return action === 'delete' ? [] : ['Something is there, but the backend does not tell what.'];
    case 'value':
      return isSwitch
        ? ['Something is there, as shown; what this request changes in it cannot be told.']
        : [];
  }
}

function hasNothingInCommon(value: unknown, fields: readonly string[] | undefined): boolean {
  if (fields === undefined) return false;
  const part = relevantPart(value, fields);
  return !isObject(part) || Object.keys(part).length === 0;
}
