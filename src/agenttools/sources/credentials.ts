import type { RequestTarget } from './read-rules.js';

/** Where a secret of the server is sent. */
export interface CredentialPlace {
  /** `body`: a field of a form or of a JSON object. */
  in: 'header' | 'query' | 'cookie' | 'body';
  name: string;
}

/** A secret of the server, and where it is sent. */
export interface Credential extends CredentialPlace {
  value: string;
}

/** True for the same place: headers are named in any case. */
export function isSamePlace(one: CredentialPlace, other: CredentialPlace): boolean {
  if (one.in !== other.in) return false;
  return one.in === 'header'
    ? one.name.toLowerCase() === other.name.toLowerCase()
    : one.name === other.name;
}

/** Which places of credentials a request carries, headers aside. */
export type SignedBy = (target: RequestTarget) => readonly CredentialPlace[];
