import { Download, Plug, Plus } from 'lucide-react';
import { useState } from 'react';
import { getJson, messageOf } from '../api/client.js';
import ConnectModel from '../model/connect-model.js';
import { PageFrame, ListFrame } from '../ui/frames.js';
import { Notice } from '../ui/notice.js';
import { useDisclosure } from '../ui/hooks.js';
import { saveFile } from '../ui/outside.js';
import { SourceForm } from './source-form.js';
import { useSources } from './queries.js';
import { SourceRow } from './source-row.js';
import { t } from '../texts/texts.js';
import styles from './sources-page.module.css';

/** Where the tools come from, with a form that adds a backend while the server runs. */
export default function SourcesPage() {
  const sources = useSources();
  const { opener, isOpen, toggle, close } = useDisclosure();
  return (
    <PageFrame
      title={t('Sources')}
      about={t(
        'Where the tools come from. Add a backend by its OpenAPI document, or an MCP server.',
      )}
      actions={
        <div className={styles.actions}>
          {sources.data?.items.some(({ removable }) => removable) === true && <Export />}
          <button
            ref={opener}
            type="button"
            className="button primary"
            aria-expanded={isOpen}
            onClick={toggle}
          >
            <Plus size={14} aria-hidden /> {t('Add a source')}
          </button>
        </div>
      }
    >
      <ConnectModel />
      {isOpen && <SourceForm onClose={close} />}
      <h2 className="visually-hidden">{t('All sources')}</h2>
      <ListFrame
        asked={sources}
        empty={
          <p>
            <Plug size={16} aria-hidden /> {t('No source gives tools yet.')}
          </p>
        }
        onFirst={() => void sources.refetch()}
      >
        {(source) => <SourceRow source={source} />}
      </ListFrame>
    </PageFrame>
  );
}

/** What was added here, as files for a server that is set up by its config file. */
function Export() {
  const [problem, setProblem] = useState('');
  const save = async () => {
    try {
      const { files } = await getJson<{ files: Record<string, string> }>(
        '/v1/agent/sources/export',
      );
      for (const [name, text] of Object.entries(files)) saveFile(name, text);
      setProblem('');
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <>
      {problem !== '' && <Notice tone="bad">{problem}</Notice>}
      <button type="button" className="button" onClick={() => void save()}>
        <Download size={14} aria-hidden /> {t('Export as sextant.yaml')}
      </button>
    </>
  );
}
