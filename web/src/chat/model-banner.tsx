import { X } from 'lucide-react';
import { useState } from 'react';
import { useInfo } from '../api/queries.js';
import type { ServerInfo } from '../api/types.js';
import { Notice } from '../ui/notice.js';
import { t } from '../texts/core.js';
import styles from './model-banner.module.css';

const HIDDEN = 'sextant.banner-hidden';

/** Says which model and embedder answer when they are not the best there is, and how to connect better ones. */
export function ModelBanner() {
  const { data } = useInfo();
  const [hidden, setHidden] = useState(() => sessionStorage.getItem(HIDDEN) === 'yes');
  if (data === undefined || hidden) return null;
  const words = wordsFor(data);
  if (words === undefined) return null;
  return (
    <div className={styles.banner}>
      <Notice tone={words.tone}>
        <details>
          <summary>{words.summary}</summary>
          <p>
            {t('Start the server with one of these to use a large model (see docs/providers.md):')}
          </p>
          <pre>{COMMANDS}</pre>
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

const COMMANDS = `GEMINI_API_KEY=… npm start
ANTHROPIC_API_KEY=… npm start
OPENAI_API_KEY=… npm start
OLLAMA_HOST=127.0.0.1:11434 LLM_MODEL=qwen3:14b npm start`;

function wordsFor({ model, embedder }: ServerInfo) {
  if (embedder.state === 'down') {
    const summary = t(
      'The embedder does not respond, so all tools of an agent are offered. {answers}',
      { answers: answers(model) },
    );
    return { tone: 'warn' as const, summary };
  }
  if (model.provider !== 'offline' && embedder.state === 'ok') return undefined;
  const summary =
    embedder.state === 'off'
      ? t('{answers} Without an embedder, all tools of an agent are offered.', {
          answers: answers(model),
        })
      : answers(model);
  return { tone: 'info' as const, summary };
}

function answers({ provider, model }: ServerInfo['model']): string {
  return provider === 'offline'
    ? t('The offline model answers: it understands plain requests about the sample data.')
    : t('{model} ({provider}) answers.', { model, provider });
}
