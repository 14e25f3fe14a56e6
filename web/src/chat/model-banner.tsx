import { X } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useInfo } from '../api/queries.js';
import type { ServerInfo } from '../api/types.js';
import { Notice } from '../ui/notice.js';
import { t } from '../texts/core.js';
import styles from './conversation.module.css';
import { lazyPart } from '../ui/lazy-part.js';

const ConnectModel = lazyPart(() => import('../model/connect-model.js'));

const HIDDEN = 'sextant.banner-hidden';

/** Says which model and embedder answer when they are not the best there is, and how to connect better ones. */
export function ModelBanner() {
  const { data } = useInfo();
  const [hidden, setHidden] = useState(() => sessionStorage.getItem(HIDDEN) === 'yes');
  const [isOpen, setOpen] = useState(false);
  if (data === undefined || hidden) return null;
  // While somebody connects a model, what came of it is still to be read.
  const words = wordsFor(data) ?? (isOpen ? answering(data) : undefined);
  if (words === undefined) return null;
  return (
    <div className={styles.banner}>
      <Notice tone={words.tone}>
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary>{words.summary}</summary>
          {isOpen && (
            <Suspense fallback={null}>
              <ConnectModel />
            </Suspense>
          )}
        </details>
        <button
          type="button"
          className="icon-button"
          aria-label={t('Dismiss')}
          onClick={() => {
            sessionStorage.setItem(HIDDEN, 'yes');
            setHidden(true);
          }}
        >
          <X size={14} aria-hidden />
        </button>
      </Notice>
    </div>
  );
}

function wordsFor({ model, embedder }: ServerInfo) {
  if (embedder.state === 'down') {
    const summary = t(
      'The embedder does not respond, so all tools of an agent are offered. {answers}',
      { answers: answers(model) },
    );
    return { tone: 'warn' as const, summary };
  }
  if (!isBuiltIn(model) && embedder.state === 'ok') return undefined;
  const summary =
    embedder.state === 'off'
      ? t('{answers} Without an embedder, all tools of an agent are offered.', {
          answers: answers(model),
        })
      : answers(model);
  return { tone: 'info' as const, summary };
}

function isBuiltIn({ provider }: Pick<ServerInfo['model'], 'provider'>): boolean {
  return provider === 'none';
}

function answering({ model }: ServerInfo) {
  return { tone: 'info' as const, summary: answers(model) };
}

function answers({ provider, model }: ServerInfo['model']): string {
  return isBuiltIn({ provider })
    ? t('No language model is connected: connect one here.')
    : t('{model} ({provider}) answers.', { model, provider });
}
