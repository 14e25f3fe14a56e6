import { isScalar, isSeq, parseDocument, visit, type Document, type YAMLMap } from 'yaml';
import { EXACT, parseWhole } from '../../../../foundation/exact-json.js';
import { ExactNumber, hasDouble, numberIn } from '../../../../foundation/exact-number.js';
import { type AppError, configError, messageOf } from '../../../../foundation/errors.js';
import { isObject, type JsonObject } from '../../../../foundation/json.js';

/** Three times the largest public documents known (GitHub: 13 MB, 1,223 operations). */
export const defaultDocumentLimits = {
  bytes: 40 * 1024 * 1024,
  operations: 10_000,
  depth: 100,
  /** Objects and lists, counted once for each place where an alias puts them. */
  nodes: 5_000_000,
  /** For reading and preparing; validation has the same time again. */
  timeMs: 60_000,
};

/** How large a document may be. Beyond these it is refused as a whole, with a sentence. */
export type DocumentLimits = typeof defaultDocumentLimits;

/** More aliases than this do not stand in documents that people wrote. */
const MAX_ALIASES = 1000;

/** JSON or YAML, with carriers for numbers that no double has. Rejects with `config_error` what is wrong or too much. */
export function parseDocumentText(text: string, limits: DocumentLimits): JsonObject {
  const value = parse(text.replace(/^\ufeff/, ''));
  if (!isObject(value)) throw configError('It holds no object, so it is no OpenAPI document.');
  checkShape(value, limits);
  return value;
}

function parse(text: string): unknown {
  if (['{', '['].includes(text.trimStart()[0] ?? '')) {
    try {
      return parseWhole(text);
    } catch (error) {
      throw configError(`It is not valid JSON: ${messageOf(error)}.`);
    }
  }
  // Keys are texts in OpenAPI: `200:` stays a name, and dates stay as they are written.
  // YAML 1.2 has no merge keys (`<<`), but the tools that documents are written with know them.
  const read = { schema: 'core', merge: true, stringKeys: false, prettyErrors: true } as const;
  const document = parseDocument(text, read);
  const [error] = document.errors;
  // What is wrong and where; the lines after it repeat the text itself.
  const [fault = ''] = error?.message.split('\n') ?? [];
  if (error) throw configError(`It is not valid YAML: ${fault.replace(/:$/, '')}`);
  keepTexts(document);
  keepDigits(document);
  try {
    return document.toJS({ maxAliasCount: MAX_ALIASES }) as unknown;
  } catch (failure) {
    throw configError(`Its YAML aliases cannot be resolved: ${messageOf(failure)}.`);
  }
}

/** Under `type: string` the values 1.10 and 007 are the texts that were written, not numbers. */
function keepTexts(document: Document): void {
  visit(document, {
    Map: (_key, map) => {
      if (!namesString(map)) return;
      for (const keyword of ['enum', 'const', 'default']) {
        const value: unknown = map.get(keyword, true);
        for (const one of isSeq(value) ? value.items : [value]) {
          const isWritten = isScalar(one) && ['number', 'boolean'].includes(typeof one.value);
          if (isWritten && one.source !== undefined) one.value = one.source;
        }
      }
    },
  });
}

function keepDigits(document: Document): void {
  visit(document, {
    Scalar: (key, scalar) => {
      if (key === 'key' || typeof scalar.value !== 'number') return;
      scalar.value = numberIn(scalar.source ?? '') ?? scalar.value;
    },
  });
}

function namesString(map: YAMLMap): boolean {
  const type: unknown = map.get('type', true);
  const names = (isSeq(type) ? type.items : [type]).map((one) => (isScalar(one) ? one.value : one));
  return names.includes('string') && names.every((name) => name === 'string' || name === 'null');
}

/** Walks level by level, not by recursion: the depth is what is not known yet. */
function checkShape(root: unknown, limits: DocumentLimits): void {
  let level: object[] = [root as object];
  let nodes = 1;
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > limits.depth) throw tooMuch('is nested deeper than', limits.depth, 'levels');
    const next: object[] = [];
    for (const item of level) {
      for (const [key, child] of Object.entries(item) as [string, unknown][]) {
        // Of a schema only the value counts, not its notation.
        if (child instanceof ExactNumber)
          (item as JsonObject)[key] = hasDouble(child.text)
            ? Number(child.text)
            : { [EXACT]: child.text };
        else if (typeof child === 'object' && child !== null) next.push(child);
      }
      if (nodes + next.length > limits.nodes)
        throw tooMuch('has more than', limits.nodes, 'objects and lists');
    }
    nodes += next.length;
    level = next;
  }
}

function tooMuch(what: string, limit: number, unit: string): AppError {
  return configError(`It ${what} ${limit.toLocaleString('en')} ${unit}, the most that is read.`);
}
