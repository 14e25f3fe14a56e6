import { setImmediate as nextTick } from 'node:timers/promises';
import type { RequestListener } from 'node:http';
import type { Page } from 'playwright-core';
import { Provider, type Configuration } from 'oidc-provider';
import { useBrowser, type Tab, seen, send, looksRight, press } from '../support/browser.js';
import { says, ScriptedModel } from '../support/scripted-model.js';
import { startTestServer, useServer } from '../support/server.js';
import { useOpened } from '../support/use-opened.js';
import { serve } from '../support/http-server.js';

const AUDIENCE = 'urn:sextant';

/**
 * An identity provider that runs here; everybody signs in with any password. It answers once it knows the page's
 * address: the server needs the provider's before that.
 */
async function openProvider() {
  let answer: RequestListener = (_request, response) => response.writeHead(503).end();
  const server = await serve((request, response) => answer(request, response));
  const answerFor = (page: string) => {
    const callback = new Provider(server.url, configuration(page)).callback();
    answer = (request, response) => void callback(request, response);
  };
  return { issuer: server.url, answerFor, close: () => server.close() };
}

const TOKENS = ['AccessToken', 'IdToken', 'RefreshToken', 'Session', 'Grant', 'Interaction'];
const configuration = (page: string): Configuration => ({
  clients: [
    {
      client_id: 'page',
      token_endpoint_auth_method: 'none',
      // A page on this machine is no web application to it: those have https addresses.
      application_type: 'native',
      redirect_uris: [page],
      post_logout_redirect_uris: [page],
      response_types: ['code'],
      grant_types: ['authorization_code', 'refresh_token'],
    },
  ],
  clientBasedCORS: () => true,
  scopes: ['openid', 'profile', 'offline_access'],
  claims: { profile: ['name'] },
  conformIdTokenClaims: false,
  findAccount: async (_context, accountId) => ({
    accountId,
    claims: async () => ({ sub: accountId, name: `${accountId} of Lindhaven` }),
  }),
  features: {
    devInteractions: { enabled: true },
    rpInitiatedLogout: { enabled: true },
    resourceIndicators: {
      enabled: true,
      useGrantedResource: () => true,
      defaultResource: () => AUDIENCE,
      getResourceServerInfo: () => ({
        scope: '',
        audience: AUDIENCE,
        accessTokenFormat: 'jwt',
        accessTokenTTL: 600,
        jwt: { sign: { alg: 'RS256' } },
      }),
    },
  },
  ttl: Object.fromEntries(TOKENS.map((name) => [name, 600])),
});

// A real provider on this machine; its tokens are checked by the server as those of any issuer.

const browser = useBrowser();

const provider = useOpened(openProvider);
const server = useServer(() => ({
  env: {
    AUTH: 'jwt',
    AUTH_JWKS_URL: `${provider.issuer}/jwks`,
    AUTH_JWT_ISSUER: provider.issuer,
    AUTH_JWT_AUDIENCE: AUDIENCE,
    AUTH_OIDC_CLIENT_ID: 'page',
    AUTH_OIDC_RESOURCE: AUDIENCE,
    // As OpenID Connect says it, this one gives no token that renews to who was not asked.
    AUTH_OIDC_PARAMS: 'prompt=consent',
  },
}));
beforeAll(() => provider.answerFor(`${server.url}/`));

const signInButton = (page: Page) =>
  page.getByRole('dialog', { name: 'Sign in' }).getByRole('button', { name: 'Sign in' });

/** Opens the page and signs in at the provider, up to where it asks whether that is meant. */
async function openAndSignIn(user: string, address = ''): Promise<Tab> {
  const tab = await browser.open(`${server.url}/${address}`);
  // The provider's own pages would load a font from there.
  await tab.page.route('https://**', (route) => route.abort());
  await signInButton(tab.page).click();
  await tab.page.getByPlaceholder('Enter any login').fill(user);
  await tab.page.getByPlaceholder('and password').fill('any');
  await tab.page.getByRole('button', { name: 'Sign-in' }).click();
  return tab;
}

const tokenIn = (page: Page) => page.evaluate<string>(`sessionStorage.getItem('sextant.token')`);

/** The provider is another origin, and the first questions were asked without a token. */
const expected = ({ complaints }: Tab): void => {
  const known = [provider.issuer, 'fonts.googleapis', '401'];
  const isKnown = (text: string) => known.some((part) => text.includes(part));
  expect(complaints.splice(0).filter((text) => !isKnown(text))).toEqual([]);
};

test('people sign in at their provider, come back to where they were, and stay signed in', async () => {
  const tab = await openAndSignIn('mara', '#/tools?context=tables');
  const { page } = tab;
  await page.getByRole('button', { name: 'Continue' }).click();
  await seen(page.getByRole('heading', { name: 'Tools' }));
  expect(page.url()).toBe(`${server.url}/#/tools?context=tables`);
  await seen(page.getByRole('button', { name: 'Sign out' }));
  await page.reload();
  await seen(page.getByTitle('Signed in as mara of Lindhaven'));

  // Shortly before its end the token is renewed, without a word to the user.
  const first = await tokenIn(page);
  await page.clock.install();
  await page.reload();
  await seen(page.getByRole('button', { name: 'Sign out' }));
  const renewed = page.waitForResponse((response) => response.url().endsWith('/token'));
  await page.clock.fastForward(560_000);
  await renewed;
  while ((await tokenIn(page)) === first) await nextTick();
  expect(await page.getByRole('dialog').count()).toBe(0);

  await press(page, 'Sign out', 'Yes, sign me out');
  await seen(signInButton(page));
  expect(await tokenIn(page)).toBeNull();
  await looksRight(page);
  expected(tab);
});

test('who changes their mind at the provider is told so, and can try again', async () => {
  const tab = await openAndSignIn('jo', '#/library');
  await tab.page.getByRole('link', { name: 'Cancel' }).click();
  const dialog = tab.page.getByRole('dialog', { name: 'Sign in' });
  await seen(dialog.getByRole('alert').filter({ hasText: 'aborted' }));
  expect(new URL(tab.page.url()).search).toBe('');
  await signInButton(tab.page).click();
  await tab.page.waitForURL(`${provider.issuer}/**`);
  expected(tab);
});

test('a provider that cannot be reached is named', async () => {
  const tab = await browser.open(server.url);
  await tab.page.route(`${provider.issuer}/**`, (route) => route.abort());
  await signInButton(tab.page).click();
  await seen(tab.page.getByRole('alert').filter({ hasText: new URL(provider.issuer).host }));
  expected(tab);
});

test('a server that wants to know who calls is given the token of the sign-in', async () => {
  const token = 'mara-0123456789abcdef0123456789abcdef';
  const guarded = await startTestServer({
    llm: new ScriptedModel([[says('Hello.')]]),
    env: { AUTH: 'static', AUTH_TOKENS: `mara:${token}` },
    db: server.db,
  });
  const { page, complaints } = await browser.open(guarded.url);
  const dialog = page.getByRole('dialog', { name: 'Sign in' });
  await seen(dialog.getByLabel('Access token').and(page.locator(':focus')));
  await page.keyboard.insertText(token);
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await dialog.waitFor({ state: 'detached' });
  // The browser itself reports each refused request.
  expect(complaints.splice(0).every((complaint) => complaint.includes('401'))).toBe(true);
  await page.reload();
  await send(page, 'Hi.');
  await seen(page.getByRole('paragraph').getByText('Hello.'));
  await page.close();
  await guarded.close();
});
