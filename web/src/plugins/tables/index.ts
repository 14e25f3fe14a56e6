import { Table2 } from 'lucide-react';
import { useLibraryList } from '../../library/queries.js';
import { namedMove } from '../../registry/registry.js';
import { draftView, type PagePlugin } from '../../registry/plugin.js';
import {
  AGENT,
  chatQuery,
  chatWithDraft,
  FIELDS,
  TABLE_CHANGE,
  tableAddress,
  type TableDraft,
  checkTable,
} from './api.js';
import { t } from './texts.js';
import { lazyPart } from '../../ui/lazy-part.js';

/** Tables of the pages: their list and live rows, the change that makes or alters one, and the drafts of them. */
export const tables = (): PagePlugin => ({
  name: 'tables',
  libraryTabs: libraryTabs(),
  changes: {
    [TABLE_CHANGE]: {
      noun: t('table'),
      Icon: Table2,
      View: lazyPart(() => import('./table-preview.js')),
      savedAt: tableAddress,
      chatQuery,
      guards: ['if_version'],
      Form: lazyPart(() => import('./table-form.js')),
      check: checkTable,
    },
  },
  drafts: {
    table: draftView<TableDraft>({
      noun: t('table'),
      Icon: Table2,
      isUpdate: ({ config_id: id }) => id !== undefined,
      about: ({ changes }) => changes.join('; '),
      facts: ({ changes }) => [t('{n} change | {n} changes', { n: changes.length })],
      chat: chatWithDraft,
      View: lazyPart(async () => ({ default: (await import('./table-page.js')).TableDraftView })),
    }),
  },
  contexts: {
    [AGENT]: {
      fields: FIELDS,
      subject: {
        path: '/v1/agent/library/tables',
        key: 'config_id',
        noun: t('Table'),
        Icon: Table2,
        label: t('Open table'),
        none: t('No table open'),
        address: tableAddress,
        Welcome: lazyPart(() => import('./table-welcome.js')),
      },
    },
  },
  moveFor: (action) => namedMove(action, 'table', tableAddress),
});

function libraryTabs(): NonNullable<PagePlugin['libraryTabs']> {
  return [
    {
      name: 'tables',
      title: t('Tables'),
      about: t('The tables on the pages: which rows and columns they show, and how.'),
      order: 20,
      useCount: () => useLibraryList('tables', '', 0).data?.total,
      List: lazyPart(() => import('./tables-list.js')),
      View: lazyPart(() => import('./table-page.js')),
    },
  ];
}
