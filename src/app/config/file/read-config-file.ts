import { existsSync } from 'node:fs';
import { basename, dirname, resolve } from 'node:path';
import { AUTO } from '../../../agentloop/routing/agent-routing.js';
import { AppError, configError, messageOf } from '../../../foundation/errors.js';
import { asObject, type JsonObject } from '../../../foundation/json.js';
import { readTextFileSync } from '../../../foundation/operator-file.js';
import type { Environment } from '../../../foundation/settings-reader.js';
import { checkConfigValue, type ConfigFault, YamlPlaces } from './check-config-value.js';
import type { AgentConfig, ConfigFile, ReadingContext } from './config-file.model.js';
import { readPluginChanges } from './policy-config.js';
import { readSource } from './source-config.js';

export const CONFIG_FILE = 'sextant.yaml';

const MAX_BYTES = 1024 * 1024;
/** Lines and commas of a file that a running server reads again: each takes a fiftieth of a millisecond. */
const MAX_PARTS_RUNNING = 5_000;
/** Finding the line of a mistake means to search the file. */
const MAX_FAULTS = 50;

/** Where the config file is: `SEXTANT_CONFIG`, else `sextant.yaml` in `folder` if there is one. */
export function findConfigFile(env: Environment, folder: string): string | undefined {
  const named = env['SEXTANT_CONFIG']?.trim();
  if (named) return resolve(folder, named);
  const usual = resolve(folder, CONFIG_FILE);
  return existsSync(usual) ? usual : undefined;
}

interface ReadingOptions {
  isRunning?: boolean;
  edited?: (value: unknown) => unknown;
}

/** Reads a config file; `config_error` names every mistake's place and what is valid, and no secret. `edited` is read instead. */
export function readConfigFile(
  path: string,
  env: Environment,
  { isRunning = false, edited = (value) => value }: ReadingOptions = {},
): ConfigFile {
  const file = basename(path);
  const text = readText(path);
  if (isRunning && text.split(/[\n,]/).length > MAX_PARTS_RUNNING)
    throw configError(
      `${file} has more than ${MAX_PARTS_RUNNING} lines and values, which are read at the start only: start the server again.`,
    );
  const places = new YamlPlaces(text);
  if (places.faults.length > 0) {
    const shown = places.faults.slice(0, MAX_FAULTS);
    throw faulty(
      shown.map(({ line, message }) => ({ path: `${file}:${line}`, message })),
      places.faults.length,
    );
  }
  const value = edited(places.value() ?? {});
  const at = (key: readonly string[]): string =>
    `${file}:${places.lineOf(key)}${key.length === 0 ? '' : `: ${key.join('.')}`}`;
  const wrong = checkConfigValue(value);
  const located = (faults: readonly ConfigFault[]): Fault[] =>
    faults.slice(0, MAX_FAULTS).map(({ path: key, message }) => ({ path: at(key), message }));
  if (wrong.length > 0) throw faulty(located(wrong), wrong.length);
  const faults: ConfigFault[] = [];
  const fault: ReadingContext['fault'] = (key, message) => faults.push({ path: [...key], message });
  const read = assemble(path, value as JsonObject, { folder: dirname(path), env, fault });
  if (faults.length > 0) throw faulty(located(faults), faults.length);
  return read;
}

function readText(path: string): string {
  try {
    return readTextFileSync(path, MAX_BYTES);
  } catch (error) {
    throw configError(`The config file ${path} cannot be read: ${messageOf(error)}.`);
  }
}

function assemble(path: string, value: JsonObject, context: ReadingContext): ConfigFile {
  const sources = entriesOf(value['sources']).map(([id, one]) => readSource(id, one, context));
  const agents = entriesOf(value['agents']).map(([id, one]) => readAgent(id, one, context));
  checkFills(agents, context);
  const defaultAgent = (value['default_agent'] as string | undefined) ?? AUTO;
  if (agents.some(({ contextType }) => contextType === AUTO))
    context.fault(
      ['agents', AUTO],
      'is what a request says that leaves the agent to the server; choose another name',
    );
  const known = agents.map(({ contextType }) => contextType);
  if (defaultAgent !== AUTO && value['sample'] !== true && !known.includes(defaultAgent))
    context.fault(['default_agent'], `is no agent; valid are ${[AUTO, ...known].join(', ')}`);
  return {
    path,
    sample: value['sample'] === true,
    defaultAgent,
    sources,
    agents,
    plugins: ((value['plugins'] ?? []) as string[]).map((name) =>
      name.startsWith('.') ? resolve(context.folder, name) : name,
    ),
    pluginChanges: readPluginChanges(value['plugin_changes'], context),
    pluginSettings: Object.fromEntries(entriesOf(value['plugin_settings'])),
  };
}

/** An argument of a source's tools is filled from one key of the context, whatever the agent. */
function checkFills(agents: readonly AgentConfig[], { fault }: ReadingContext): void {
  const keys = new Map<string, string>();
  for (const { contextType, sources, context } of agents) {
    for (const [key, fills] of Object.entries(context)) {
      for (const place of sources.flatMap((id) => fills.map((argument) => `${id}: ${argument}`))) {
        const other = keys.get(place) ?? key;
        keys.set(place, other);
        if (other !== key)
          fault(
            ['agents', contextType, 'context', key],
            `fills an argument that another key fills already (${place} from ${other}); give both agents the same key`,
          );
      }
    }
  }
}

function entriesOf(value: unknown): [string, JsonObject][] {
  return Object.entries(asObject(value)) as [string, JsonObject][];
}

interface Fault {
  path: string;
  message: string;
}

function faulty(faults: readonly Fault[], all: number): AppError {
  const lines = faults.map(({ path, message }) => `${path} ${message}`);
  if (all > faults.length) lines.push(`and ${all - faults.length} more`);
  return new AppError(
    'config_error',
    `The config file is not valid: ${lines.join('; ')}.`,
    faults.map(({ path, message }) => ({ path, message })),
  );
}

const MAX_INSTRUCTIONS = 64 * 1024;

export function readAgent(contextType: string, value: JsonObject, context: ReadingContext) {
  const title = value['title'] as string;
  const passed = (value['context'] ?? {}) as Record<string, { fills: string[] }>;
  const maxTurns = value['max_turns'] as number | undefined;
  return {
    contextType,
    title,
    description: (value['description'] as string | undefined) ?? title,
    sources: value['sources'] as string[],
    coreTools: (value['core_tools'] as string[] | undefined) ?? [],
    ...instructionsOf(contextType, value['instructions'], context),
    examples: (value['examples'] as string[] | undefined) ?? [],
    context: Object.fromEntries(Object.entries(passed).map(([key, { fills }]) => [key, fills])),
    maxTurns,
    runScript: value['run_script'] === true,
  };
}

/** A single line that ends like a text file is a path; anything else is the text itself. */
function instructionsOf(contextType: string, value: unknown, { folder, fault }: ReadingContext) {
  const text = typeof value === 'string' ? value.trim() : '';
  if (text.includes('\n') || !/\.(?:md|txt)$/.test(text)) return { instructions: text };
  const path = ['agents', contextType, 'instructions'];
  const instructionsFile = resolve(folder, text);
  try {
    const read = readTextFileSync(instructionsFile, MAX_INSTRUCTIONS);
    return { instructions: read.trim(), instructionsFile };
  } catch (error) {
    fault(path, `is a file that cannot be read: ${messageOf(error)}`);
  }
  return { instructions: '' };
}
