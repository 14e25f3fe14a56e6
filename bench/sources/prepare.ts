import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { defaultDocumentLimits } from '../../src/agenttools/sources/openapi/document/parse-text.js';
import type { Operation } from '../../src/agenttools/sources/openapi/operation.js';
import {
  prepareDocument,
  type PreparedDocument,
} from '../../src/agenttools/sources/openapi/prepare-document.js';

/** A document of the bench, as text and prepared in this thread. */
export interface BenchSource {
  id: string;
  text: string;
  prepared: PreparedDocument;
  operations: readonly Operation[];
}

/** Reads and prepares a gzipped document. */
export async function prepareSource(id: string, file: string): Promise<BenchSource> {
  const text = gunzipSync(readFileSync(file)).toString('utf8');
  const prepared = prepare(id, text, {});
  return { id, text, prepared, operations: prepared.operations };
}

/** The document with example sentences by operationId. */
export function prepare(
  source: string,
  text: string,
  examples: Readonly<Record<string, readonly string[]>>,
): PreparedDocument {
  return prepareDocument(text, {
    source,
    patterns: {},
    limits: defaultDocumentLimits,
    examples,
    budget: 3000,
  });
}
