import {
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { randomBytes } from 'node:crypto';
import { defined } from '../../../../foundation/defined.js';
import { AppError } from '../../../../foundation/errors.js';
import { clientMetadata } from './guarded-fetch.js';

export interface OAuthSettings {
  /** Of a client that was registered by hand; absent: this program names its document, or registers itself. */
  clientId?: string;
  clientSecret?: string;
  scope?: string;
  /** False where the authorization server cannot reach this one: it registers itself instead. */
  metadataDocument?: boolean;
  /** Hosts beside the server's own that may be private. */
  hosts: readonly string[];
}

/** One exchange with an authorization server by the SDK, from its first or second half; what it learns stands in it. */
export class SignInExchange implements OAuthClientProvider {
  readonly state = (): string => this.sentState;
  readonly sentState = randomBytes(32).toString('base64url');
  authorizationUrl: URL | undefined;
  tokensGiven: StoredOAuthTokens | undefined;
  isClientRefused = false;
  /** The address of this client's document: its id where the authorization server reads those. */
  readonly clientMetadataUrl?: string;

  constructor(
    readonly redirectUrl: string,
    private readonly settings: OAuthSettings,
    public known: {
      client?: StoredOAuthClientInformation;
      discovery?: OAuthDiscoveryState;
      verifier?: string;
    } = {},
    documentUrl?: string,
  ) {
    if (documentUrl !== undefined && settings.metadataDocument !== false)
      this.clientMetadataUrl = documentUrl;
  }

  get clientMetadata(): OAuthClientMetadata {
    return { ...clientMetadata(this.redirectUrl), ...defined({ scope: this.settings.scope }) };
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret } = this.settings;
    if (this.known.client !== undefined || clientId === undefined) return this.known.client;
    return { client_id: clientId, ...defined({ client_secret: clientSecret }) };
  }

  saveClientInformation(client: StoredOAuthClientInformation): void {
    this.known = { ...this.known, client };
  }

  tokens(): undefined {
    return undefined;
  }

  saveTokens(tokens: StoredOAuthTokens): void {
    this.tokensGiven = tokens;
  }

  redirectToAuthorization(url: URL): void {
    this.authorizationUrl = url;
  }

  saveCodeVerifier(verifier: string): void {
    this.known = { ...this.known, verifier };
  }

  codeVerifier(): string {
    if (this.known.verifier === undefined)
      throw new AppError('internal', 'A sign-in was ended that has no code verifier.');
    return this.known.verifier;
  }

  saveDiscoveryState(discovery: OAuthDiscoveryState): void {
    this.known = { ...this.known, discovery };
  }

  discoveryState(): OAuthDiscoveryState | undefined {
    return this.known.discovery;
  }

  invalidateCredentials(what: 'all' | 'client' | 'tokens' | 'verifier' | 'discovery'): void {
    if (what !== 'all' && what !== 'client') return;
    const { client: _refused, ...rest } = this.known;
    this.known = rest;
    this.isClientRefused = true;
  }
}
