import { resolve } from 'node:path';
import { systemClock } from '../../foundation/clock.js';
import { messageOf } from '../../foundation/errors.js';
import { redactor, secretsIn } from '../../foundation/secrets.js';
import { readConfig, type Config } from '../config/config.js';
import type { ConfigFile } from '../config/file/config-file.model.js';
import {
  checkEmbedded,
  checkPostgres,
  checkClock,
  checkDirectory,
  checkDisk,
  checkEmbedder,
  checkModel,
  nodeFinding,
  checkPort,
  found,
  type Finding,
} from '../doctor/checks.js';
import { embedderFromConfig } from '../embedder-from-config.js';
import { llmFromConfig } from '../llm-from-config.js';
import { readServed, type Served } from '../served/served.js';
import { checkReport } from './check-command.js';
import type { CliContext, Command } from './cli-context.js';
import { readSources } from './read-sources.js';

export const doctorCommand: Command = async (_words, { model: asksModel = false }, context) => {
  const redact = redactor(secretsIn(context.env));
  const findings: Finding[] = [];
  for await (const finding of examine(context, asksModel)) {
    findings.push(finding);
    context.say(`${SIGNS[finding.state]} ${finding.what.padEnd(WIDTH)} ${redact(finding.text)}`);
  }
  const faults = findings.filter(({ state }) => state === 'fault').length;
  context.say(
    faults === 0 ? 'A server can start here.' : `${faults} of ${findings.length} need repair.`,
  );
  return faults === 0 ? 0 : 1;
};

const SIGNS = { ok: 'ok   ', look: 'look ', fault: 'FAULT' } as const;
const WIDTH = 9;

async function* examine(context: CliContext, asksModel: boolean): AsyncGenerator<Finding> {
  const { env, folder } = context;
  yield { what: 'node', ...nodeFinding(process.versions.node) };
  let served: Served;
  let config: Config;
  try {
    served = await readServed(env, folder);
    config = readConfig(env, served.plugins, served.file?.pluginSettings);
  } catch (error) {
    // Where nothing can be read, nothing else can be looked at.
    yield { what: 'settings', state: 'fault', text: messageOf(error) };
    return;
  }
  yield { what: 'settings', state: 'ok', text: served.file?.path ?? 'no config file: the sample' };
  for (const text of config.warnings) yield { what: 'settings', state: 'look', text };
  yield* examinePlace(config, folder);
  yield await found('embedder', () => checkEmbedder(embedderFromConfig(config)));
  yield await found('model', () => checkModel(llmFromConfig(config), asksModel));
  const { file } = served;
  if (file !== undefined && file.sources.length > 0)
    yield await found('sources', () => checkSources(file, config, context));
}

async function* examinePlace(config: Config, folder: string): AsyncGenerator<Finding> {
  const dataDir = resolve(folder, config.dataDir);
  const place = { host: config.host, port: config.port, dataDir };
  yield await found('port', () => checkPort(place));
  yield await found('data', () => checkDirectory(place));
  yield await found('disk', () => checkDisk(dataDir));
  yield await found('clock', () => checkClock(dataDir, systemClock));
  const { databaseUrl } = config;
  yield await found('database', () =>
    databaseUrl === undefined ? checkEmbedded(dataDir) : checkPostgres(databaseUrl, systemClock),
  );
}

async function checkSources(
  file: ConfigFile,
  { auth }: Config,
  context: CliContext,
): Promise<Omit<Finding, 'what'>> {
  const read = await readSources(file, context);
  const { faults } = checkReport(file, read, { auth: auth.kind });
  if (faults.length === 0)
    return { state: 'ok', text: `${read.map(({ config }) => config.id).join(', ')}` };
  return { state: 'fault', text: `${faults.join(' ')} "sextant check" tells more.` };
}
