import { defined } from '../../../foundation/defined.js';
import { referencesIn } from '../references.js';
import { sentObject } from './envelope.js';
import { bulkNotes, NO_UNDO } from './bulk-change.js';
import { isComparable, type ExpectedChange } from './expected-change.js';
import { isPresence } from './presence.js';
import { unknownFields, type RequestFacts } from './request-facts.js';
import type { RequestPayload } from './request-payload.js';
import type { RequestAction, RequestRules } from './request-rules.js';
import type { Image } from './read-image.js';

/** What a person has to know of a request that its differences do not tell, in sentences. */
export function notesOf(
  payload: RequestPayload,
  { rules, beside }: RequestFacts,
  image: Image | undefined,
  expected: ExpectedChange | undefined,
  whole: unknown,
): string[] {
  if (rules.bulk && image?.kind === 'unread') return [image.why, NO_UNDO];
  if (rules.bulk) return bulkNotes(payload, image?.kind === 'value' ? image.value : [], whole);
  const { action } = rules;
  const kind = noteOfKind(payload, rules);
  const isSwitch = isPresence({ action }, payload.body);
  return [
    ...(kind === undefined ? [] : [kind]),
    ...(image === undefined ? [] : notesOfImage(image, isSwitch, action)),
    ...(expected?.isCut === true ? ['There are more differences than are listed.'] : []),
    ...(image?.kind === 'value'
      ? unknownNotes(payload, { rules, ...defined({ beside }) }, image, expected)
      : []),
    ...(action === 'patch' && expected !== undefined
      ? [
          'Fields that are not sent stay as they are; how lists and nested fields are combined is up to the backend.',
        ]
      : []),
  ];
}

/** Why nothing is compared, by what the request is. */
function noteOfKind(
  { path, query = '' }: RequestPayload,
  { action, twin }: RequestRules,
): string | undefined {
  if (referencesIn([path, query]).length > 0)
    return 'What it is sent to exists only once an earlier change is applied.';
  if (action === 'action' || action === 'effect')
    return 'This request does something; its effect cannot be shown.';
  if (action === 'create') return 'It makes something new: there is nothing to compare it with.';
  return twin === undefined
    ? 'The current state cannot be shown: the backend has no way to read it alone.'
    : undefined;
}

/** What of the object that was read could not be compared with what is sent. */
function unknownNotes(
  { body }: RequestPayload,
  { rules, beside = [] }: RequestFacts,
  image: Image,
  expected: ExpectedChange | undefined,
): string[] {
  const notes: string[] = [];
  if (!isComparable(rules, sentObject(body, rules.envelope), image))
    notes.push(
      'What is there now could not be compared: what is read has no field in common with what is sent.',
    );
  if (beside.length > 0)
    notes.push(`Sent too, and not compared with what is there: ${beside.join(', ')}.`);
  const unknown = unknownFields(rules, body);
  if (expected !== undefined && unknown.length > 0)
    notes.push(`What is there now is not told by the backend for: ${unknown.join(', ')}.`);
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
