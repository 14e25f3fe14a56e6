import { readdirSync, readFileSync, statSync } from 'node:fs';
import { basename, dirname, extname, join, resolve } from 'node:path';
import { configError, messageOf } from '../../foundation/errors.js';
import { asList, asObject, type JsonObject } from '../../foundation/json.js';
import type { Environment } from '../../foundation/settings-reader.js';
import { checkBySchema, type ConfigFault, YamlPlaces } from '../config/file/check-config-value.js';
import { type Suite, suiteSchema } from './suite.model.js';

const check = checkBySchema(suiteSchema);
const YAML = new Set(['.yaml', '.yml']);

/** The suites of a YAML file or folder; `config_error` names every mistake's place and what is valid. */
export function readSuites(path: string, env: Environment): readonly Suite[] {
  const files = filesAt(path);
  if (files.length === 0) throw configError(`${path} has no YAML file with scenarios.`);
  return files.map((file) => readSuite(file, env));
}

function filesAt(path: string): readonly string[] {
  try {
    if (!statSync(path).isDirectory()) return [resolve(path)];
    const names = readdirSync(path).filter((name) => YAML.has(extname(name)));
    return names.sort().map((name) => join(path, name));
  } catch (error) {
    throw configError(
      `No scenarios can be read at ${path}: ${messageOf(error)}. "sextant eval init" writes some.`,
    );
  }
}

function readSuite(path: string, env: Environment): Suite {
  const file = basename(path);
  const places = new YamlPlaces(readFileSync(path, 'utf8'));
  const faults = places.faults.map(({ line, message }) => `${file}:${line}: ${message}`);
  const value = places.value();
  if (faults.length === 0) {
    const told = [...check(value), ...nameless(value), ...repeated(value)];
    faults.push(
      ...told.map(
        (one) => `${file}:${places.lineOf(one.path)}: ${one.path.join('.')} ${one.message}`,
      ),
    );
  }
  if (faults.length > 0) throw configError(faults.join('\n'));
  const { authorization, scenarios } = value as (typeof suiteSchema)['of'];
  return {
    name: basename(file, extname(file)),
    folder: dirname(path),
    authorization: withVariables(authorization, env, file),
    scenarios: scenarios.map((one) => ({ ...one, turns: one.turns ?? [] })),
  };
}

/** A scenario has its messages, or somebody who makes them up. */
function nameless(value: unknown): ConfigFault[] {
  return scenariosIn(value).flatMap((scenario, at) =>
    'turns' in scenario === 'user' in scenario
      ? [{ path: ['scenarios', String(at)], message: 'needs either turns or user' }]
      : [],
  );
}

/** Reports and recordings know scenarios by their names. */
function repeated(value: unknown): ConfigFault[] {
  const known = new Set<unknown>();
  return scenariosIn(value).flatMap(({ name }, at) => {
    if (!known.has(name)) return (known.add(name), []);
    return [{ path: ['scenarios', String(at), 'name'], message: 'is the name of an earlier one' }];
  });
}

function scenariosIn(value: unknown): readonly JsonObject[] {
  return asList(asObject(value)['scenarios']) as JsonObject[];
}

function withVariables(text: string | undefined, env: Environment, file: string) {
  return text?.replace(/\$\{(\w{1,100})\}/g, (_all, name: string) => {
    const value = env[name];
    if (value !== undefined) return value;
    throw configError(`${file}: the environment variable ${name} is not set.`);
  });
}
