import { Ajv2020, type ErrorObject, type ValidateFunction } from 'ajv/dist/2020.js';
import { isMap, isScalar, LineCounter, parseDocument, visit, type Document } from 'yaml';
import { isObject, type JsonObject, pointerKeys, propertiesOf } from '../../../foundation/json.js';
import { configFileSchema } from './config-file.schema.js';

export interface ConfigFault {
  path: string[];
  /** Begins with "must", "is" or "are". */
  message: string;
  allowed?: string[];
}

const ajv = new Ajv2020({ allErrors: true, verbose: true, strict: false, useDefaults: true });

export const checkConfigValue = checkBySchema(configFileSchema);

/** A check of parsed files by a JSON Schema, told key by key; what is left out gets its default. */
export function checkBySchema(schema: JsonObject): (value: unknown) => ConfigFault[] {
  // Compiled when first asked: it takes a tenth of a second, which a start without a file does without.
  let validate: ValidateFunction | undefined;
  return (value) => {
    validate ??= ajv.compile(schema);
    return validate(value) ? [] : withoutRepeats(faultsOf(validate.errors ?? [], []));
  };
}

/** Errors inside alternatives say what each of them would want; only those of the one that is meant help. */
function faultsOf(errors: readonly ErrorObject[], base: readonly string[]): ConfigFault[] {
  const unions = errors.filter(({ keyword }) => keyword === 'oneOf');
  const places = new Set(unions.map(({ instancePath }) => instancePath));
  const outer = unions.filter(({ instancePath }) => !outside(instancePath).some(isIn(places)));
  const plain = errors.filter(
    ({ instancePath }) => ![instancePath, ...outside(instancePath)].some(isIn(places)),
  );
  return [
    ...plain.flatMap((error) => faultOf(error, base)),
    ...outer.flatMap((error) => unionFaults(error, base)),
  ];
}

function isIn(places: ReadonlySet<string>): (path: string) => boolean {
  return (path) => places.has(path);
}

function outside(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

function unionFaults(error: ErrorObject, base: readonly string[]): ConfigFault[] {
  const path = [...base, ...pointerKeys(error.instancePath)];
  const { oneOf, description } = error.parentSchema as {
    oneOf: JsonObject[];
    description?: string;
  };
  const value: unknown = error.data;
  const meant = isObject(value) ? oneOf.find((branch) => sharesRequired(branch, value)) : undefined;
  const check = meant === undefined ? undefined : ajv.compile(meant);
  // Two alternatives at once fit neither of them alone.
  if (check === undefined || check(value))
    return [{ path, message: description ?? 'is not valid' }];
  return faultsOf(check.errors ?? [], path);
}

/** The branch whose own key is there, such as `openapi`. */
function sharesRequired({ required }: JsonObject, value: JsonObject): boolean {
  const [own] = Array.isArray(required) ? (required as string[]) : [];
  return own !== undefined && Object.hasOwn(value, own);
}

function faultOf(error: ErrorObject, base: readonly string[]): ConfigFault[] {
  const path = [...base, ...pointerKeys(error.instancePath)];
  const params: JsonObject = error.params;
  switch (error.keyword) {
    case 'additionalProperties': {
      const allowed = Object.keys(propertiesOf(error.parentSchema ?? {}));
      const message = `is no key here; valid are ${allowed.join(', ')}`;
      return [{ path: [...path, String(params['additionalProperty'])], message, allowed }];
    }
    case 'required':
      return [{ path: [...path, String(params['missingProperty'])], message: 'is missing' }];
    case 'propertyNames': {
      const rule = String(error.parentSchema?.['description'] ?? '').split(': ')[1] ?? '';
      return [
        { path: [...path, String(params['propertyName'])], message: `is no valid id: ${rule}` },
      ];
    }
    case 'type': {
      const types = [params['type']].flat().join(' or ');
      return [{ path, message: `must be of type ${types}${hintOf(error)}` }];
    }
    case 'pattern':
      // Of a key: told by `propertyNames` above.
      return error.propertyName === undefined
        ? [{ path, message: 'is not made of the letters that are allowed' }]
        : [];
    case 'const':
      return [{ path, message: `must be ${JSON.stringify(params['allowedValue'])}` }];
    default:
      return [{ path, message: error.message ?? 'is not valid' }];
  }
}

/** What a value of the wrong type should have been: most often a list that was forgotten. */
function hintOf({ parentSchema }: ErrorObject): string {
  const description: unknown = parentSchema?.['description'];
  return typeof description === 'string' ? ` (${description.replace(/\.$/, '')})` : '';
}

function withoutRepeats(faults: readonly ConfigFault[]): ConfigFault[] {
  const byText = faults.map((fault) => [[...fault.path, fault.message].join('\0'), fault] as const);
  return [...new Map(byText).values()];
}

/** A YAML text that knows on which line each of its values stands. */
export class YamlPlaces {
  readonly faults: readonly { line: number; message: string }[];
  private readonly document: Document;
  private readonly lines = new LineCounter();

  constructor(text: string) {
    // The parser compares each key with all before it, so that 40,000 of them would take seconds.
    const options = { lineCounter: this.lines, prettyErrors: false, uniqueKeys: false };
    this.document = parseDocument(text, options);
    this.faults = [...this.document.errors, ...this.repeatedKeys()].map(({ pos, message }) => ({
      line: this.lines.linePos(pos[0]).line,
      message: message.split('\n')[0] ?? '',
    }));
  }

  private repeatedKeys(): { pos: [number]; message: string }[] {
    const found: { pos: [number]; message: string }[] = [];
    visit(this.document, {
      Map: (_key, { items }) => {
        const known = new Set<unknown>();
        for (const { key } of items) {
          if (!isScalar(key)) continue;
          const pos: [number] = [key.range?.[0] ?? 0];
          if (known.has(key.value)) found.push({ pos, message: 'Map keys must be unique' });
          known.add(key.value);
        }
      },
    });
    return found;
  }

  value(): unknown {
    return this.document.toJS({ maxAliasCount: 100 });
  }

  /** The line of the key or value at this path, or of the nearest one around it. */
  lineOf(path: readonly string[]): number {
    for (let length = path.length; length > 0; length -= 1) {
      const found = this.offsetOf(path.slice(0, length));
      if (found !== undefined) return this.lines.linePos(found).line;
    }
    return 1;
  }

  private offsetOf(path: readonly string[]): number | undefined {
    const parent: unknown =
      path.length === 1 ? this.document.contents : this.document.getIn(path.slice(0, -1), true);
    const name = path.at(-1) as string;
    if (isMap(parent)) {
      const pair = parent.items.find(({ key }) => isScalar(key) && String(key.value) === name);
      if (isScalar(pair?.key)) return pair.key.range?.[0];
    }
    const node = this.document.getIn(path, true) as
      { range?: [number, number, number] } | undefined;
    return node?.range?.[0];
  }
}
