import { SOURCE_ID } from '../agenttools/sources/tool-source.js';
import { AppError } from '../foundation/errors.js';
import { isObject } from '../foundation/json.js';

/** What a plugin's members answered. Plugins in plain JavaScript have no types that hold them to it. */
export interface MadeMembers {
  sources: unknown;
  changes: unknown;
  interceptors: unknown;
  agents: unknown;
  promptSections: unknown;
  routes: unknown;
  probes: unknown;
}

type Field = [name: string, fits: (value: unknown) => boolean, valid: string];

const isText = (value: unknown): boolean => typeof value === 'string' && value.trim() !== '';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
const isAbsent = (value: unknown): boolean => value === undefined;
const isMethod = (value: unknown): boolean => typeof value === 'function';

const agentFields: readonly Field[] = [
  ['title', isText, 'a text'],
  ['description', isText, 'a text'],
  ['examples', isTexts, 'a list of texts'],
  ['groups', isTexts, "a list of its tools' groups"],
  ['coreTools', isMethod, 'a function that answers a list of names of tools'],
  ['systemPrompt', isMethod, 'a function that answers a text'],
  [
    'policy',
    (value) => isObject(value) && Number.isInteger(value['maxTokens']),
    'an object with maxTokens',
  ],
];
const changeFields: readonly Field[] = [
  ['title', isText, 'a text'],
  ['apply', isMethod, 'a function'],
  ['event', isAbsent, 'left out: how a change is shown is an interceptor of the plugin'],
  ['eventName', isAbsent, 'left out: how a change is shown is an interceptor of the plugin'],
];
const interceptorFields: readonly Field[] = [
  ['name', isText, 'a text'],
  ['takes', isMethod, 'a function'],
  ['intercept', isMethod, 'a function'],
];
const routeFields: readonly Field[] = [
  ['method', (value) => METHODS.includes(String(value)), 'GET, POST, PUT, PATCH or DELETE'],
  ['path', (value) => isText(value) && String(value).startsWith('/'), 'a path that begins with /'],
  ['handle', isMethod, 'a function'],
];
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** Rejects members of no use with `config_error` that names each of them, and what is valid. */
export function checkMade(made: MadeMembers): void {
  const faults = [
    ...eachOf(made.sources, 'sources').flatMap(([name, source]) => sourceFaults(name, source)),
    ...eachIn(made.changes, 'changes').flatMap(([name, kind]) =>
      fieldFaults(name, kind, changeFields),
    ),
    ...eachOf(made.interceptors, 'interceptors').flatMap(([name, one]) =>
      fieldFaults(name, one, interceptorFields),
    ),
    ...eachIn(made.agents, 'agents').flatMap(([name, agent]) =>
      fieldFaults(name, agent, agentFields),
    ),
    ...methodFaults(made.promptSections, 'promptSections'),
    ...methodFaults(made.probes, 'probes'),
    ...eachOf(made.routes, 'routes').flatMap(([name, route]) => routeFaults(name, route)),
  ];
  if (faults.length > 0) throw new AppError('config_error', faults.join(' '));
}

function sourceFaults(name: string, source: unknown): string[] {
  if (!isObject(source)) return [`${name} must be a source.`];
  const { id, tools, tools$, status$ } = source;
  const isPlain = tools !== undefined;
  return [
    ...(typeof id === 'string' && SOURCE_ID.test(id)
      ? []
      : [
          `${name}.id must be a small letter and up to 19 more small letters, digits and underscores.`,
        ]),
    ...(isPlain && !Array.isArray(tools) && !isMethod(tools)
      ? [`${name}.tools must be a list of tools, or a function that answers one.`]
      : []),
    ...(isPlain || (isStream(tools$) && isStream(status$))
      ? []
      : [`${name} must have a list of tools, or the streams tools$ and status$.`]),
  ];
}

function isStream(value: unknown): boolean {
  return isObject(value) && isMethod(value['subscribe']);
}

function routeFaults(name: string, route: unknown): string[] {
  if (isMethod(route) || (isObject(route) && route['module'] !== undefined)) return [];
  return fieldFaults(name, route, routeFields);
}

function fieldFaults(name: string, value: unknown, fields: readonly Field[]): string[] {
  if (!isObject(value)) return [`${name} must be an object.`];
  return fields
    .filter(([field, fits]) => !fits(value[field]))
    .map(([field, , valid]) => `${name}.${field} must be ${valid}.`);
}

function methodFaults(map: unknown, member: string): string[] {
  return eachIn(map, member).flatMap(([name, value]) =>
    isMethod(value) ? [] : [`${name} must be a function.`],
  );
}

function eachOf(list: unknown, member: string): [string, unknown][] {
  if (Array.isArray(list)) return list.map((item, at) => [`${member}[${at}]`, item]);
  throw new AppError('config_error', `Its member "${member}" made no list.`);
}

function eachIn(map: unknown, member: string): [string, unknown][] {
  if (isObject(map)) return Object.entries(map).map(([key, value]) => [`${member}.${key}`, value]);
  throw new AppError('config_error', `Its member "${member}" made no object.`);
}
