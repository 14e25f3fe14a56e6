import { validate } from '@readme/openapi-parser';
import { EXACT, fromCarriers } from '../../../../foundation/exact-json.js';
import { messageOf } from '../../../../foundation/errors.js';
import { cutText } from '../text/clean-text.js';
import type { Finding } from '../operation.js';
import { parseDocumentText } from './parse-text.js';
import type { DocumentLimits } from './document-limits.js';

const MAX_FINDINGS = 30;
/** Its colours and code frames are for terminals. */
const ESCAPES = /\u001b\[[0-9;]*m/g;

/**
 * What the OpenAPI specification says against a document. It is parsed again, because validating writes into
 * what it is given. References out of the document are not followed.
 */
export async function validateDocument(text: string, limits: DocumentLimits): Promise<Finding[]> {
  try {
    const document = fromCarriers(parseDocumentText(text, limits), EXACT, Number);
    const result = await validate(document as Parameters<typeof validate>[0], {
      resolve: { external: false },
      dereference: { circular: 'ignore' },
      validate: { errors: { colorize: false } },
    });
    const warnings = result.warnings.map(({ message }) => finding('warning', message));
    const errors = result.valid
      ? []
      : result.errors.map(({ message }) => finding('error', message));
    const all = [...errors, ...warnings];
    const more = all.length - MAX_FINDINGS;
    if (more <= 0) return all;
    return [
      ...all.slice(0, MAX_FINDINGS),
      finding('warning', `${more} more of what the specification says against it.`),
    ];
  } catch (error) {
    return [finding('warning', `The document could not be validated: ${messageOf(error)}`)];
  }
}

function finding(level: Finding['level'], message: string): Finding {
  const [first = ''] = message.replace(ESCAPES, '').trim().split('\n\n');
  return { level, message: cutText(first, 400) };
}
