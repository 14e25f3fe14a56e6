import { Gavel, Plus } from 'lucide-react';
import { PageFrame, Detail } from '../../../ui/frames.js';
import { href, useRoute } from '../../../shell/route.js';
import { ConfirmedButton } from '../../../ui/sheet.js';
import { EmptyList, ItemList, ListTools, ItemRow } from '../../../ui/item-list.js';
import { FailedQuery, Notice } from '../../../ui/notice.js';
import { useCases, useDeleteCase, type LawCase, dueWords, nextDue } from './cases.js';
import { CaseForm } from './case-form.js';
import { t } from '../texts.js';

const NEW = 'new';

/** The cases that the law agent reads, or the form of the one that the address names. */
export default function CasesPage() {
  const id = useRoute().path[0];
  return id === undefined ? <CaseList /> : <OneCase key={id} id={id} />;
}

function CaseList() {
  const cases = useCases();
  const items = cases.data?.items;
  return (
    <PageFrame
      title={t('Cases')}
      about={t('What you work on and what is due, as the law agent reads it.')}
    >
      <h2 className="visually-hidden">{t('All cases')}</h2>
      <ListTools>
        <a className="button primary" href={href('cases', [NEW])}>
          <Plus size={14} aria-hidden /> {t('New case')}
        </a>
      </ListTools>
      {cases.isError && <FailedQuery error={cases.error} again={cases.refetch} />}
      {items === undefined && !cases.isError && <p className="quiet">{t('Loading…')}</p>}
      {items?.length === 0 && <EmptyList>{t('There are no cases yet.')}</EmptyList>}
      {items !== undefined && items.length > 0 && (
        <ItemList items={items} keyOf={({ id }) => id}>
          {(item) => <CaseRow item={item} />}
        </ItemList>
      )}
    </PageFrame>
  );
}

function CaseRow({ item }: { item: LawCase }) {
  const { id, number, title, court, status, summary, deadlines, sample } = item;
  const remove = useDeleteCase();
  const due = nextDue(deadlines);
  return (
    <ItemRow
      Icon={Gavel}
      name={`${number}: ${title}`}
      href={sample ? undefined : href('cases', [id])}
      about={summary}
      badges={
        <>
          <span className={`badge ${status === 'open' ? 'info' : ''}`}>
            {status === 'open' ? t('Open##of a case') : t('Closed')}
          </span>{' '}
          {sample && (
            <span
              className="badge"
              title={t('A sample: everyone can read it, nobody can change it')}
            >
              {t('Shared')}
            </span>
          )}
        </>
      }
      facts={[
        ...(court === undefined ? [] : [court]),
        t('{n} deadline | {n} deadlines', { n: deadlines.length }),
        ...(due === undefined ? [] : [dueWords(due)]),
      ]}
    >
      {sample ? undefined : (
        <ConfirmedButton
          name={number}
          verb={t('Delete')}
          question={t('Delete this case?')}
          remove={() => remove(id)}
        >
          {t('“{title}” and its deadlines will be deleted.', { title })}
        </ConfirmedButton>
      )}
    </ItemRow>
  );
}

function OneCase({ id }: { id: string }) {
  const cases = useCases();
  const stored = cases.data?.items.find((item) => item.id === id);
  const back = { to: href('cases'), label: t('Cases') };
  if (id === NEW) {
    return (
      <Detail title={t('New case')} back={back}>
        <CaseForm stored={undefined} />
      </Detail>
    );
  }
  return (
    <Detail title={stored === undefined ? t('Case') : stored.number} back={back}>
      {cases.isError && <FailedQuery error={cases.error} again={cases.refetch} />}
      {cases.data === undefined && !cases.isError && <p className="quiet">{t('Loading…')}</p>}
      {cases.data !== undefined && (stored === undefined || stored.sample) && (
        <Notice tone="warn">
          {t('There is no such case of yours; it may have been deleted.')}
        </Notice>
      )}
      {stored?.sample === false && <CaseForm stored={stored} />}
    </Detail>
  );
}
