import { Suspense, useEffect, StrictMode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { queryClient, keys } from './api/queries.js';
import { pageViews, install } from './registry/registry.js';
import { runStore } from './run/run-store.js';
import { Shell } from './shell/shell.js';
import { SignIn } from './sign-in/sign-in.js';
import { useHash, useRoute } from './shell/route.js';
import { t, loadTexts } from './texts/texts.js';
import { keepFocus } from './ui/focus.js';
import { Boundary } from './ui/lazy-part.js';
import { core } from './core.js';
import { plugins } from './plugins/index.js';
import { restoreSession } from './sign-in/session.js';
import './ui/tokens.css';
import './ui/base.css';

/** The whole page: the frame around the view that the address names. */
function App() {
  const { view } = useRoute();
  const address = useHash();
  const View = pageViews().find(({ name }) => name === view)?.View;
  useRuns();
  useEffect(keepFocus, []);
  return (
    <Shell>
      <Boundary of={address}>
        <Suspense fallback={<p className="visually-hidden">{t('Loading…')}</p>}>
          {View !== undefined && <View />}
        </Suspense>
      </Boundary>
      <SignIn />
    </Shell>
  );
}

/** Takes up runs after a reload; what a run changes is asked for again. */
function useRuns(): void {
  useEffect(() => {
    // The other tabs of this browser hear of it at once; those of others ask for it (useConversations).
    const tabs = new BroadcastChannel('sextant.runs');
    const ask = () => void queryClient.invalidateQueries({ queryKey: keys.conversations });
    tabs.onmessage = ask;
    const stop = runStore.onChange(() => {
      ask();
      tabs.postMessage('changed');
      void queryClient.invalidateQueries({ queryKey: ['previews', 'list'] });
      void queryClient.invalidateQueries({ queryKey: keys.drafts });
    });
    runStore.resume();
    return () => {
      stop();
      tabs.close();
    };
  }, []);
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
// Not awaited here: what the bundler shares with later views would have to leave a module that waits.
void Promise.all([loadTexts(), restoreSession()]).then(() => {
  install([core(), ...plugins()]);
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <App />
      </QueryClientProvider>
    </StrictMode>,
  );
});
