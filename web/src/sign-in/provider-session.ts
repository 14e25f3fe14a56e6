import { UserManager, WebStorageStateStore, type User } from 'oidc-client-ts';
import { defined } from '../../../src/foundation/defined.js';
import { messageOf } from '../api/client.js';
import { t } from '../texts/texts.js';

/** The identity provider at which people sign in to the page. */
export interface Provider {
  authority: string;
  client_id: string;
  scope: string;
  resource?: string;
  params: Record<string, string>;
}

/** Who is signed in at the provider: a name for people, and the token that says so to the server. */
export interface SignedIn {
  name: string;
  token: string;
}

/** A user's session at an identity provider, kept in this tab; `onChange` is told of every new token and of its end. */
export class ProviderSession {
  private readonly manager: UserManager;

  constructor(
    provider: Provider,
    private readonly onChange: (user: SignedIn | undefined) => void,
  ) {
    const here = `${location.origin}${location.pathname}`;
    const store = new WebStorageStateStore({ store: sessionStorage });
    this.manager = new UserManager({
      authority: provider.authority,
      client_id: provider.client_id,
      scope: provider.scope,
      ...defined({ resource: provider.resource }),
      extraQueryParams: provider.params,
      redirect_uri: here,
      post_logout_redirect_uri: here,
      userStore: store,
      stateStore: store,
      // Renewed here, by the refresh token alone: the other way is a frame, which the page's policy forbids.
      automaticSilentRenew: false,
    });
    const { events } = this.manager;
    events.addUserLoaded((user) => this.tell(user));
    events.addAccessTokenExpiring(() => void this.renew());
    events.addAccessTokenExpired(() => void this.renew());
  }

  /** Leaves for the provider; the user comes back to where the address is now. Rejects when it does not answer. */
  async begin(): Promise<void> {
    await this.manager.metadataService.getMetadata().catch((error: unknown) => {
      const { host } = new URL(this.manager.settings.authority);
      throw new Error(
        t('{host} does not answer ({messageOf}). Try again in a moment.', {
          host,
          messageOf: messageOf(error),
        }),
      );
    });
    await this.manager.signinRedirect({ state: location.hash });
  }

  /** Takes what the provider sent back in the address, and puts the address from before in its place. Rejects with what the provider refused. */
  async finish(): Promise<void> {
    try {
      const user = await this.manager.signinRedirectCallback();
      returnTo(typeof user.state === 'string' ? user.state : '');
    } catch (error) {
      returnTo('');
      throw error;
    }
  }

  /** Goes on with the session of this tab, if there is one and it can be renewed. */
  async resume(): Promise<void> {
    const user = await this.manager.getUser();
    if (user === null || user.expired === true) await this.renew();
    else this.tell(user);
  }

  /** Ends the session here and, where the provider has a way, there; leaves the page. */
  async signOut(): Promise<void> {
    const end = await this.manager.metadataService.getEndSessionEndpoint();
    if (end !== undefined) return this.manager.signoutRedirect();
    await this.manager.removeUser();
    this.onChange(undefined);
  }

  /** A new token for one that is about to end; where there is none, the user has to sign in again. */
  private async renew(): Promise<void> {
    const user = await this.manager.getUser();
    try {
      if (user?.refresh_token === undefined) throw new Error('There is nothing to renew it by.');
      await this.manager.signinSilent();
    } catch {
      if (user?.expired === false) return;
      await this.manager.removeUser();
      this.onChange(undefined);
    }
  }

  private tell({ profile, access_token: token }: User): void {
    const name = profile.name ?? profile.preferred_username ?? profile.email ?? profile.sub;
    this.onChange({ name, token });
  }
}

function returnTo(hash: string): void {
  history.replaceState(history.state, '', `${location.pathname}${hash}`);
}
