import type { ReactNode } from 'react';
import { libraryTabs } from '../registry/registry.js';
import { href } from '../shell/route.js';
import { Detail } from '../ui/detail.js';
import { Facts } from '../ui/facts.js';
import { FailedQuery } from '../ui/notice.js';
import { t } from '../texts/core.js';
import styles from './library.module.css';

/** One thing of the library: the way back to its list, its name, what can be done, and itself. */
export function DetailFrame({
  list,
  title,
  about,
  facts,
  actions,
  children,
}: {
  list: string;
  title: string;
  about?: string | undefined;
  facts?: readonly ReactNode[];
  actions?: ReactNode;
  children: ReactNode;
}) {
  const label = libraryTabs().find(({ name }) => name === list)?.title ?? t('Library');
  return (
    <Detail
      title={title}
      back={{ to: href('library', [list]), label }}
      actions={actions}
      about={<Facts about={about} facts={facts} />}
    >
      <div className={styles.parts}>{children}</div>
    </Detail>
  );
}

/** One thing of the library that is not there, or not yet. */
export function DetailNotRead({
  list,
  title,
  asked: { isError, error, refetch },
}: {
  list: string;
  title: string;
  asked: { isError: boolean; error: unknown; refetch: () => unknown };
}) {
  return (
    <DetailFrame list={list} title={title}>
      {isError ? (
        <FailedQuery error={error} again={refetch} />
      ) : (
        <p className="quiet">{t('Loading…')}</p>
      )}
    </DetailFrame>
  );
}
