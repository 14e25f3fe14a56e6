import type { DocumentLimits } from './document/document-limits.js';
import { isObject, type JsonObject } from '../../../foundation/json.js';
import type { WriteConventions } from '../../changes/http-request/request-rules.js';
import type { CredentialPlace } from '../credentials.js';
import { parseDocumentText } from './document/parse-text.js';
import { readOperations, type DeclaredOperation } from './document/read-operations.js';
import { unmetSecurity } from './document/read-security.js';
import { upgradeDocument } from './document/upgrade.js';
import {
  isOffered,
  isRead,
  unusedPatterns,
  type OperationPatterns,
} from './filter/operation-filter.js';
import { PropertyAliases } from '../../../foundation/argument-names.js';
import { toolNames } from './naming/tool-names.js';
import type { Finding, Operation } from './operation.js';
import { convertOperation, finishOperation } from './prepare-operation.js';
import { byPath } from './request-rules-of.js';
import { SchemaConverter } from './schema/convert-schema.js';
import type { Schema } from './schema/schema.js';
import { cleanText } from './text/clean-text.js';
import { fieldWords } from './text/field-words.js';

/** How a document becomes operations. */
export interface PrepareOptions {
  /** The id of the source: what its tools' names begin with. */
  source: string;
  patterns: OperationPatterns;
  limits: DocumentLimits;
  /** Example sentences by operationId or tool name. */
  examples: Readonly<Record<string, readonly string[]>>;
  /** Characters of JSON that the model is shown of one tool. */
  budget: number;
  /** What the operator says of writes. */
  conventions?: WriteConventions;
  /** What `auth` sets; absent where no request is sent. */
  credentials?: readonly CredentialPlace[];
}

/** A document as plain data: its operations, and the definitions that their arguments refer to. */
export interface PreparedDocument {
  title: string;
  version: string;
  operations: Operation[];
  definitions: [string, Schema][];
  /** Aliases of property names inside bodies, each with the name it stands for. */
  aliases: [string, string][];
  findings: Finding[];
  counts: { declared: number; usable: number; offered: number };
}

/** The name of the tool that shows a folded part of a schema. */
export function schemaToolName(source: string): string {
  return `${source}_input_schema`;
}

/**
 * Reads the text of a document and prepares its operations. Rejects with `config_error` when nothing can be
 * done with it; what is wrong with single operations is among the findings.
 */
export function prepareDocument(text: string, options: PrepareOptions): PreparedDocument {
  const { document, dialect } = upgradeDocument(parseDocumentText(text, options.limits));
  const { operations, findings, declared } = readOperations(document, options);
  const names = toolNames(options.source, operations.map(namedOf));
  const candidates = operations.map((operation, at) => ({
    operation,
    filtered: { ...operation, toolName: names[at] as string },
  }));
  const all = candidates.map(({ filtered }) => filtered);
  const offered = candidates.filter(({ filtered }) => isOffered(options.patterns, filtered));
  const lost = new Set<string>();
  const aliases = new PropertyAliases();
  const converter = new SchemaConverter({
    document,
    dialect,
    direction: 'request',
    aliases,
    onLost: (reference) => lost.add(reference),
  });
  const { conventions } = options;
  const converted = offered.map((one) => convertOperation(one.operation, converter, conventions));
  const definitions = converter.finish();
  const paths = byPath(operations);
  const shared = { document, paths, definitions, budget: options.budget };
  const finished = converted.map((one, at) => {
    const { filtered } = offered[at] as (typeof offered)[number];
    return finishOperation(one, {
      ...shared,
      toolName: filtered.toolName,
      reads: isRead(options.patterns, filtered),
      conventions,
      examples: examplesOf(options.examples, [filtered.id, filtered.toolName]),
    });
  });
  const fields = fieldWords(finished.map(({ shownSchema }) => shownSchema));
  return {
    ...namesOf(document),
    operations: finished.map((one, at) => ({ ...one, indexFields: fields[at] ?? '' })),
    definitions: [...definitions],
    aliases: aliases.entries(),
    findings: [
      ...findings,
      ...unmetSecurity(options, converted),
      ...lostReferences(lost),
      ...unused(options, all),
    ],
    counts: { declared, usable: operations.length, offered: finished.length },
  };
}

/** The examples under the first of the names that has any; one may be called `constructor`. */
export function examplesOf(
  examples: PrepareOptions['examples'],
  names: readonly string[],
): readonly string[] {
  const name = names.find((one) => Object.hasOwn(examples, one));
  return name === undefined ? [] : (examples[name] ?? []);
}

function namesOf(document: JsonObject): Pick<PreparedDocument, 'title' | 'version'> {
  const info = isObject(document['info']) ? document['info'] : {};
  return { title: cleanText(info['title'], 120), version: cleanText(info['version'], 40) };
}

function namedOf({ id, method, pathTemplate }: DeclaredOperation): { id: string; place: string } {
  return { id, place: `${method} ${pathTemplate}` };
}

const MAX_LOST = 20;

function lostReferences(lost: ReadonlySet<string>): Finding[] {
  return [...lost].slice(0, MAX_LOST).map((reference) => ({
    level: 'error',
    where: reference,
    message: reference.startsWith('#')
      ? 'This reference leads nowhere; anything is taken in its place.'
      : 'This reference leads out of the document, which is not followed; anything is taken in its place. Bundle the document into one file.',
  }));
}

function unused(
  { source, patterns }: PrepareOptions,
  operations: Parameters<typeof unusedPatterns>[1],
): Finding[] {
  return unusedPatterns(patterns, operations).map(({ list, pattern }) => ({
    level: 'warning',
    where: `sources.${source}.${list}`,
    message: `"${pattern}" means no operation of the document.`,
  }));
}
