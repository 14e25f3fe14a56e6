import { writeJson } from '../../../foundation/exact-json.js';
import { AppError } from '../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { UserFiles } from '../../../foundation/user-files.js';
import { FormBody, type FormField } from '../../sources/clients.js';
import type { SentFile } from './request-payload.js';

/** The content type of a form with files. */
export const MULTIPART = 'multipart/form-data';

/** What is sent in the fields of a form: texts and numbers as they are, objects as JSON, lists repeated. */
export function textFields(value: unknown): FormField[] {
  return Object.entries(isObject(value) ? value : {})
    .filter(([, one]) => one !== null && one !== undefined)
    .flatMap(([name, one]) =>
      (Array.isArray(one) ? (one as unknown[]) : [one]).map((each) => ({
        name,
        text: typeof each === 'string' ? each : writeJson(each),
      })),
    );
}

/** The files of these ids as a preview shows them; rejects with `not_found` those the user has none of. */
export async function describeFiles(
  files: UserFiles | undefined,
  userId: string,
  ids: Readonly<Record<string, readonly string[]>>,
): Promise<Record<string, SentFile[]>> {
  if (files === undefined) throw noFiles();
  const found: Record<string, SentFile[]> = {};
  for (const [field, list] of Object.entries(ids)) {
    found[field] = [];
    for (const id of list) {
      const { contentType, ...file } = await files.find(userId, id);
      found[field].push({ ...file, content_type: contentType });
    }
  }
  return found;
}

/** The form of a payload with its files; rejects with `conflict` where one is not there any more. */
export async function formBody(
  files: UserFiles | undefined,
  owner: string | undefined,
  payload: JsonObject,
): Promise<FormBody> {
  const fields = textFields(payload['body']);
  const sent = (payload['files'] ?? {}) as Readonly<Record<string, readonly SentFile[]>>;
  if (Object.keys(sent).length === 0) return new FormBody(fields);
  if (files === undefined || owner === undefined) throw noFiles();
  for (const [name, list] of Object.entries(sent)) {
    for (const { content_type: contentType, ...file } of list) {
      const content = await files.read(owner, { ...file, contentType });
      fields.push({ name, fileName: file.name, contentType, content });
    }
  }
  return new FormBody(fields);
}

function noFiles(): AppError {
  return new AppError(
    'conflict',
    'This server keeps no files of its users, so it cannot send one.',
  );
}
