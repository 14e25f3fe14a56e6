import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiPage } from './api-page.js';
import '../ui/tokens.css';
import '../ui/base.css';

const root = document.getElementById('root');
if (root === null) throw new Error('openapi.html has no #root');
createRoot(root).render(
  <StrictMode>
    <ApiPage />
  </StrictMode>,
);
