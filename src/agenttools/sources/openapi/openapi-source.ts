import { createHash } from 'node:crypto';
import {
  asyncScheduler,
  BehaviorSubject,
  concatMap,
  debounceTime,
  EMPTY,
  filter,
  from,
  interval,
  map,
  merge,
  of,
  Subject,
  switchMap,
  timer,
  type Observable,
  type SchedulerLike,
  type Subscription,
} from 'rxjs';
import { inTurns, Turns } from '../../../foundation/turns.js';
import { type ErrorDetail, messageOf } from '../../../foundation/errors.js';
import { collectingOften } from '../../../foundation/young-generation.js';
import type { UserFiles } from '../../../foundation/user-files.js';
import { fileChanges, readTextFile } from '../../../foundation/operator-file.js';
import type { JsonObject } from '../../../foundation/json.js';
import { silentLogger, type Logger } from '../../../foundation/logger.js';
import { defaultDocumentLimits } from './document/parse-text.js';
import { createBackend, type Backend, type BackendSettings } from '../backend.js';
import { retryWait, type SourceStatus, type ToolSource } from '../tool-source.js';
import { warning, type DocumentTool, type Finding, type Operation } from './operation.js';
import { makeTools } from './document-tools.js';
import {
  type AskedBy,
  decide,
  noPolicies,
  unusedPolicyPatterns,
  type ChangePolicies,
  type PolicyDecision,
  type SetLimits,
  requestSubject,
} from '../../changes/policies/change-policy.js';
import { readDocument, type DocumentPlace } from './fetch/fetch-document.js';
import { matchesOperation } from './filter/operation-filter.js';
import type { PreparedDocument, PrepareOptions } from './prepare-document.js';
import { payloadCheck, type PayloadCheck } from './read-arguments.js';
import { ExampleFile, MAX_EXAMPLES_BYTES, readExamples } from '../examples/example-file.js';
import {
  operationsOfTarget,
  readsOfOperations,
  type OperationsOfTarget,
} from './reads-of-operations.js';
import type { SignedBy } from '../credentials.js';
import type { IsRead } from '../read-rules.js';
import {
  prepareInThread,
  startDocumentWorker,
  type StartDocumentWorker,
} from './worker/document-thread.js';

/** What a source of OpenAPI operations is made of; the operator's words, never the document's. */
export interface OpenApiSourceOptions extends Partial<
  Omit<PrepareOptions, 'source' | 'examples' | 'baseUrl' | 'documentUrl' | 'overlay'>
> {
  id: string;
  document: DocumentPlace;
  /** Why the document is read without sign-in where its backend has one; absent: there is nothing to say. */
  unsigned?: string;
  /** Why its tools cannot be called yet; absent: they can. */
  waits?: string | undefined;
  /** Where the operations are called; absent for a source that is only looked at. */
  backend?: Omit<BackendSettings, 'reads' | 'signedBy'>;
  examplesFile?: string;
  overlayFile?: string;
  /** The document is read again after this time; 0: only when its file changes. */
  refreshMs?: number;
  fills?: Readonly<Record<string, string>>;
  files?: UserFiles;
  policies?: ChangePolicies;
  logger?: Logger;
  startWorker?: StartDocumentWorker;
  scheduler?: SchedulerLike;
}

/** What was read of a document. A source that failed to read a new one continues with the one before. */
export interface OpenApiStatus extends Partial<
  Pick<PreparedDocument, 'title' | 'version' | 'counts' | 'leftOut'>
> {
  state: 'loading' | 'ready' | 'failed';
  findings: readonly Finding[];
  validated: boolean;
  error?: string;
}

const SHOWN_BUDGET = 3000;
const MAX_OVERLAY_BYTES = 4 * 1024 * 1024;
/** Editors write a file in several steps. */
const SETTLE_MS = 250;

/** The operations of an OpenAPI document as tools: read at start, and again when the document changes. */
export class OpenApiSource implements ToolSource {
  readonly id: string;
  readonly kind = 'openapi';
  readonly backend?: Backend;
  readonly examples?: ExampleFile;
  private readonly tools = new BehaviorSubject<readonly DocumentTool[] | undefined>(undefined);
  private readonly status = new BehaviorSubject<OpenApiStatus>({
    state: 'loading',
    findings: [],
    validated: false,
  });
  private readonly abort = new AbortController();
  private readonly logger: Logger;
  private running: Subscription | undefined;
  private loaded = '';
  /** How often in a row the document's address has not answered with it. */
  private unanswered = 0;
  private isRead: IsRead = () => false;
  private operationsOf: OperationsOfTarget = () => [];
  operations: readonly Operation[] = [];
  private checkPayload: PayloadCheck = () => [{ message: 'Its document was not read yet.' }];

  constructor(private readonly options: OpenApiSourceOptions) {
    this.id = options.id;
    if (options.backend !== undefined) {
      const reads: IsRead = (target) => this.isRead(target);
      const signedBy: SignedBy = (target) =>
        this.operationsOf(target).flatMap((operation) => operation.signedBy);
      this.backend = createBackend({
        ...options.backend,
        reads,
        signedBy,
        source: this.id,
        origin: options.backend.baseUrl,
      });
    }
    if (options.examplesFile !== undefined) this.examples = new ExampleFile(options.examplesFile);
    this.logger = options.logger ?? silentLogger;
  }

  get forwards(): boolean {
    const { backend } = this.options;
    return backend !== undefined && backend.authorization === undefined;
  }

  get title(): string {
    return this.status.value.title || this.id;
  }

  get tools$(): Observable<readonly DocumentTool[]> {
    return this.tools.pipe(filter((tools) => tools !== undefined));
  }

  get status$(): Observable<SourceStatus> {
    return this.status.pipe(map(describeStatus));
  }

  get document$(): Observable<OpenApiStatus> {
    return this.status;
  }

  /** Begins to read and to watch; what fails is told by {@link status$}. */
  open(): void {
    const { refreshMs = 0, scheduler = asyncScheduler, ...options } = this.options;
    const { document, examplesFile, overlayFile } = options;
    const files = ['file' in document ? document.file : undefined, examplesFile, overlayFile];
    const watched = files.filter((file) => file !== undefined).map(fileChanges);
    const refresh = refreshMs > 0 ? interval(refreshMs) : EMPTY;
    const changes = merge(...watched).pipe(debounceTime(SETTLE_MS));
    const retry = new Subject<unknown>();
    this.running = merge(of(undefined), refresh, changes, retry)
      .pipe(
        concatMap(() => from(this.load())),
        switchMap(() =>
          this.unanswered === 0 ? EMPTY : timer(retryWait(this.unanswered - 1), scheduler),
        ),
      )
      .subscribe(retry);
  }

  checkChange(payload: JsonObject): readonly ErrorDetail[] {
    return this.checkPayload(payload);
  }

  policyOf(payload: JsonObject, by: AskedBy): PolicyDecision {
    const subject = requestSubject(payload, this.operations);
    return decide(this.options.policies ?? noPolicies, subject, by);
  }

  get setLimits(): SetLimits {
    return this.options.policies?.limits ?? {};
  }

  async close(): Promise<void> {
    this.running?.unsubscribe();
    this.abort.abort();
    this.tools.complete();
    this.status.complete();
  }

  /** Never rejects. */
  private async load(): Promise<void> {
    try {
      await this.read();
    } catch (error) {
      if (this.abort.signal.aborted) return;
      const message = messageOf(error);
      this.logger.warn({ source: this.id, err: error }, 'an OpenAPI document could not be read');
      const state = this.tools.value === undefined ? 'failed' : 'ready';
      this.status.next({ ...this.status.value, state, error: `sources.${this.id}: ${message}` });
    }
  }

  private async read(): Promise<void> {
    const { document, examplesFile, overlayFile, limits = defaultDocumentLimits } = this.options;
    const { signal } = this.abort;
    // A backend that starts later than this server is found without a restart.
    if ('url' in document) this.unanswered += 1;
    const { bytes, unsigned } = await readDocument(document, limits, signal);
    this.unanswered = 0;
    const exampleText =
      examplesFile === undefined ? '' : await readTextFile(examplesFile, MAX_EXAMPLES_BYTES);
    const overlay = overlayFile && (await readTextFile(overlayFile, MAX_OVERLAY_BYTES));
    const hash = await hashOf([bytes, exampleText, overlay ?? '', unsigned]);
    if (hash === this.loaded) return;
    const { patterns = {}, budget = SHOWN_BUDGET, backend } = this.options;
    const { conventions, credentials, envelopes, links } = this.options;
    const told = {
      source: this.id,
      limits,
      patterns,
      budget,
      overlay,
      examples: readExamples(exampleText),
      conventions,
      credentials,
      envelopes,
      links,
      baseUrl: backend?.baseUrl(),
      documentUrl: 'url' in document ? (document.shown ?? document.url) : undefined,
    };
    const task = { bytes, options: told };
    const { startWorker = startDocumentWorker } = this.options;
    const reading = () => prepareInThread(task, signal, startWorker);
    const { document: prepared, validated } = await collectingOften(reading);
    await this.accept(prepared, unsigned);
    if (signal.aborted) return;
    this.loaded = hash;
    void validated.then((findings) => this.addFindings(hash, findings));
  }

  private async accept(prepared: PreparedDocument, unsigned: string): Promise<void> {
    const { title, version, counts, leftOut } = prepared;
    const findings = [
      ...this.unsignedFinding(counts.declared, unsigned || this.options.unsigned || ''),
      ...prepared.findings,
      ...this.unusedPolicies(prepared.operations),
    ];
    const operationsOf = await inTurns(operationsOfTarget(prepared.operations));
    const tools = await inTurns(makeTools(this.id, prepared, this.options));
    if (this.abort.signal.aborted) return;
    // From here on without a turn in between: what is a read and what is offered are of one document.
    this.isRead = readsOfOperations(operationsOf);
    this.operationsOf = operationsOf;
    this.operations = prepared.operations;
    this.checkPayload = payloadCheck(this.id, prepared);
    this.tools.next(tools);
    const told = { title, version, counts, leftOut, findings, error: this.options.waits };
    this.status.next({ state: 'ready', validated: false, ...told });
  }

  /** Backends show strangers a shorter document, which looks like the whole. */
  private unsignedFinding(declared: number, why: string): Finding[] {
    if (why === '') return [];
    const message = `${declared} of what may be more: this document was read without sign-in (${why}).`;
    return [warning(`sources.${this.id}.openapi`, message)];
  }

  private unusedPolicies(operations: readonly Operation[]): Finding[] {
    const means = (pattern: string) => operations.some((one) => matchesOperation(pattern, one));
    const unused = unusedPolicyPatterns(this.options.policies ?? noPolicies, means);
    const where = `sources.${this.id}.policies`;
    return unused.map((one) => warning(where, `"${one}" means no operation that is offered.`));
  }

  private addFindings(hash: string, findings: readonly Finding[]): void {
    if (hash !== this.loaded || this.abort.signal.aborted) return;
    const { value } = this.status;
    this.status.next({ ...value, findings: [...value.findings, ...findings], validated: true });
  }
}

function describeStatus(status: OpenApiStatus): SourceStatus {
  const { state, error, counts, findings, title, version } = status;
  if (state === 'loading') return { state, detail: 'reading the document' };
  if (state === 'failed') return { state: 'down', detail: error ?? 'the document cannot be read' };
  const name = [title, version].filter(Boolean).join(' ');
  const offered = `${name}: ${counts?.offered} of ${counts?.declared} operations are offered`;
  if (error !== undefined) return { state: 'degraded', detail: `${offered}; ${error}` };
  const wrong = findings.filter(({ level }) => level === 'error');
  if (counts === undefined || counts.offered === 0) {
    const [fault] = wrong.map(({ where, message }) => [where, message].filter(Boolean).join(': '));
    return { state: 'down', detail: [offered, fault].filter(Boolean).join('; ') };
  }
  const told = `; ${wrong.length} found wrong in it, which "sextant check" lists`;
  const detail = wrong.length === 0 ? offered : offered + told;
  const { offered: known, declared } = counts;
  return { state: 'ok', detail, counts: { offered: known, declared, wrong: wrong.length } };
}

/** By pieces, between which others have their turn: a document may have 13 MB. */
async function hashOf(parts: readonly (string | Buffer)[]): Promise<string> {
  const hash = createHash('sha256');
  const turns = new Turns();
  for (const part of parts) {
    const bytes = typeof part === 'string' ? Buffer.from(part) : part;
    hash.update(`${bytes.length}:`);
    for (let at = 0; at < bytes.length; at += HASHED) {
      hash.update(bytes.subarray(at, at + HASHED));
      await turns.next();
    }
  }
  return hash.digest('hex');
}

const HASHED = 1024 ** 2;
