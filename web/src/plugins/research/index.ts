import { Telescope } from 'lucide-react';
import type { PagePlugin } from '../../registry/plugin.js';
import { t } from './texts.js';
import { lazyPart } from '../../ui/lazy-part.js';

/** Deep research: the list, and each with its questions, plan, tasks and report. */
export const research = (): PagePlugin => ({
  name: 'research',
  views: [
    {
      name: 'research',
      label: t('Research'),
      Icon: Telescope,
      order: 20,
      View: lazyPart(() => import('./research-page.js')),
    },
  ],
});
