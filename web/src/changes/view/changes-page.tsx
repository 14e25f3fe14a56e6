import { PageFrame } from '../../shell/page-frame.js';
import { href, navigate, useRoute } from '../../shell/route.js';
import { BackLink } from '../../ui/detail.js';
import { Segments } from '../../ui/segments.js';
import Plan from '../sets/plan.js';
import { AuditLog } from './audit-log.js';
import { History } from './history.js';
import { t } from '../../texts/core.js';
import styles from './changes-page.module.css';

const AUDIT = 'audit';

/** What was proposed and what became of it: its history, one plan, and the log of all users for operators. */
export default function ChangesPage() {
  const [place] = useRoute().path;
  if (place !== undefined && place !== AUDIT) return <OnePlan id={place} />;
  return (
    <PageFrame
      title={t('Changes')}
      about={t(
        'What was proposed in your chats, and what became of it. Nothing is saved until you accept it.',
      )}
      actions={<Tabs isAudit={place === AUDIT} />}
    >
      {place === AUDIT ? <AuditLog /> : <History />}
    </PageFrame>
  );
}

/** Where no tokens are checked everybody on this machine is an operator. */
function Tabs({ isAudit }: { isAudit: boolean }) {
  return (
    <Segments
      label={t('Which changes')}
      chosen={isAudit ? 'audit' : 'own'}
      choices={{ own: { label: t('Yours') }, audit: { label: t('Audit log') } }}
      onChoose={(tab) => navigate(href('changes', tab === 'audit' ? [AUDIT] : []))}
    />
  );
}

function OnePlan({ id }: { id: string }) {
  return (
    <section className={styles.one} aria-label={t('Plan')}>
      <h1 className="visually-hidden">{t('Plan')}</h1>
      <div className={styles.back}>
        <BackLink to={href('changes')} label={t('Changes')} />
      </div>
      <div className={`card ${styles.card}`}>
        <Plan key={id} id={id} />
      </div>
    </section>
  );
}
