import { lazy, Suspense } from 'react';
import { PageFrame } from '../shell/page-frame.js';
import { useRoute } from '../shell/route.js';
import { DraftsList } from './drafts-list.js';
import { LibraryTabs } from './library-tabs.js';
import { LIST_TITLES, listNamed, type ListName } from './places.js';
import { PreviewsList } from './previews-list.js';
import { RulesList } from '../plugins/workflow/rules-list.js';
import { TablesList } from '../plugins/tables/tables-list.js';

const Views = {
  rules: lazy(() => import('../plugins/workflow/rule-page.js')),
  tables: lazy(() => import('../plugins/tables/table-page.js')),
  drafts: lazy(() => import('./draft-page.js')),
  previews: lazy(() => import('./preview-page.js')),
};

const Lists = { rules: RulesList, tables: TablesList, drafts: DraftsList, previews: PreviewsList };

const ABOUT: Readonly<Record<ListName, string>> = {
  rules: 'What is done by itself when something happens in the data.',
  tables: 'The tables of the pages: which rows and columns they show, and how.',
  drafts: 'What was begun in a chat and not finished.',
  previews: 'What was proposed in a chat. Nothing of it is saved before you accept it.',
};

/** Rules, tables, drafts and previews: their lists, or the one that the address names. */
export default function LibraryPage() {
  const { path } = useRoute();
  const list = listNamed(path[0]);
  const id = path[1];
  if (id !== undefined) {
    const View = Views[list];
    return (
      <Suspense fallback={<p className="visually-hidden">Loading…</p>}>
        <View key={id} id={id} />
      </Suspense>
    );
  }
  const List = Lists[list];
  return (
    <PageFrame title="Library" about={ABOUT[list]}>
      <LibraryTabs open={list} />
      <section aria-label={LIST_TITLES[list]}>
        <h2 className="visually-hidden">{LIST_TITLES[list]}</h2>
        <List key={list} />
      </section>
    </PageFrame>
  );
}
