import type { Ajv2020, ErrorObject, ValidateFunction, AnySchema } from 'ajv/dist/2020.js';
import type { DataValidateFunction } from 'ajv/dist/types/index.js';
import { withDigits } from '../../../../foundation/exact-json.js';
import { listed } from '../../../arguments.js';

/** Answers the check of a part of a schema, or nothing where that would cost too much: then it counts as fulfilled. */
export type CompilePart<Part> = (part: Part) => ValidateFunction | undefined;

/** Puts a `$ref` in place of Ajv's that asks for what it leads to when a value reaches it. */
export function addReferences(ajv: Ajv2020, find: CompilePart<string>): void {
  ajv.removeKeyword('$ref').addKeyword({
    keyword: '$ref',
    schemaType: 'string',
    errors: 'full',
    compile: (key: string) => {
      const validate: DataValidateFunction = (data: unknown, context) => {
        const check = find(key);
        if (check === undefined || check.call(ajv, data, context)) return true;
        validate.errors = [...(check.errors ?? [])] as ErrorObject[];
        return false;
      };
      return validate;
    },
  });
}

/** An `anyOf` that nothing fits, with what each of its branches has against the value. */
interface AlternativesError extends ErrorObject {
  keyword: 'anyOf';
  branches: readonly (readonly ErrorObject[])[];
}

/** An `anyOf` that keeps the errors of its branches apart, each compiled when it is first needed. */
export function addAlternatives(ajv: Ajv2020, compile: CompilePart<AnySchema>): void {
  ajv.removeKeyword('anyOf').addKeyword({
    keyword: 'anyOf',
    schemaType: 'array',
    errors: 'full',
    compile: (branches: AnySchema[]) => {
      const compiled: (ValidateFunction | undefined)[] = [];
      const validate: DataValidateFunction = (data: unknown, context) => {
        const failures: ErrorObject[][] = [];
        for (const [at, branch] of branches.entries()) {
          const check = (compiled[at] ??= compile(branch));
          if (check === undefined || check.call(ajv, data, context)) return true;
          failures.push([...(check.errors ?? [])]);
        }
        const error = { keyword: 'anyOf', params: {}, branches: failures };
        validate.errors = [{ ...error, instancePath: context?.instancePath ?? '', schemaPath: '' }];
        return false;
      };
      return validate;
    },
  });
}

/** The errors in words that do not contradict each other: of alternatives those of the nearest one. */
export function plainErrors(errors: readonly ErrorObject[]): ErrorObject[] {
  const leaves = errors.flatMap((error) =>
    error.keyword === 'anyOf' && 'branches' in error ? nearest(error as AlternativesError) : error,
  );
  return withoutEchoes(leaves);
}

function nearest(error: AlternativesError): ErrorObject[] {
  const { instancePath: place, branches } = error;
  const all = branches.map(plainErrors).filter((errors) => errors.length > 0);
  // Those that the value is no kind of say nothing of what is wrong inside it.
  const near = all.filter((errors) => !errors.some((one) => isAt(one, place)));
  const [first] = near;
  if (first === undefined) return [{ ...error, message: `must be ${kindsOf(all, place)}` }];
  const missing = near.map((errors) => missingOf(errors, place));
  if (near.length > 1 && missing.every((names) => names !== undefined))
    return [{ ...error, message: `needs ${[...new Set(missing)].join(', or ')}` }];
  const closer = (best: ErrorObject[], one: ErrorObject[]) =>
    distance(one, place) < distance(best, place) ? one : best;
  return tagsOf(near, place) ?? near.reduce(closer);
}

/** What each of the branches takes, where the value is of no such kind: "one of a, b, or of type integer". */
function kindsOf(all: readonly ErrorObject[][], place: string): string {
  const at = all.flatMap((errors) => errors.filter((one) => isAt(one, place)));
  const told = at.filter(isChoice).flatMap(valuesOf);
  const values = told.map((one) =>
    typeof one === 'string' ? one : withDigits(JSON.stringify(one)),
  );
  const types = at
    .filter(({ keyword }) => keyword === 'type')
    .flatMap(({ params }) => [(params as { type: unknown }).type].flat().map(String));
  const nested = at.filter(({ keyword }) => keyword === 'anyOf').map(({ message = '' }) => message);
  const kinds = [
    ...(values.length > 0 ? [`one of ${listed([...new Set(values)])}`] : []),
    ...(types.length > 0 ? [`of type ${[...new Set(types)].join(' or ')}`] : []),
    ...nested.map((message) => message.replace(/^must be /, '')),
  ];
  return [...new Set(kinds)].join(', or ') || 'left out: nothing is valid here';
}

/** The fields that a branch misses, where that is all it has against the value. */
function missingOf(errors: readonly ErrorObject[], place: string): string | undefined {
  const isAll = errors.every((one) => one.keyword === 'required' && one.instancePath === place);
  if (!isAll) return undefined;
  return errors
    .map(({ params }) => `"${String((params as Record<string, unknown>)['missingProperty'])}"`)
    .join(' and ');
}

function isAt({ keyword, instancePath }: ErrorObject, place: string): boolean {
  return (
    instancePath === place && ['type', 'enum', 'const', 'anyOf', 'false schema'].includes(keyword)
  );
}

/** A value that no branch takes in the field that tells them apart: the error names the values of all. */
function tagsOf(near: readonly ErrorObject[][], place: string): ErrorObject[] | undefined {
  const [first] = near;
  const shared = first?.find(
    (one) =>
      isChoice(one) &&
      isField(one, place) &&
      near.every((errors) =>
        errors.some((other) => isChoice(other) && other.instancePath === one.instancePath),
      ),
  );
  if (shared === undefined || near.length < 2) return undefined;
  const values = near
    .flat()
    .filter((one) => isChoice(one) && one.instancePath === shared.instancePath)
    .flatMap(valuesOf);
  return [{ ...shared, keyword: 'enum', params: { allowedValues: [...new Set(values)] } }];
}

/** Right below the value: deeper ones are the branch's own matter. */
function isField({ instancePath }: ErrorObject, place: string): boolean {
  return !instancePath.slice(place.length + 1).includes('/') && instancePath !== place;
}

/** A branch of another tag is farthest, whatever else is wrong; then the fewest errors. */
function distance(errors: readonly ErrorObject[], place: string): number {
  const tags = errors.filter((one) => isChoice(one) && isField(one, place)).length;
  return tags * 1000 + errors.length;
}

function isChoice({ keyword }: ErrorObject): boolean {
  return keyword === 'enum' || keyword === 'const';
}

function valuesOf({ keyword, params }: ErrorObject): unknown[] {
  const { allowedValues, allowedValue } = params as Record<string, unknown>;
  return keyword === 'enum' ? (allowedValues as unknown[]) : [allowedValue];
}

/** Each place once: its values rather than its type, and of several lists of values what they share. */
function withoutEchoes(errors: readonly ErrorObject[]): ErrorObject[] {
  const choices = new Map<string, unknown[]>();
  for (const error of errors.filter(isChoice)) {
    const known = choices.get(error.instancePath);
    const values = valuesOf(error);
    const both = known?.filter((one) => values.includes(one)) ?? values;
    choices.set(error.instancePath, both.length > 0 || known === undefined ? both : known);
  }
  const said = new Set<string>();
  return errors.flatMap((error) => {
    const { keyword, instancePath } = error;
    // "if" only says that "then" or "else" has refused, which says more itself.
    if (keyword === 'if' && errors.length > 1) return [];
    const values = choices.get(instancePath);
    if (values === undefined) return [error];
    if (keyword === 'type' || (isChoice(error) && said.has(instancePath))) return [];
    if (!isChoice(error)) return [error];
    said.add(instancePath);
    return [{ ...error, keyword: 'enum', params: { allowedValues: values } }];
  });
}
