import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { queryClient } from './api/queries.js';
import { App } from './app.js';
import { core } from './core.js';
import { plugins } from './plugins/index.js';
import { install } from './registry/registry.js';
import { restoreSession } from './sign-in/session.js';
import { loadTexts } from './texts/texts.js';
import './ui/tokens.css';
import './ui/base.css';

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
