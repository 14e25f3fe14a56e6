import { isObject } from '../../foundation/json.js';
import type { RequestTarget } from './read-rules.js';
import { FormBody, type FormField, TextBody } from './clients.js';

export interface CredentialPlace {
  /** `body`: a field of a form or of a JSON object. */
  in: 'header' | 'query' | 'cookie' | 'body';
  name: string;
}

export interface Credential extends CredentialPlace {
  value: string;
}

/** True for the same place: headers are named in any case. */
export function isSamePlace(one: CredentialPlace, other: CredentialPlace): boolean {
  const [a, b] = [one.name, other.name];
  const isSame = one.in === 'header' ? a.toLowerCase() === b.toLowerCase() : a === b;
  return one.in === other.in && isSame;
}

/** Which places of credentials a request carries, headers aside. */
export type SignedBy = (target: RequestTarget) => readonly CredentialPlace[];

const LINE = '\r\n';

/** A `multipart/form-data` body (RFC 7578): `FormData` gives parts without a file's name no content type. */
export function formBytes({ boundary, fields }: FormBody): Uint8Array<ArrayBuffer> {
  const parts = fields.flatMap((field) => [
    Buffer.from(`--${boundary}${LINE}${headOf(field)}${LINE}${LINE}`),
    'text' in field ? Buffer.from(field.text) : field.content,
    Buffer.from(LINE),
  ]);
  return Buffer.concat([...parts, Buffer.from(`--${boundary}--${LINE}`)]);
}

function headOf(field: FormField): string {
  const fileName = 'fileName' in field ? `; filename="${quoted(field.fileName)}"` : '';
  const lines = [`Content-Disposition: form-data; name="${quoted(field.name)}"${fileName}`];
  if (field.contentType !== undefined) lines.push(`Content-Type: ${oneLine(field.contentType)}`);
  for (const [name, value] of Object.entries(field.headers ?? {}))
    lines.push(`${oneLine(name)}: ${oneLine(value)}`);
  return lines.join(LINE);
}

function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}

/** The request with credentials in its query, cookies and body: they are put in as it is sent, and kept nowhere. */
export function signedRequest(
  { place, body }: { place: string; body: unknown },
  credentials: readonly Credential[],
): { place: string; body: unknown; cookie: { cookie?: string } } {
  const of = (where: Credential['in']): Credential[] =>
    credentials.filter((credential) => credential.in === where);
  const query = of('query').map(pair).join('&');
  const cookies = of('cookie').map(({ name, value }) => `${name}=${value}`);
  const separator = place.includes('?') ? '&' : '?';
  return {
    place: query === '' ? place : `${place}${separator}${query}`,
    body: of('body').reduce(withField, body),
    cookie: cookies.length === 0 ? {} : { cookie: cookies.join('; ') },
  };
}

function pair({ name, value }: Credential): string {
  return `${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
}

/** Put in front as text: the rest of a JSON object stays as it was written, to the digit. */
function withField(body: unknown, credential: Credential): unknown {
  const { name, value } = credential;
  if (body instanceof FormBody) return new FormBody([{ name, text: value }, ...body.fields]);
  if (body instanceof TextBody) {
    const { contentType, text } = body;
    const isForm = contentType.toLowerCase().startsWith('application/x-www-form-urlencoded');
    if (!isForm) return new TextBody(contentType, withMember(text, credential));
    return new TextBody(contentType, [pair(credential), text].filter(Boolean).join('&'));
  }
  return isObject(body) ? { [name]: value, ...body } : body;
}

function withMember(text: string, { name, value }: Credential): string {
  const rest = text.trimStart();
  if (!rest.startsWith('{')) return text;
  const member = `${JSON.stringify(name)}:${JSON.stringify(value)}`;
  const isEmpty = rest.slice(1).trimStart().startsWith('}');
  return `{${member}${isEmpty ? '' : ','}${rest.slice(1)}`;
}
