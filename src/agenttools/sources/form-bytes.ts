import type { FormBody, FormField } from './clients.js';

const LINE = '\r\n';

/**
 * A `multipart/form-data` body (RFC 7578). Written here because `FormData` gives no content type to a part
 * without the name of a file, which makes servers take it for one.
 */
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

/** As browsers escape names. */
function quoted(text: string): string {
  return text.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function oneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ');
}
