import { type DocumentLimits, parseDocumentText } from './document/parse-text.js';
import { type JsonObject, asObject } from '../../../foundation/json.js';
import type { WriteConventions } from '../../changes/http-request/request-rules.js';
import type { CredentialPlace } from '../credentials.js';
import { applyOverlay } from './document/apply-overlay.js';
import { placeOf, readOperations, type DeclaredOperation } from './document/read-operations.js';
import { brokenReference, followedObject } from './document/pointer.js';
import { serverFindings } from './document/servers.js';
import { unmetSecurity } from './document/read-security.js';
import { upgradeDocument } from './document/swagger-parameters.js';
import {
  isOffered,
  isRead,
  matchesOperation,
  unusedPatterns,
  type OperationPatterns,
} from './filter/operation-filter.js';
import { PropertyAliases } from '../../../foundation/argument-names.js';
import { warning, type Finding, type Operation } from './operation.js';
import { pageOf, type PageLinks } from '../../changes/http-request/web-page.js';
import {
  convertOperation,
  finishOperation,
  type ConvertedOperation,
  type UnindexedOperation,
} from './prepare-operation.js';
import { byPath } from './request-rules-of.js';
import { SchemaConverter } from './schema/convert-schema.js';
import type { Schema } from './schema/schema.js';
import { cleanText, cutText } from './text/clean-text.js';
import { distinctTitles, indexTexts, fieldWords } from './text/operation-text.js';

export interface PrepareOptions {
  source: string;
  patterns: OperationPatterns;
  limits: DocumentLimits;
  examples: Readonly<Record<string, readonly string[]>>;
  /** Characters of JSON that the model is shown of one tool. */
  budget: number;
  conventions?: WriteConventions;
  /** What `auth` sets; absent where no request is sent. */
  credentials?: readonly CredentialPlace[];
  baseUrl?: string;
  documentUrl?: string;
  /** The text of an overlay: what is done to the document before it is read. */
  overlay?: string | undefined;
  /** Where the operator says that objects stand: a pattern and a JSON pointer, the first that fits counts. */
  envelopes?: readonly { pattern: string; at: string }[];
  links?: PageLinks;
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
  /** The operations, as `GET /pets`, that could be offered and that the operator's patterns leave out. */
  leftOut: string[];
}

export function schemaToolName(source: string): string {
  return `${source}_input_schema`;
}

/** Rejects with `config_error` when nothing can be done with it; what is wrong with single operations is a finding. */
export function prepareDocument(text: string, options: PrepareOptions): PreparedDocument {
  const overlaid = overlaidDocument(text, options);
  const { document, dialect } = upgradeDocument(overlaid.document);
  const { operations, findings, declared } = readOperations(document, options);
  const { patterns, conventions, examples, envelopes = [], budget, links } = options;
  const isChosen = (one: DeclaredOperation) =>
    isOffered(patterns, (pattern) => matchesOperation(pattern, one));
  const offered = operations.filter(isChosen);
  const lost = new Set<string>();
  const aliases = new PropertyAliases();
  const is = { document, dialect, direction: 'request' } as const;
  const onLost = (reference: string) => lost.add(reference);
  const converter = new SchemaConverter({ ...is, aliases, onLost });
  const converted = offered.map((one) => convertOperation(one, converter, conventions));
  const definitions = converter.finish();
  // The first pattern that fits counts.
  const envelope = (one: DeclaredOperation) =>
    envelopes.find(({ pattern }) => matchesOperation(pattern, one))?.at;
  const shared = { document, paths: byPath(operations), definitions, envelope };
  const finished = converted.map((one) => {
    const { id, toolName } = one.declared;
    const own = {
      examples: examplesOf(examples, [id, toolName]),
      reads: isRead(patterns, one.declared),
    };
    return finishOperation(one, { ...shared, ...own, conventions, budget, links });
  });
  unknownAnswers(document, offered).forEach((one) => lost.add(one));
  const { basePath, elsewhere } = serverFindings(document, offered, options);
  const { title, version } = asObject(document['info']);
  return {
    title: cleanText(title, 120),
    version: cleanText(version, 40),
    operations: withIndexText(distinctTitles(finished), converted),
    definitions: [...definitions],
    aliases: aliases.entries(),
    findings: [
      ...basePath,
      ...overlaid.findings,
      ...findings,
      ...elsewhere,
      ...unmetSecurity(options, converted),
      ...lostReferences(lost),
      ...unused(options, operations),
      ...unusedLinks(options, operations),
    ],
    counts: { declared, usable: operations.length, offered: finished.length },
    leftOut: operations.filter((one) => !isChosen(one)).map(placeOf),
  };
}

function overlaidDocument(text: string, { overlay, limits }: PrepareOptions) {
  const document = parseDocumentText(text, limits);
  if (overlay === undefined) return { document, findings: [] };
  return applyOverlay(document, overlay, limits);
}

function withIndexText(
  operations: readonly UnindexedOperation[],
  converted: readonly ConvertedOperation[],
): Operation[] {
  const fields = fieldWords(operations.map(({ shownSchema }) => shownSchema));
  const texts = indexTexts(
    converted.map(({ declared }) => {
      const { summary, description } = declared.source;
      return { ...declared, summary, description };
    }),
  );
  return operations.map((one, at) => ({
    ...one,
    indexText: `${texts[at] ?? ''}${fields[at]?.names ?? ''}`,
    indexFields: fields[at]?.words ?? '',
  }));
}

/** The examples under the first of the names that has any; one may be called `constructor`. */
export function examplesOf(
  examples: PrepareOptions['examples'],
  names: readonly string[],
): readonly string[] {
  const name = names.find((one) => Object.hasOwn(examples, one));
  return name === undefined ? [] : (examples[name] ?? []);
}

/** The references of answers that cannot be followed: what they hold is not known then. */
function unknownAnswers(document: JsonObject, operations: readonly DeclaredOperation[]): string[] {
  const answers = operations.flatMap(({ source }) => Object.values(asObject(source['responses'])));
  return answers.flatMap((answer) => {
    const content = Object.values(asObject(followedObject(document, answer)['content']));
    const schemas = content.map((media) => asObject(media)['schema']);
    return [answer, ...schemas].flatMap((one) => brokenReference(document, one) ?? []);
  });
}

const MAX_LOST = 1000;

function lostReferences(lost: ReadonlySet<string>): Finding[] {
  const more = lost.size - MAX_LOST;
  const named = [...lost].slice(0, MAX_LOST).map((reference): Finding => ({
    level: 'error',
    where: cutText(reference, 200),
    message: reference.startsWith('#')
      ? 'This reference leads nowhere; anything is taken in its place.'
      : 'This reference leads out of the document, which is not followed; anything is taken in its place. Bundle the document into one file.',
  }));
  return more <= 0
    ? named
    : [...named, { level: 'error', message: `${more} more references lead nowhere or out of it.` }];
}

function unused(
  { source, patterns }: PrepareOptions,
  operations: readonly DeclaredOperation[],
): Finding[] {
  const means = (pattern: string) => operations.some((one) => matchesOperation(pattern, one));
  return unusedPatterns(patterns, means).map(({ list, pattern }) =>
    warning(`sources.${source}.${list}`, `"${pattern}" means no operation of the document.`),
  );
}

function unusedLinks(
  { source, links = {} }: PrepareOptions,
  operations: readonly DeclaredOperation[],
): Finding[] {
  const isUsed = (path: string) =>
    operations.some((one) => pageOf({ [path]: '-' }, one.pathTemplate) !== undefined);
  const others = Object.keys(links).filter((path) => !isUsed(path));
  const told = 'is no path of the document, so nothing is linked.';
  return others.map((path) => warning(`sources.${source}.links`, `"${path}" ${told}`));
}
