import { closing } from '../../foundation/program.js';
import { AppError, messageOf } from '../../foundation/errors.js';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { outboundFetch } from '../../foundation/outbound/exchange-http.js';
import { explainStart, type StartPlace } from '../explain-start.js';
import { existsSync } from 'node:fs';
import { mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Clock } from '../../foundation/clock.js';
import { coreMigrations } from '../../store/migrate.js';
import { lockDirectory } from '../../store/directory-lock.js';
import { openPostgres } from '../../store/open-database.js';
import { refuseHalfRestored } from '../backup/restore-progress.js';
import type { Embedder } from '../../toolindex/embedder.js';
import type { LlmProvider } from '../../llm/types.js';

/** What one check of `sextant doctor` found; a `fault` keeps the server from working, `look` is worth a look. */
export interface Finding {
  what: string;
  state: 'ok' | 'look' | 'fault';
  /** What is, and of anything but `ok` what to do about it. */
  text: string;
}

/** Runs a check; one that throws is a fault in the words of its error. */
export async function found(what: string, check: () => Promise<Found>): Promise<Finding> {
  try {
    return { what, ...(await check()) };
  } catch (error) {
    return { what, state: 'fault', text: messageOf(error) };
  }
}

type Found = Omit<Finding, 'what'>;

const ok = (text: string): Found => ({ state: 'ok', text });
/** It works, and may not for long. */
const look = (text: string): Found => ({ state: 'look', text });
const fault = (text: string): Found => ({ state: 'fault', text });

const OLDEST = [20, 19] as const;
/** Node 20 gets no security fixes since April 2026. */
const SUPPORTED = 22;

export function nodeFinding(version: string): Found {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST;
  if (major < oldestMajor || (major === oldestMajor && minor < oldestMinor))
    return fault(`Node ${version} is too old: install ${OLDEST.join('.')} or newer, best 24.`);
  if (major < SUPPORTED)
    return look(`Node ${version} works, but gets no security fixes any more: install 22 or 24.`);
  return ok(`Node ${version}`);
}

const ASK_MS = 2_000;

/** Whether a server could listen, or one of Sextant does already. */
export async function checkPort(place: StartPlace): Promise<Found> {
  const { host, port } = place;
  const server = createServer();
  try {
    server.listen(port, host);
    await once(server, 'listening');
    server.close();
    return ok(port === 0 ? 'PORT=0 takes a free one' : `port ${port} of ${host} is free`);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if ((await isSextant(place)) && code === 'EADDRINUSE')
      return ok(`a Sextant server listens on port ${port} of ${host}; for another, set PORT`);
    return fault(messageOf(explainStart(error, place)));
  }
}

async function isSextant({ host, port }: StartPlace): Promise<boolean> {
  const name = host === '0.0.0.0' || host === '::' ? '127.0.0.1' : host;
  const address = name.includes(':') ? `[${name}]` : name;
  try {
    const answer = await outboundFetch(`http://${address}:${port}/health/live`, {
      signal: AbortSignal.timeout(ASK_MS),
    });
    return answer.ok;
  } catch {
    return false;
  }
}

export async function checkDirectory(place: StartPlace): Promise<Found> {
  const { dataDir } = place;
  try {
    const made = await mkdir(dataDir, { recursive: true, mode: 0o700 });
    const probe = join(dataDir, `doctor.${process.pid}`);
    await writeFile(probe, 'x', { mode: 0o600 });
    await rm(probe);
    if (made === undefined) return ok(`${dataDir} can be written to`);
    if ((await readdir(dataDir)).length === 0) await rm(made, { recursive: true });
    return ok(`${dataDir} is made at the first start`);
  } catch (error) {
    return fault(messageOf(explainStart(error, place)));
  }
}

const GB = 1024 ** 3;
const LOW = 2 * GB;
const TOO_LOW = 0.2 * GB;

export async function checkDisk(dataDir: string): Promise<Found> {
  return diskFinding(await freeBytes(dataDir), dataDir);
}

/** The same for the server's health, whose route is open: no folder is named. */
export async function diskState(
  dataDir: string,
): Promise<{ state: 'ok' | 'down'; detail: string }> {
  const free = await freeBytes(dataDir);
  const detail = `${(free / GB).toFixed(1)} GB free for the data directory`;
  return { state: free < TOO_LOW ? 'down' : 'ok', detail };
}

async function freeBytes(dataDir: string): Promise<number> {
  const { bavail, bsize } = await statfs(existing(dataDir));
  return bavail * bsize;
}

export function diskFinding(free: number, dataDir: string): Found {
  const room = `${(free / GB).toFixed(1)} GB free for ${dataDir}`;
  if (free < TOO_LOW) return fault(`${room}: make room, or set DATA_DIR to another disk.`);
  if (free < LOW) return look(`${room}: a backup or a large document may not fit.`);
  return ok(room);
}

function existing(path: string): string {
  if (existsSync(path)) return path;
  return dirname(path) === path ? path : existing(dirname(path));
}

/** How far ahead of the clock a file may be: file systems of networks have clocks of their own. */
const FILE_SKEW_MS = 60_000;

/** Whether the clock went back since the data was written: leases, expiry and order of runs go by it. */
export async function checkClock(dataDir: string, clock: Clock): Promise<Found> {
  const now = clock();
  const written = await stat(join(dataDir, 'pg')).catch(() => undefined);
  if (written !== undefined && written.mtimeMs - now.getTime() > FILE_SKEW_MS)
    return fault(
      `The clock says ${now.toISOString()}, but the data was written at ${written.mtime.toISOString()}: set the clock (timedatectl), then start the server.`,
    );
  return ok(now.toISOString());
}

const DATABASE_SKEW_MS = 5_000;

/** Whether PostgreSQL can be used, what ran on it, and whether its clock agrees. */
export async function checkPostgres(url: string, clock: Clock): Promise<Found> {
  const db = await openPostgres(url);
  return closing(db, async () => {
    await refuseHalfRestored(db);
    const [server] = await db.query<{ version: string; now: Date; history: string | null }>(
      `select current_setting('server_version') as version, clock_timestamp() as now,
         to_regclass('${coreMigrations.schema}.schema_version')::text as history`,
    );
    const { version = '', now = clock(), history = null } = server ?? {};
    const skew = Math.abs(now.getTime() - clock().getTime());
    if (skew > DATABASE_SKEW_MS)
      return look(
        `PostgreSQL ${version} has a clock that is ${Math.round(skew / 1000)} s off this machine's: set both by the same time service.`,
      );
    const tables = history === null ? 'empty: the first start makes its tables' : 'with tables';
    return ok(`PostgreSQL ${version} with pgvector answers; the database is ${tables}`);
  });
}

/** Whether there is an embedded database, and who has it open; it is not opened. */
export async function checkEmbedded(dataDir: string): Promise<Found> {
  if (!existsSync(join(dataDir, 'pg'))) return ok('embedded; made at the first start');
  try {
    await (await lockDirectory(dataDir)).release();
    return ok('embedded; no server has it open');
  } catch (error) {
    const holder = error instanceof AppError ? error.details[0]?.message : undefined;
    if (holder === undefined) throw error;
    return ok(`embedded; ${holder}`);
  }
}

const LIMIT_MS = 60_000;

/** Embeds one word; `undefined` is EMBEDDER=none. */
export async function checkEmbedder(embedder: Embedder | undefined): Promise<Found> {
  if (embedder === undefined)
    return look(
      'EMBEDDER=none: every tool is offered to the model, and documents are found by words only.',
    );
  return closing(embedder, async () => {
    const started = performance.now();
    const signal = AbortSignal.timeout(LIMIT_MS);
    const [vector] = await embedder.embed(['health'], { kind: 'query', signal });
    const ms = Math.round(performance.now() - started);
    return ok(`${embedder.id} answers with ${vector?.length ?? 0} dimensions in ${ms} ms`);
  });
}

/** Names the model; with `isAsked`, has it say one word, which costs a few tokens. */
export async function checkModel(model: LlmProvider, isAsked: boolean): Promise<Found> {
  const name = `${model.name} ${model.model}`;
  if (model.name === 'none')
    return look(
      'No language model is connected: operations are found, and people fill in their forms (docs/providers.md). Set a provider’s key, as GEMINI_API_KEY, to have a model answer.',
    );
  if (!isAsked) return ok(`${name}; not asked ("sextant doctor --model" asks it for one word)`);
  const started = performance.now();
  const request = {
    system: 'Answer with one word.',
    messages: [{ role: 'user' as const, content: 'Say ok.' }],
    tools: [],
    maxTokens: 200,
  };
  for await (const event of model.streamChat(request, AbortSignal.timeout(LIMIT_MS))) {
    if (event.type === 'error') return fault(`${name}: ${event.message}`);
    if (event.type !== 'done') continue;
    const { inputTokens, outputTokens } = event.usage;
    const seconds = ((performance.now() - started) / 1000).toFixed(1);
    return ok(`${name} answered in ${seconds} s (${inputTokens + outputTokens} tokens)`);
  }
  return fault(`${name} ended its answer without an end.`);
}
