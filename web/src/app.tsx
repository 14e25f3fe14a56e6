import { Suspense, useEffect } from 'react';
import { queryClient, keys } from './api/queries.js';
import { pageViews } from './registry/registry.js';
import { runStore } from './run/run-store.js';
import { Shell } from './shell/shell.js';
import { SignIn } from './sign-in/sign-in.js';
import { useHash, useRoute } from './shell/route.js';
import { t } from './texts/texts.js';
import { Boundary } from './ui/lazy-part.js';

/** The whole page: the frame around the view that the address names. */
export function App() {
  const { view } = useRoute();
  const address = useHash();
  const View = pageViews().find(({ name }) => name === view)?.View;
  useRuns();
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
