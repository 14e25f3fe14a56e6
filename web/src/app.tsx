import { lazy, Suspense, useEffect } from 'react';
import { queryClient } from './api/query-client.js';
import { keys } from './api/queries.js';
import { ChatPage } from './chat/chat-page.js';
import { runStore } from './run/run-store.js';
import { Shell } from './shell/shell.js';
import { SignIn } from './shell/sign-in.js';
import { useRoute } from './shell/route.js';

const ResearchPage = lazy(() => import('./plugins/research/research-page.js'));
const LibraryPage = lazy(() => import('./library/library-page.js'));
const DocumentsPage = lazy(() => import('./plugins/documents/documents-page.js'));
const ToolsPage = lazy(() => import('./tools/tools-page.js'));

/** The whole page: the frame around the view that the address names. */
export function App() {
  const { view } = useRoute();
  useRuns();
  return (
    <Shell>
      <Suspense fallback={<p className="visually-hidden">Loading…</p>}>
        {view === 'chat' && <ChatPage />}
        {view === 'research' && <ResearchPage />}
        {view === 'library' && <LibraryPage />}
        {view === 'documents' && <DocumentsPage />}
        {view === 'tools' && <ToolsPage />}
      </Suspense>
      <SignIn />
    </Shell>
  );
}

/** Takes up runs after a reload; what a run changes is asked for again. */
function useRuns(): void {
  useEffect(() => {
    const stop = runStore.onChange(() => {
      void queryClient.invalidateQueries({ queryKey: keys.conversations });
      void queryClient.invalidateQueries({ queryKey: ['previews', 'list'] });
      void queryClient.invalidateQueries({ queryKey: keys.drafts });
    });
    runStore.resume();
    return stop;
  }, []);
}
