import { useInfo, useTools } from '../api/queries.js';
import { PageFrame } from '../shell/page-frame.js';
import { href, useRoute } from '../shell/route.js';
import { FailedQuery } from '../ui/notice.js';
import { CheckView } from './check-view.js';
import { Workbench } from './workbench.js';
import { t } from '../texts/core.js';
import styles from './tools-page.module.css';

/** The workbench for people who write tools: the catalogue, a sentence to try, and the check of all examples. */
export default function ToolsPage() {
  const { path } = useRoute();
  const checking = path[0] === 'check';
  return (
    <PageFrame
      title={t('Tools')}
      about={
        checking
          ? t('Whether the examples of each tool find it.')
          : t('The tools a model can be offered, and which of them a sentence selects.')
      }
      actions={<Views checking={checking} />}
    >
      {checking ? <CheckView context={path[1]} /> : <LoadedWorkbench />}
    </PageFrame>
  );
}

function Views({ checking }: { checking: boolean }) {
  return (
    <nav aria-label={t('Parts of this view')} className={styles.views}>
      <a href={href('tools')} aria-current={checking ? undefined : 'page'}>
        {t('Catalogue')}
      </a>
      <a href={href('tools', ['check'])} aria-current={checking ? 'page' : undefined}>
        {t('Check')}
      </a>
    </nav>
  );
}

function LoadedWorkbench() {
  const tools = useTools();
  const info = useInfo();
  const { query } = useRoute();
  const failed = [tools, info].find(({ isError }) => isError);
  if (failed !== undefined) return <FailedQuery error={failed.error} again={failed.refetch} />;
  if (tools.data === undefined || info.data === undefined) {
    return (
      <p className="quiet small" role="status">
        {t('Loading the catalogue…')}
      </p>
    );
  }
  return <Workbench tools={tools.data.items} agents={info.data.agents} query={query} />;
}
