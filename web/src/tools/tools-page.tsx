import { useTools } from '../api/queries.js';
import { FailedQuery } from '../ui/notice.js';
import { PageFrame } from '../shell/page-frame.js';

/** The catalogue: every tool with what it does. */
export default function ToolsPage() {
  const tools = useTools();
  return (
    <PageFrame title="Tools" about="What the model can be offered.">
      {tools.isError && <FailedQuery error={tools.error} again={tools.refetch} />}
      <dl>
        {tools.data?.items.map(({ name, description }) => (
          <div key={name}>
            <dt className="mono">{name}</dt>
            <dd className="quiet small">{description}</dd>
          </div>
        ))}
      </dl>
    </PageFrame>
  );
}
