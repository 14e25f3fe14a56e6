import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ApiPage } from './api-page.js';
import { loadTexts } from '../texts/texts.js';
import '../ui/tokens.css';
import '../ui/base.css';

const root = document.getElementById('root');
if (root === null) throw new Error('openapi.html has no #root');
void loadTexts().then(() =>
  createRoot(root).render(
    <StrictMode>
      <ApiPage />
    </StrictMode>,
  ),
);
