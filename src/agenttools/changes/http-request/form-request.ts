import { writeJson } from '../../../foundation/exact-json.js';
import { MULTIPART } from '../../sources/openapi/document/media-type.js';
import { defined } from '../../../foundation/defined.js';
import { type AppError, conflict } from '../../../foundation/errors.js';
import { isObject, ownValue, asObject } from '../../../foundation/json.js';
import type { UserFiles } from '../../../foundation/user-files.js';
import { BytesBody, FormBody, type FormField } from '../../sources/clients.js';
import { queryPairs } from '../../sources/openapi/request/serialize-parameter.js';
import { isJson, type RequestPayload, type SentFile, type SentPart } from './request-payload.js';

/** Texts and numbers as they are, objects as JSON, lists repeated; or as the part says. */
function fieldsOf(name: string, value: unknown, part: SentPart = {}): FormField[] {
  const { content_type: declared, style, explode = false, item_styles: itemStyles, headers } = part;
  const more = defined({ headers });
  if (style !== undefined)
    return queryPairs({ name, style, explode, ...defined({ itemStyles }) }, value).map((pair) => {
      const [key = '', text = ''] = pair.map(decodeURIComponent);
      return { name: key, text, ...more };
    });
  // A list of one media type is one part of it; any other list is repeated.
  const isWhole = declared !== undefined && isJson(declared);
  const each: unknown[] = Array.isArray(value) && !isWhole ? value : [value];
  return each.map((one) => {
    const contentType = declared ?? (isObject(one) ? 'application/json' : undefined);
    const text = typeof one === 'string' ? one : writeJson(one);
    return { name, text, ...defined({ contentType }), ...more };
  });
}

/** The files of these ids as a preview shows them; rejects with `not_found` those the user has none of. */
export async function describeFiles(
  files: UserFiles | undefined,
  userId: string,
  ids: Readonly<Record<string, readonly string[]>>,
): Promise<Record<string, SentFile[]>> {
  if (files === undefined) throw noFiles();
  const found = new Map<string, SentFile[]>();
  for (const [field, list] of Object.entries(ids)) {
    const sent: SentFile[] = [];
    for (const id of list) {
      const { contentType, ...file } = await files.find(userId, id);
      sent.push({ ...file, content_type: contentType });
    }
    found.set(field, sent);
  }
  return Object.fromEntries(found);
}

/** The body of a form or a file; rejects with `conflict` where a file is not there any more. */
export async function filesBody(
  files: UserFiles | undefined,
  owner: string | undefined,
  payload: RequestPayload,
): Promise<FormBody | BytesBody> {
  const { content_type: type = 'application/octet-stream', files: sent = {} } = payload;
  const contentOf = async ({ content_type: contentType, ...file }: SentFile) => {
    if (files === undefined || owner === undefined) throw noFiles();
    return files.read(owner, { ...file, contentType });
  };
  if (type !== MULTIPART) {
    const [file] = sent['body'] ?? [];
    if (file === undefined) throw noFiles();
    return new BytesBody(type, await contentOf(file));
  }
  const fields = Object.entries(asObject(payload.body))
    .filter(([, one]) => one !== null && one !== undefined)
    .flatMap(([name, one]) => fieldsOf(name, one, ownValue(payload.parts ?? {}, name)));
  for (const [name, list] of Object.entries(sent)) {
    for (const file of list) {
      const { name: fileName, content_type: contentType } = file;
      fields.push({ name, fileName, contentType, content: await contentOf(file) });
    }
  }
  return new FormBody(fields);
}

function noFiles(): AppError {
  return conflict('This server keeps no files of its users, so it cannot send one.');
}
