import type { JsonObject } from '../../../../foundation/json.js';
import { AppError } from '../../../../foundation/errors.js';
import { notConnected } from '../connect/call-failures.js';

/** A server as sign-ins are kept for it: the source's id, and what tells its address from others. */
export interface SignInPlace {
  source: string;
  server: string;
}

/** Keeps the sign-ins of users, encrypted; what cannot be decrypted is as if it were not there. */
export interface SignInStore {
  find(place: SignInPlace, userId: string): Promise<JsonObject | undefined>;
  save(place: SignInPlace, userId: string, value: JsonObject, isOperator: boolean): Promise<void>;
  /** The claim on a renewal for so many milliseconds; undefined while another server has it. A new sign-in ends it. */
  claimRenewal(place: SignInPlace, userId: string, ms: number): Promise<string | undefined>;
  /** Ends a claim that still holds, with new tokens where there are some. */
  endRenewal(place: SignInPlace, userId: string, claim: string, value?: JsonObject): Promise<void>;
  /** Forgets a sign-in that could not be renewed, unless there is a new one. */
  removeClaimed(place: SignInPlace, userId: string, claim: string): Promise<void>;
  /** Rights that the sign-in lacks; none after the next one. */
  wantedScope(place: SignInPlace, userId: string): Promise<string | undefined>;
  wantScope(place: SignInPlace, userId: string, scope: string): Promise<void>;
  remove(place: SignInPlace, userId: string): Promise<boolean>;
  /** The operator who signed in first: whose tools are listed. */
  firstOperator(place: SignInPlace): Promise<string | undefined>;
  /** As what this program is registered, for answers at this address of it. */
  client(place: SignInPlace, redirectUrl: string): Promise<JsonObject | undefined>;
  saveClient(place: SignInPlace, redirectUrl: string, value: JsonObject | undefined): Promise<void>;
  begin(
    place: SignInPlace,
    userId: string,
    start: { state: string; value: JsonObject; expiresAt: Date },
  ): Promise<void>;
  take(place: SignInPlace, userId: string, state: string): Promise<JsonObject | undefined>;
}

/** Nothing was sent: the user has to sign in at the server first. Both the model and people read it. */
export class SignInNeeded extends AppError {
  constructor(source: string, why = 'this user is not signed in there') {
    const advice = `the user can sign in on the page, under Sources, with “Sign in to ${source}” (POST /v1/agent/sources/${source}/sign-in), and then ask again`;
    const { code, message, cause } = notConnected(source, `${why}; ${advice}`);
    super(code, message, [], { cause });
  }
}
