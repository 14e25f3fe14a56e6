import {
  auth,
  computeScopeUnion,
  extractWWWAuthenticateParams,
  OAuthError,
  OAuthErrorCode,
  refreshAuthorization,
  type AuthProvider,
  type FetchLike,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { setTimeout as pause } from 'node:timers/promises';
import { Subject, type Observable } from 'rxjs';
import type { Clock } from '../../../../foundation/clock.js';
import { defined } from '../../../../foundation/defined.js';
import { AppError, conflict, messageOf, platformError } from '../../../../foundation/errors.js';
import type { JsonObject } from '../../../../foundation/json.js';
import type { Logger } from '../../../../foundation/logger.js';
import { cleanText } from '../../openapi/text/clean-text.js';
import type { SignInResult, SourceSignIn, StartedSignIn } from '../../tool-source.js';
import { notConnected } from '../connect/call-failures.js';
import type { McpAddress } from '../connect/server-place.js';
import { checkAddress, guardedFetch, type SignInHosts } from './guarded-fetch.js';
import { SignInExchange, type OAuthSettings } from './sign-in-exchange.js';
import { SignInNeeded, type SignInPlace, type SignInStore } from './sign-in-store.js';

export interface ServerSignInsOptions {
  source: string;
  place: McpAddress;
  identity: string;
  settings: OAuthSettings;
  store: SignInStore;
  clock: Clock;
  logger: Logger;
}

interface StoredSignIn {
  tokens: StoredOAuthTokens;
  client: StoredOAuthClientInformation;
  discovery: OAuthDiscoveryState;
}

const START_MS = 10 * 60 * 1000;
/** Longer than any request to an authorization server may take. */
const RENEWAL_MS = 15_000;
const LOOK_MS = 100;

/** The sign-ins of users at one MCP server, by OAuth. Tokens leave it to that server and to where they came from only. */
export class ServerSignIns implements SourceSignIn {
  private readonly fetch: FetchLike;
  private readonly hosts: SignInHosts;
  private readonly place: SignInPlace;
  private readonly changes = new Subject<string>();
  /** One refresh of a user at a time: a refresh token may be good for one use only. */
  private readonly refreshing = new Map<string, Promise<void>>();
  private wanted = false;

  constructor(private readonly options: ServerSignInsOptions) {
    const { source, identity, place, settings } = options;
    this.place = { source, server: identity };
    this.hosts = { server: new URL(place.url), hosts: settings.hosts };
    this.fetch = guardedFetch(this.hosts);
  }

  get changes$(): Observable<string> {
    return this.changes;
  }

  noteWanted(): void {
    this.wanted = true;
  }

  /** A call of this user was refused for want of these rights: the user's next sign-in asks for them too. */
  async noteScope(userId: string, scope: string | undefined): Promise<void> {
    const { store } = this.options;
    const all = computeScopeUnion(await store.wantedScope(this.place, userId), scope);
    if (all !== undefined) await store.wantScope(this.place, userId, all);
  }

  async stateOf(userId: string): Promise<'needed' | 'done' | undefined> {
    if ((await this.kept(userId)) === undefined)
      return (await this.isWanted()) ? 'needed' : undefined;
    const lacks = await this.options.store.wantedScope(this.place, userId);
    return lacks === undefined ? 'done' : 'needed';
  }

  async isWanted(): Promise<boolean> {
    return this.wanted || (await this.catalogueUser()) !== undefined;
  }

  async isSignedIn(userId: string): Promise<boolean> {
    return (await this.kept(userId)) !== undefined;
  }

  /** Whose sign-in lists the tools: the operator's who signed in first. */
  catalogueUser(): Promise<string | undefined> {
    return this.options.store.firstOperator(this.place);
  }

  /** Signs the requests of one connection; both reject with `platform_unavailable` where there is no valid sign-in. */
  authFor(userId: string): AuthProvider {
    let sent: string | undefined;
    return {
      token: async () => {
        sent = (await this.required(userId)).tokens.access_token;
        return sent;
      },
      onUnauthorized: () => this.renew(userId, sent),
    };
  }

  async start(userId: string, redirectUrl: string, documentUrl?: string): Promise<StartedSignIn> {
    const { settings, store, clock, place } = this.options;
    const { scope: asked, resourceMetadataUrl } = await this.challenge();
    const scope = await this.scopeFor(userId, settings.scope ?? asked);
    const client = await this.registration(redirectUrl, scope);
    const exchange = new SignInExchange(redirectUrl, settings, defined({ client }), documentUrl);
    const more = defined({ resourceMetadataUrl, scope });
    await this.told(() => auth(exchange, { serverUrl: place.url, fetchFn: this.fetch, ...more }));
    const { authorizationUrl: url, known, sentState } = exchange;
    if (url === undefined) throw this.failed('its authorization server named no page to sign in');
    checkAddress(url, this.hosts);
    // The address of a document is no registration: it is named anew as long as the other side reads it.
    if (settings.clientId === undefined && known.client?.client_id !== documentUrl)
      await store.saveClient(this.place, redirectUrl, known.client);
    const expiresAt = new Date(clock().getTime() + START_MS);
    const value = { ...known, redirectUrl } as unknown as JsonObject;
    await store.begin(this.place, userId, { state: sentState, value, expiresAt });
    return { url: url.href, host: url.host, expires_at: expiresAt.toISOString() };
  }

  async finish(userId: string, isOperator: boolean, result: SignInResult): Promise<void> {
    const { settings, store, place, logger, source } = this.options;
    const begun = await store.take(this.place, userId, result.state);
    const unknown =
      'This sign-in was not begun by you here, was ended already, or took longer than ten minutes. Begin it again.';
    if (begun === undefined) throw conflict(unknown);
    if (result.code === undefined)
      throw this.failed(`it answered ${cleanText(result.error ?? 'without a code', 100)}`);
    const { redirectUrl, ...known } = begun as unknown as Required<SignInExchange['known']> & {
      redirectUrl: string;
    };
    const exchange = new SignInExchange(redirectUrl, settings, known);
    const { code: authorizationCode, iss } = result;
    const asked = { serverUrl: place.url, authorizationCode, fetchFn: this.fetch };
    try {
      await this.told(() => auth(exchange, { ...asked, ...defined({ iss }) }));
    } finally {
      if (exchange.isClientRefused) await store.saveClient(this.place, redirectUrl, undefined);
    }
    const { tokensGiven: tokens } = exchange;
    const { client, discovery } = exchange.known;
    if (tokens === undefined || client === undefined || discovery === undefined)
      throw this.failed('its authorization server gave no token');
    await store.save(this.place, userId, { tokens, client, discovery }, isOperator);
    this.wanted = true;
    logger.info({ source }, 'a user has signed in to an MCP server');
    this.changes.next(userId);
  }

  async forget(userId: string): Promise<boolean> {
    const kept = await this.kept(userId);
    const was = await this.options.store.remove(this.place, userId);
    if (kept !== undefined) await this.revoke(kept);
    if (was) this.changes.next(userId);
    return was;
  }

  /** What the server asks for, what the user has granted before, and what a call was refused for. */
  private async scopeFor(userId: string, asked: string | undefined): Promise<string | undefined> {
    const wanted = await this.options.store.wantedScope(this.place, userId);
    if (wanted === undefined) return asked;
    const granted = (await this.kept(userId))?.tokens.scope;
    return computeScopeUnion(computeScopeUnion(asked, granted), wanted);
  }

  private async kept(userId: string): Promise<StoredSignIn | undefined> {
    return (await this.options.store.find(this.place, userId)) as unknown as
      StoredSignIn | undefined;
  }

  private async required(userId: string): Promise<StoredSignIn> {
    const kept = await this.kept(userId);
    if (kept === undefined) throw new SignInNeeded(this.options.source);
    return kept;
  }

  private renew(userId: string, sent: string | undefined): Promise<void> {
    const under = this.refreshing.get(userId);
    if (under !== undefined) return under;
    const work = this.refresh(userId, sent).finally(() => this.refreshing.delete(userId));
    this.refreshing.set(userId, work);
    return work;
  }

  /** Renews the tokens that were `sent`, or waits until another server of the same database has. */
  private async refresh(userId: string, sent: string | undefined): Promise<void> {
    const { source, store, clock } = this.options;
    const giveUp = clock().getTime() + RENEWAL_MS;
    for (;;) {
      const claim = await store.claimRenewal(this.place, userId, RENEWAL_MS);
      try {
        const kept = await this.required(userId);
        if (kept.tokens.access_token !== sent) return;
        if (claim !== undefined) return await this.exchange(userId, kept, claim);
      } finally {
        if (claim !== undefined) await store.endRenewal(this.place, userId, claim);
      }
      if (clock().getTime() >= giveUp)
        throw notConnected(source, 'its authorization server does not answer');
      await pause(LOOK_MS);
    }
  }

  private async exchange(userId: string, kept: StoredSignIn, claim: string): Promise<void> {
    const { source, store, logger } = this.options;
    const { tokens, client, discovery } = kept;
    try {
      if (tokens.refresh_token === undefined) throw new OAuthError(OAuthErrorCode.InvalidGrant, '');
      const { resource } = discovery.resourceMetadata ?? {};
      const given = await refreshAuthorization(discovery.authorizationServerUrl, {
        clientInformation: client,
        refreshToken: tokens.refresh_token,
        fetchFn: this.fetch,
        ...defined({ metadata: discovery.authorizationServerMetadata, resource }),
      });
      const next = { ...kept, tokens: { ...tokens, ...given } };
      await store.endRenewal(this.place, userId, claim, next);
    } catch (error) {
      if (!(error instanceof OAuthError) || error.code === String(OAuthErrorCode.ServerError)) {
        logger.warn({ source }, 'a sign-in at an MCP server could not be renewed now');
        throw notConnected(source, 'its authorization server does not answer');
      }
      await store.removeClaimed(this.place, userId, claim);
      throw new SignInNeeded(source, 'the sign-in of this user there has expired');
    }
  }

  /** Best effort, RFC 7009: the sign-in is gone here whatever the other side says. */
  private async revoke({ tokens, client, discovery }: StoredSignIn): Promise<void> {
    const metadata: object = discovery.authorizationServerMetadata ?? {};
    const endpoint: unknown = 'revocation_endpoint' in metadata && metadata.revocation_endpoint;
    if (typeof endpoint !== 'string') return;
    const body = new URLSearchParams({
      token: tokens.refresh_token ?? tokens.access_token,
      token_type_hint: tokens.refresh_token !== undefined ? 'refresh_token' : 'access_token',
      client_id: client.client_id,
      ...defined({ client_secret: client.client_secret }),
    });
    try {
      await this.fetch(endpoint, { method: 'POST', body });
    } catch (error) {
      const { source, logger } = this.options;
      logger.warn({ source, reason: messageOf(error) }, 'a sign-in could not be revoked');
    }
  }

  /** One that was made for fewer rights would be refused: another is made. */
  private async registration(redirectUrl: string, scope = '') {
    const { settings, store } = this.options;
    if (settings.clientId !== undefined) return undefined;
    const client = await store.client(this.place, redirectUrl);
    const registered = client?.['scope'];
    const rights = typeof registered === 'string' ? registered.split(' ') : undefined;
    const isEnough =
      rights === undefined || scope.split(' ').every((one) => one === '' || rights.includes(one));
    return isEnough ? (client as unknown as StoredOAuthClientInformation | undefined) : undefined;
  }

  /** What the server says to a request without a token. */
  private async challenge(): Promise<ReturnType<typeof extractWWWAuthenticateParams>> {
    const { url, headers } = this.options.place;
    const accept = 'application/json, text/event-stream';
    const asked = { ...headers, 'content-type': 'application/json', accept };
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });
    const init = { method: 'POST', headers: asked, body };
    const response = await this.told(() => this.fetch(url, init));
    return response.status === 401 ? extractWWWAuthenticateParams(response) : {};
  }

  private async told<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (error instanceof AppError) throw error;
      throw this.failed(messageOf(error));
    }
  }

  private failed(why: string): AppError {
    const message = `Signing in to "${this.options.source}" did not work: ${cleanText(why, 300)}. Try again; if it stays so, tell the operator.`;
    return platformError(message);
  }
}
