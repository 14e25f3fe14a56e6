import { closing } from '../../foundation/program.js';
import { basename, resolve } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { createCatalog } from '../../agenttools/catalog.js';
import {
  defaultDocumentLimits,
  parseDocumentText,
} from '../../agenttools/sources/openapi/document/parse-text.js';
import { configError, indexError, messageOf } from '../../foundation/errors.js';
import { jsonOrText } from '../../foundation/exact-json.js';
import { isObject } from '../../foundation/json.js';
import { silentLogger } from '../../foundation/logger.js';
import { readTextFile } from '../../foundation/operator-file.js';
import { explainOutages, openPostgres } from '../../store/open-database.js';
import { readKept, type KeptMessage } from '../../store/replays.store.js';
import {
  lossLines,
  offeredFor,
  replayCalls,
  replayChange,
  type Offered,
  type Outcome,
  type ReplayedSource,
} from '../replay.js';
import { ToolSelectionIndex } from '../../toolindex/selection-index.js';
import { VectorCache } from '../../toolindex/vector-cache.js';
import { openEmbeddedCopyOf } from './backup-command.js';
import { toolDocuments } from '../catalogue-check.js';
import { readConfig } from '../config/config.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import { readConfigFile } from '../config/file/read-config-file.js';
import { embedderFromConfig } from '../embedder-from-config.js';
import { fileAgent } from '../served/served-agents.js';
import { tunedShare } from '../tuning.js';
import { configOf, dataDirOf, type CliContext, type CliValues } from './cli-context.js';
import { chosenSource, readSources, type ReadSource } from './read-sources.js';

const MOST = 2000;

/** Replays what was accepted or asked against another file; calls and stores nothing. 1: something would not be as it was. */
export async function checkAgainst(values: CliValues, context: CliContext): Promise<number> {
  const { messages: asksMessages = false, 'show-messages': showsText = false } = values;
  const file = configOf(context);
  const other = await readOther(file, values, context);
  const read = await readSources(file, context);
  const now: ReadSource[] = [];
  for (const config of other.sources) {
    const same = read.find((one) => isDeepStrictEqual(one.config, config));
    now.push(...(same === undefined ? await readSources({ sources: [config] }, context) : [same]));
  }
  const sides = [new Side(file, read), new Side(other, now)] as const;
  const { changes, messages } = await keptOf(context, asksMessages ? MOST : 0);
  const ofChanges = changes.rows.map((one) => replayChange(one, ...sides));
  const ofMessages = await replayMessages(messages.rows, sides, context);
  const counts = [
    tally('accepted changes', changes, ofChanges),
    ...(asksMessages ? [tally('calls for messages', messages, ofMessages)] : []),
  ];
  const lost = [...ofChanges, ...ofMessages].flatMap((one) => one ?? []);
  const told = showsText ? lost : lost.map(({ text: _, ...one }) => one);
  const lines = counts.map(
    (one) =>
      `${one.of}: the latest ${one.replayed} of ${one.total}. ${one.as_before} as before, ${one.otherwise} not; ${one.not_before_either} not with the present config either.`,
  );
  if (!asksMessages) lines.push('--messages replays messages of users, too, and prints none.');
  const text = [...lines, ...lossLines(lost, showsText)].join('\n');
  context.say(values.json === true ? JSON.stringify({ counts, lost: told }, null, 2) : text);
  return lost.length > 0 ? 1 : 0;
}

function tally(of: string, { rows, total }: { rows: unknown[]; total: number }, all: Outcome[]) {
  const none = all.filter((one) => one === undefined).length;
  const same = all.filter((one) => one?.length === 0).length;
  const otherwise = all.length - none - same;
  return { of, replayed: rows.length, total, as_before: same, otherwise, not_before_either: none };
}

async function readOther(
  file: ConfigFile,
  { against = '', source }: CliValues,
  { folder, env }: CliContext,
): Promise<ConfigFile> {
  const path = resolve(folder, against);
  try {
    const text = await readTextFile(path, defaultDocumentLimits.bytes);
    const line = jsonOrText(text.trimStart().split('\n', 1)[0] ?? '');
    const isExamples = isObject(line) && Array.isArray(line['examples']);
    const value = isExamples ? line : parseDocumentText(text, defaultDocumentLimits);
    const has = (key: string) => value[key] !== undefined;
    if (has('sources') || has('agents')) return readConfigFile(path, env);
    const command = `sextant check --against ${against} --source`;
    const { id } = chosenSource(file.sources, source, command);
    const key = has('actions') ? 'overlay' : has('info') ? 'openapi' : 'examples';
    const part = isExamples || key !== 'examples' ? { [key]: path } : value;
    const edited = (whole: unknown): unknown => {
      const { sources, ...rest } = whole as { sources: Record<string, object> };
      return { ...rest, sources: { ...sources, [id]: { ...sources[id], ...part } } };
    };
    return readConfigFile(file.path ?? '', env, { edited });
  } catch (error) {
    throw configError(
      `${basename(path)} cannot be replayed against: ${messageOf(error)} It has to be a config file, an OpenAPI document, an overlay, examples (a line of {"id", "examples"} each), or keys of a source such as policies.`,
    );
  }
}

class Side extends Map<string, ReplayedSource> {
  /** Rejects where a source cannot be read: all of it would seem lost. */
  constructor(
    readonly file: ConfigFile,
    read: readonly ReadSource[],
  ) {
    super();
    for (const one of read) {
      const { id, policies } = one.config;
      if (one.why !== undefined) throw configError(`${id} cannot be read. ${one.why}`);
      const operations = one.kind === 'openapi' ? one.source.operations : [];
      const roles = policies.rules.flatMap((rule) => rule.roles ?? []);
      this.set(id, { tools: one.tools, asked: one.source, operations, roles });
    }
  }
}

async function keptOf(context: CliContext, messages: number) {
  const { databaseUrl } = readConfig(context.env);
  const dataDir = dataDirOf(context);
  const db = await (databaseUrl === undefined
    ? openEmbeddedCopyOf(dataDir, dataDir)
    : openPostgres(databaseUrl));
  return closing(db, () => readKept(explainOutages(db), { changes: MOST, messages }));
}

/** Each message with the tools of before, then with those of now, of which only what is new is embedded. */
async function replayMessages(
  messages: readonly KeptMessage[],
  sides: readonly [Side, Side],
  context: CliContext,
): Promise<Outcome[]> {
  if (messages.length === 0) return [];
  const config = readConfig(context.env);
  const embedder = embedderFromConfig(config);
  const dataDir = dataDirOf(context);
  const cache = new VectorCache(resolve(dataDir, 'vectors'));
  const wordsShare = embedder && tunedShare(dataDir, embedder.id);
  const { ragTopK: topK, ragMinScore: minScore, ragFitScore: fitScore } = config;
  return closing(embedder, async () => {
    const offered: Offered[][] = [];
    for (const side of sides) {
      const tools = [...side.values()].flatMap((one) => [...one.tools]);
      const index = new ToolSelectionIndex({ embedder, cache, wordsShare });
      index.rebuild(toolDocuments(tools));
      let state = await index.settled();
      while (state.kind === 'building') state = await index.settled();
      if (state.kind === 'unavailable') throw indexError(state.message);
      const catalog = createCatalog(tools);
      const deps = { catalog, index, topK, minScore, fitScore, logger: silentLogger };
      const agents = side.file.agents.map((one) => fileAgent(one, () => []));
      const ofSide: Offered[] = [];
      for (const message of messages) ofSide.push(await offeredFor(message, agents, deps));
      offered.push(ofSide);
    }
    const [before = [], after = []] = offered;
    return messages.flatMap((one, at) => replayCalls(one, [before[at]!, after[at]!], sides));
  });
}
