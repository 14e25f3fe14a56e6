import {
  isObject,
  type JsonObject,
  asObject,
  asList,
  ownValue,
} from '../../../../foundation/json.js';
import { isSamePlace, type CredentialPlace } from '../../credentials.js';
import { warning, type Finding, type Operation } from '../operation.js';
import { followedObject } from './pointer.js';

/** What an operation asks to be signed with; `name` empty: something that is sent in no request. */
export type SecurityRequirement = readonly CredentialPlace[];

const AUTHORIZATION: CredentialPlace = { in: 'header', name: 'Authorization' };

/** The alternatives by which an operation may be signed; empty where it needs none. */
export function readSecurity(document: JsonObject, operation: JsonObject): SecurityRequirement[] {
  const schemes = asObject(asObject(document['components'])['securitySchemes']);
  const schemeOf = (name: string) => followedObject(document, ownValue(schemes, name));
  return asList(operation['security'] ?? document['security'])
    .filter(isObject)
    .map((named) => Object.keys(named).flatMap((name) => placesOf(schemeOf(name))));
}

function placesOf({ type, name, in: place }: JsonObject): CredentialPlace[] {
  if (type === 'apiKey' && typeof name === 'string')
    return place === 'header' || place === 'query' || place === 'cookie'
      ? [{ in: place, name }]
      : [];
  if (type === 'mutualTLS') return [{ in: 'header', name: '' }];
  return type === undefined ? [] : [AUTHORIZATION];
}

interface SignedOperation extends Pick<Operation, 'method' | 'pathTemplate'> {
  security: readonly SecurityRequirement[];
  filled: readonly CredentialPlace[];
}

/** Credentials that a request carries beside headers: where the document asks for them, else with every request. */
export function signatures(
  operations: readonly SignedOperation[],
  credentials: readonly CredentialPlace[] = [],
): (operation: SignedOperation) => CredentialPlace[] {
  const asks = ({ security, filled }: SignedOperation, place: CredentialPlace): boolean =>
    [...security.flat(), ...filled].some((one) => isSamePlace(one, place));
  const asked = credentials.filter((place) => operations.some((one) => asks(one, place)));
  return (operation) =>
    credentials.filter(
      (place) =>
        place.in !== 'header' &&
        (asked.includes(place) ? asks(operation, place) : place.in !== 'body'),
    );
}

/** What operations ask to be signed with and `auth` does not set, one finding for all that ask alike. */
export function unmetSecurity(
  { source, credentials }: { source: string; credentials?: readonly CredentialPlace[] },
  operations: readonly { declared: SignedOperation }[],
): Finding[] {
  if (credentials === undefined) return [];
  const isSet = (place: CredentialPlace): boolean =>
    credentials.some((credential) => isSamePlace(credential, place));
  const unmet = new Map<string, { first: string; count: number; missing: SecurityRequirement }>();
  for (const { declared } of operations) {
    const { method, pathTemplate, security, filled } = declared;
    const missing = security.map((all) => all.filter((place) => !isSet(place)));
    const [nearest] = missing.sort((a, b) => a.length - b.length);
    if (nearest === undefined || nearest.length === 0) continue;
    // A token that it has as a parameter or field stands for the header.
    if (filled.length > 0 && nearest.every((place) => isSamePlace(place, AUTHORIZATION))) continue;
    const key = nearest.map((place) => `${place.in} ${place.name}`).join(', ');
    const { count = 0, first = `${method} ${pathTemplate}` } = unmet.get(key) ?? {};
    unmet.set(key, { first, count: count + 1, missing: nearest });
  }
  return [...unmet.values()].map(({ first, count, missing }) => {
    const told = `${first}${count === 1 ? ' asks' : ` and ${count - 1} more ask`} for ${missing.map(placeText).join(' and ')}, which auth does not set${wayOut(missing)}.`;
    return warning(`sources.${source}.auth`, told);
  });
}

function placeText({ in: place, name }: CredentialPlace): string {
  if (name === '') return 'a client certificate (mutualTLS)';
  return (
    { header: 'the header ', query: 'the query key ', cookie: 'the cookie ', body: '' }[place] +
    name
  );
}

function wayOut(missing: SecurityRequirement): string {
  if (missing.some(({ name }) => name === '')) return '; put a proxy that has one in between';
  const written = missing.map(({ in: place, name }) =>
    name === AUTHORIZATION.name
      ? '{ forward: authorization }, { bearer_env: VARIABLE } or { header: Authorization, env: VARIABLE }'
      : `{ ${place}: ${name}, env: VARIABLE }`,
  );
  return `: ${written.length === 1 ? written[0] : `a list of ${written.join(', ')}`}`;
}
