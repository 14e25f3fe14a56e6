import {
  asList,
  asObject,
  isObject,
  mergePatch,
  valueAt,
  type JsonObject,
} from '../../../src/foundation/json.js';
import { parseJson } from '../../../src/foundation/exact-json.js';
import { invisibleCharacters } from '../../../src/foundation/invisible.js';
import type { StoredPreview } from '../api/client.js';
import type { ChangeData } from './change.js';
import { editsIn, hasUnknown } from './edits.js';

type Stored = StoredPreview | undefined;

/** A change and what is stored of it as what was sent in place of the proposal says; the same where nothing else was. */
export function asSent<S extends Stored>(data: ChangeData, stored: S): [ChangeData, S] {
  const sent = stored?.sent_payload;
  if (stored === undefined || sent === undefined) return [data, stored];
  const origins = originsKept(stored.origins ?? data['origins'], stored.payload, sent);
  return [sentChange({ ...data, origins }, sent), { ...stored, payload: sent, origins }];
}

/** Of what was edited, where the proposed value came from says nothing. */
function originsKept(origins: unknown, proposed: JsonObject, sent: JsonObject) {
  return asList(origins).filter(
    (one): one is NonNullable<StoredPreview['origins']>[number] =>
      isObject(one) &&
      editsIn(valueAt(proposed, String(one['path'])), valueAt(sent, String(one['path']))).length ===
        0,
  );
}

/** A change with `sent` in place of what was proposed: with the difference that makes, and none where it cannot be told. */
export function sentChange(proposed: ChangeData, sent: JsonObject): ChangeData {
  const { after: _after, diff: _diff, dropped, ...data } = proposed;
  const { request, call } = data;
  const { path, query, body, arguments: given } = sent;
  return {
    ...data,
    dropped: asList(dropped).filter((name) => !Object.hasOwn(asObject(body), String(name))),
    ...resultOf(proposed, body),
    ...(isObject(request) && { request: { ...request, path, query, body } }),
    ...(isObject(call) && { call: { ...call, arguments: given } }),
    invisible_characters: invisibleCharacters(sent),
  };
}

/** What another body makes of what was there, by the rule that made the proposal's own result. */
function resultOf(
  { before, after, diff, request }: ChangeData,
  body: unknown,
): Partial<ChangeData> {
  const { method, content_type: type, body: proposed } = asObject(request);
  if (!isObject(before) || !isObject(body) || hasUnknown(diff, before)) return {};
  const isMerge = String(type).includes('merge-patch');
  const result = (one: unknown) =>
    method === 'PUT' ? one : method === 'PATCH' ? mergePatch(before, one, !isMerge) : undefined;
  const isRule = after !== undefined && editsIn(result(proposed), after).length === 0;
  // What stands in a field that is sent by the edit alone was not read for sure.
  const isRead = (name: string) =>
    Object.hasOwn(before, name) || Object.hasOwn(asObject(proposed), name);
  if (!isRule || !Object.keys(body).every(isRead)) return {};
  const lost = Object.keys(before).filter((name) => !Object.hasOwn(body, name));
  return { after: result(body), ...(method === 'PUT' && { dropped: lost }) };
}

/** Whether a change, as people see it, was proposed before with the same values. */
export function isSameProposal({ payload }: StoredPreview, shown: JsonObject): boolean {
  const { headers: _headers, ...fields } = shown;
  return Object.entries(fields).every(
    ([name, value]) => editsIn(payload[name], value).length === 0,
  );
}

/**
 * The edit of a change that was not saved, made to the same one proposed again: as `kept` has it, else as it is stored,
 * whole alone, as a mask would be sent for a secret. Undefined where it was not edited.
 */
export function carriedEdit(
  { payload, edited_text: text }: StoredPreview,
  next: JsonObject,
  kept = text === undefined ? undefined : (parseJson(text) as JsonObject),
): JsonObject | undefined {
  if (kept === undefined) return undefined;
  const isEdited = (name: string) => editsIn(payload[name], kept[name]).length > 0;
  const fields = Object.keys({ ...next, ...kept }).flatMap((name) => {
    const value = isEdited(name) ? kept[name] : next[name];
    return value === undefined ? [] : [[name, value] as const];
  });
  return Object.fromEntries(fields);
}
