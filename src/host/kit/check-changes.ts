import { randomBytes } from 'node:crypto';
import { PreviewsService } from '../../agentapi/previews/previews.service.js';
import { storePreview } from '../../agentloop/previews.js';
import type { PreviewSink } from '../../agentloop/run.js';
import { type ChangeKind, createChangeKinds } from '../../agenttools/changes/change-kind.js';
import { orderInterceptors } from '../../agenttools/interceptors/interceptors.js';
import { noPolicyBook } from '../../agenttools/changes/policies/change-policy.js';
import { noBackend } from '../../agenttools/sources/backend.js';
import { messageOf } from '../../foundation/errors.js';
import { newId } from '../../foundation/ids.js';
import { silentLogger } from '../../foundation/logger.js';
import { PgChangeSetStore } from '../../store/change-sets.store.js';
import { PgPreviewStore } from '../../store/previews.store.js';
import { receiptKeyOf, ReceiptSigner } from '../../store/receipts.js';
import { KIT_USER, writesOf, type TriedProposal } from './check-calls.js';
import {
  failed,
  note,
  passed,
  type Finding,
  type TriedPlugin,
  notingRefusals,
  withoutOwnWrites,
} from './kit-host.js';
import type { PluginHost } from '../plugin.js';

const HOUR_MS = 60 * 60 * 1000;

/** A proposal that was stored, as it would be before a restart. */
export interface StoredProposal extends TriedProposal {
  id: string;
}

/** Shows and stores one proposal of each kind, and sees that nothing is written by it. */
export async function storeProposals(
  tried: TriedPlugin,
  proposals: readonly TriedProposal[],
  conversationId: string,
  host: Pick<PluginHost, 'db' | 'clock'>,
): Promise<{ stored: StoredProposal[]; findings: Finding[] }> {
  const stored: StoredProposal[] = [];
  const findings: Finding[] = [];
  for (const kind of tried.changes) {
    const check = `changes of the kind ${kind.kind}`;
    const found = proposals.find(({ proposal }) => proposal.kind === kind.kind);
    if (found === undefined) {
      findings.push(
        note(
          check,
          'no tool proposed one with arguments that were made up, so none could be tried.',
        ),
      );
      continue;
    }
    const before = writesOf(tried).length;
    const refused: string[] = [];
    try {
      await checkProposal(tried, kind, found, refused);
      stored.push({ ...found, id: await store(tried, found, conversationId, host) });
    } catch (error) {
      findings.push(failed(check, `could not be shown: ${messageOf(error)}`));
    }
    const [write] = [...writesOf(tried).slice(before), ...refused];
    if (write !== undefined)
      findings.push(failed(check, `checking one wrote (${write}): only "apply" may.`));
  }
  return { stored, findings };
}

async function checkProposal(
  tried: TriedPlugin,
  kind: ChangeKind,
  { source, proposal }: TriedProposal,
  refused: string[],
): Promise<void> {
  const backend = tried.sources.find(({ id }) => id === source)?.backend ?? noBackend;
  const read = notingRefusals(backend.readFor({ userId: KIT_USER }), refused);
  const own = tried.backends.map(({ origin }) => origin);
  await withoutOwnWrites(own, refused, async () =>
    kind.check?.(read, proposal.payload, proposal.targetId),
  );
}

const signer = new ReceiptSigner(() => receiptKeyOf(randomBytes(32)));

/** Answers the id under which it is stored, shown as the plugin's tool shows it. */
async function store(
  { tools, interceptors }: TriedPlugin,
  { source, proposal, call }: TriedProposal,
  conversationId: string,
  { db, clock }: Pick<PluginHost, 'db' | 'clock'>,
): Promise<string> {
  const kept = new PgPreviewStore(db, clock, HOUR_MS, signer);
  const caller = { userId: KIT_USER };
  const saveAll: PreviewSink['saveAll'] = (changes) =>
    kept.saveAll(
      changes.map(({ origin, proposal: { kind, description, payload, targetId, subject } }) => ({
        ...origin,
        ...caller,
        kind,
        description,
        payload,
        targetId,
        subject,
      })),
    );
  const run = { caller, runId: newId(), conversationId };
  const tool = tools.find(({ proposes }) => proposes === proposal.kind);
  if (tool === undefined) {
    const [saved] = await saveAll([{ origin: { ...run, toolUseId: 'kit', source }, proposal }]);
    return saved?.id ?? '';
  }
  const proposed = { tool, call: call ?? { id: 'kit', name: tool.name, arguments: {} }, proposal };
  const intercept = orderInterceptors(interceptors);
  const { saved, event } = await storePreview(proposed, run, { previews: { saveAll }, intercept });
  JSON.stringify(event);
  return saved.id;
}

/** Accepts what was stored before the plugin was opened again: each must be what it was, and be applied once. */
export async function acceptStored(
  tried: TriedPlugin,
  stored: readonly StoredProposal[],
  { db, clock }: Pick<PluginHost, 'db' | 'clock'>,
): Promise<Finding[]> {
  const thrown: string[] = [];
  const previews = new PreviewsService({
    store: new PgPreviewStore(db, clock, HOUR_MS, signer),
    clock,
    logger: silentLogger,
    sets: new PgChangeSetStore(db, clock),
    checkChange: () => [],
    policies: noPolicyBook,
    kinds: createChangeKinds(tried.changes.map((kind) => noting(kind, thrown))),
    backendOf: (source) => tried.sources.find(({ id }) => id === source)?.backend ?? noBackend,
  });
  const findings: Finding[] = [];
  for (const { id, proposal } of stored) {
    const check = `a change of the kind ${proposal.kind} survives a restart`;
    const before = writesOf(tried).length;
    try {
      const { state, outcome } = await previews.accept({ userId: KIT_USER }, id);
      const writes = writesOf(tried).slice(before);
      if (state !== 'accepted') findings.push(failed(check, notApplied(thrown.at(-1), outcome)));
      else if (writes.length === 0)
        findings.push(note(check, 'it was applied without a request to a backend.'));
      else findings.push(passed(check, `applied as it was shown: ${writes.join(', ')}`));
    } catch (error) {
      findings.push(failed(check, messageOf(error)));
    }
  }
  return findings;
}

/** The kind, and what its `apply` throws: accepting turns that into what a person is told. */
function noting(kind: ChangeKind, thrown: string[]): ChangeKind {
  return {
    ...kind,
    apply: async (...given) => {
      try {
        return await kind.apply(...given);
      } catch (error) {
        thrown.push(messageOf(error));
        throw error;
      }
    },
  };
}

function notApplied(thrown: string | undefined, outcome: unknown): string {
  if (thrown === undefined) return `it was not applied: ${JSON.stringify(outcome)}`;
  return `its "apply" failed after the plugin was opened again: ${thrown}. It may use its arguments only, nothing that is kept in memory.`;
}
