import {
  auth,
  type OAuthClientMetadata,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client';
import { randomBytes } from 'node:crypto';
import { defined } from '../../../../foundation/defined.js';
import { AppError } from '../../../../foundation/errors.js';

/** What the operator says of signing in at a server. */
export interface OAuthSettings {
  /** Of a client that was registered by hand; absent: this program registers itself. */
  clientId?: string;
  clientSecret?: string;
  /** Absent: what the server asks for. */
  scope?: string;
  /** Hosts beside the server's own that may be private. */
  hosts: readonly string[];
}

/** One exchange with an authorization server by the SDK, from its first or second half; what it learns stands in it. */
export class SignInExchange implements OAuthClientProvider {
  readonly state = (): string => this.sentState;
  readonly sentState = randomBytes(32).toString('base64url');
  authorizationUrl: URL | undefined;
  tokensGiven: StoredOAuthTokens | undefined;
  /** The registration is not valid any more. */
  isClientRefused = false;

  constructor(
    readonly redirectUrl: string,
    private readonly settings: OAuthSettings,
    /** What is known from before. */
    public known: {
      client?: StoredOAuthClientInformation;
      discovery?: OAuthDiscoveryState;
      verifier?: string;
    } = {},
  ) {}

  get clientMetadata(): OAuthClientMetadata {
    return {
      client_name: 'Sextant',
      redirect_uris: [this.redirectUrl],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      token_endpoint_auth_method: 'none',
      ...defined({ scope: this.settings.scope }),
    };
  }

  clientInformation(): StoredOAuthClientInformation | undefined {
    return this.known.client ?? this.configuredClient();
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

  run(options: Parameters<typeof auth>[1]): ReturnType<typeof auth> {
    return auth(this, options);
  }

  private configuredClient(): StoredOAuthClientInformation | undefined {
    const { clientId, clientSecret } = this.settings;
    if (clientId === undefined) return undefined;
    return { client_id: clientId, ...defined({ client_secret: clientSecret }) };
  }
}
