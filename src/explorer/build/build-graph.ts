import { basename, resolve, join, relative } from 'node:path';
import { configError, messageOf } from '../../foundation/errors.js';
import { compoundParts } from '../../language/words.js';
import { detectLanguage, searchConfigs } from '../../knowledge/language.js';
import { kindOf, knownExtensions, kindOfName } from '../../knowledge/parsing/document-kind.js';
import { parseMarkdown } from '../../knowledge/parsing/formats/markdown.mjs';
import { parseDocument } from '../../knowledge/parsing/parse-document.js';
import type { Database } from '../../store/database.js';
import { throwIfCancelled } from '../../toolindex/bounded-work.js';
import { embedAll } from '../../toolindex/document-vectors.js';
import type { Embedder } from '../../toolindex/embedder.js';
import { normalized } from '../../toolindex/vector.js';
import {
  PgGraphDocumentStore,
  type DocumentToStore,
  PgLinkStore,
  PgSectionVectorStore,
} from './build.store.js';
import { linkNodes, type Link, type Unresolved } from './link.js';
import { toOutline } from './law-outline.js';
import { similarLinks } from './similar.js';
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';

interface SourceFile {
  /** Below the folder, with slashes. */
  path: string;
  bytes: Uint8Array;
  sha256: string;
}

/** Goes into each document's hash: another way of reading rebuilds all documents. */
const READ_AS = 'outline-3';

/** The files below a folder that can be read, by path; `config_error` when there are none. */
export async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (cause: unknown) => {
      throw configError(`The folder ${folder} cannot be read.`, cause);
    },
  );
  const paths = entries
    .filter((entry) => entry.isFile() && kindOfName(entry.name) !== undefined)
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  if (paths.length > 0) return paths.sort();
  const endings = knownExtensions.join(', ');
  throw configError(`The folder ${folder} holds no document (${endings}).`);
}

export async function readSource(folder: string, path: string): Promise<SourceFile> {
  const bytes = await readFile(join(folder, path));
  const sha256 = createHash('sha256').update(READ_AS).update(bytes).digest('hex');
  return { path: path.replaceAll('\\', '/'), bytes, sha256 };
}

export type BuildStep = 'documents' | 'references' | 'embeddings' | 'similar';

export interface BuildOptions {
  db: Database;
  embedder: Embedder | undefined;
  folder: string;
  /** Names what is built from this folder; by default its own name. */
  collection?: string;
  only?: boolean;
  signal?: AbortSignal;
  onProgress?: (step: BuildStep, done: number, total: number) => void;
}

export interface BuildReport {
  documents: number;
  /** Documents that were new or had changed, and those that are gone. */
  changed: number;
  removed: number;
  sections: number;
  /** References found in all texts of the graph, and those that lead nowhere, by reason. */
  references: number;
  unresolved: Record<Unresolved['reason'], number>;
  embedded: number;
  failures: { path: string; reason: string }[];
}

/** Brings the graph to what a folder says; what is the same is left alone and keeps its id. The next build finishes a broken one. */
export async function buildGraph(options: BuildOptions): Promise<BuildReport> {
  const documents = await syncDocuments(options);
  const { references, unresolved } = await link(options);
  const embedded = await embed(options);
  const [sections] = await options.db.query<{ n: number }>(
    `select count(*) as n from graph.nodes where node_type = 'section'`,
  );
  return { ...documents, sections: sections?.n ?? 0, references, unresolved, embedded };
}

async function syncDocuments(options: BuildOptions) {
  const { db, folder, signal, onProgress } = options;
  const collection = options.collection ?? basename(resolve(folder));
  const store = new PgGraphDocumentStore(db);
  const paths = await filesIn(folder);
  const known = new Map((await store.list(collection)).map((one) => [one.path, one]));
  const result = { documents: paths.length, changed: 0, removed: 0 };
  const failures: BuildReport['failures'] = [];
  for (const [index, path] of paths.entries()) {
    throwIfCancelled(signal);
    onProgress?.('documents', index, paths.length);
    const source = await readSource(folder, path);
    const stored = known.get(source.path);
    known.delete(source.path);
    if (stored?.sha256 === source.sha256) continue;
    try {
      await store.save(await readDocument(collection, source, signal));
      result.changed += 1;
    } catch (error) {
      throwIfCancelled(signal);
      failures.push({ path, reason: messageOf(error) });
    }
  }
  onProgress?.('documents', paths.length, paths.length);
  await store.remove([...known.values()].map(({ id }) => id));
  result.removed = known.size + (options.only ? await store.keepOnly(collection) : 0);
  return { ...result, failures };
}

async function readDocument(
  collection: string,
  { path, bytes, sha256 }: SourceFile,
  signal: AbortSignal | undefined,
): Promise<DocumentToStore> {
  const kind = kindOf(path, bytes);
  // A process for each, as for what users upload, would take most of the time of a small build.
  const parsed =
    kind === 'markdown'
      ? parseMarkdown(bytes)
      : await parseDocument(kind, bytes, undefined, signal);
  const { title, abbreviation, nodes } = toOutline(parsed, basename(path));
  const language = detectLanguage(nodes.map(({ text }) => text).join('\n'));
  const partsOf = language === 'de' ? compoundParts(nodes) : () => '';
  const config = searchConfigs[language];
  const withParts = nodes.map((node) => ({
    ...node,
    parts: partsOf(`${node.title} ${node.text}`),
  }));
  return { collection, path, title, abbreviation, sha256, config, nodes: withParts };
}

async function link({ db, onProgress }: BuildOptions) {
  const store = new PgLinkStore(db);
  onProgress?.('references', 0, 1);
  const { links, unresolved, references } = linkNodes(await store.documents(), await store.texts());
  await store.replace(['contains', 'cites', 'amends'], links);
  await store.replaceUnresolved(unresolved);
  onProgress?.('references', 1, 1);
  const reasons = { other_act: 0, no_such_number: 0, ambiguous: 0 };
  for (const { reason } of unresolved) reasons[reason] += 1;
  return { references, unresolved: reasons };
}

const PORTION = 16;

async function embed(options: BuildOptions): Promise<number> {
  const { db, embedder, signal, onProgress } = options;
  if (embedder === undefined) return 0;
  const store = new PgSectionVectorStore(db, embedder);
  const total = await store.countPending();
  let done = 0;
  for (;;) {
    const sections = await store.pending(PORTION);
    onProgress?.('embeddings', done, total);
    if (sections.length === 0) break;
    const texts = sections.map(({ text }) => text);
    const vectors = await embedAll(texts, embedder, { kind: 'document', signal });
    await store.put(sections, vectors.map(normalized));
    done += sections.length;
  }
  await linkSimilar(store, options);
  return done;
}

/** Within each language: between two, most embedders see the language before the subject. */
async function linkSimilar(
  store: PgSectionVectorStore,
  { db, signal, onProgress }: BuildOptions,
): Promise<void> {
  const groups = await store.byLanguage();
  const total = groups.flat().length;
  const links: Link[] = [];
  let before = 0;
  for (const group of groups) {
    const found = await similarLinks(group, signal, (row) => {
      onProgress?.('similar', before + row, total);
    });
    links.push(...found);
    before += group.length;
  }
  await new PgLinkStore(db).replace(['similar'], links);
}
