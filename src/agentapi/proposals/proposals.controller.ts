import { Body, Controller, Post, Inject } from '@nestjs/common';
import { IsObject, IsOptional, IsString, Length } from 'class-validator';
import { ExactNumbers } from '../../http/json-bodies.js';
import { ownValue, type JsonObject } from '../../foundation/json.js';
import { By } from '../caller.js';
import { Answers } from '../openapi/named-schema.js';
import { storedPreview } from '../openapi/schemas/previews.js';
import { Costly } from '../refuse-early.js';
import type { ChangeKind, ChangeKinds } from '../../agenttools/changes/change-kind.js';
import { LiveCatalog } from '../../agenttools/sources/live-catalog.js';
import type { ReadClient } from '../../agenttools/sources/clients.js';
import type { Caller, ChangeProposal } from '../../agenttools/tool.js';
import { AppError, invalidRequest } from '../../foundation/errors.js';
import { newId } from '../../foundation/ids.js';
import { CHANGE_KINDS } from '../injection.js';
import { Proposals } from '../previews/proposals.js';
import { PreviewsService } from '../previews/previews.service.js';

export class ProposeBody {
  @IsString({ message: 'kind must be the name of a kind of change' })
  @Length(1, 200, { message: 'kind must be the name of a kind of change' })
  kind!: string;

  @IsString({ message: 'action must be a text' })
  @Length(1, 80, { message: 'action must have 1 to 80 characters' })
  action!: string;

  @IsString({ message: 'target_id must be the id of what is changed' })
  @Length(1, 200, { message: 'target_id must be the id of what is changed' })
  target_id!: string;

  @IsOptional()
  @IsObject({ message: 'input must be an object' })
  input?: JsonObject;
}

/** Proposes what people ask for themselves, such as a new name: a preview like any other, under the same policies. */
@Controller('v1/agent/proposals')
export class ProposalsController {
  constructor(
    private readonly catalog: LiveCatalog,
    private readonly proposals: Proposals,
    private readonly previews: PreviewsService,
    @Inject(CHANGE_KINDS) private readonly kinds: ChangeKinds,
  ) {}

  /** Stores a proposal and answers it as a preview. `invalid_request`: an unknown action, or a change with faults. */
  @Answers(storedPreview)
  @Costly()
  @Post()
  @ExactNumbers()
  async propose(@Body() body: ProposeBody, @By() caller: Caller) {
    const { kind: name, action, target_id: targetId, input = {} } = body;
    const kind = this.kinds.find(name);
    // Names come from the caller: `constructor` is none.
    const make = ownValue(kind?.actions ?? {}, action);
    if (kind?.load === undefined || make === undefined) throw unknownAction(name, action, kind);
    const source = kind.source ?? '';
    const read = this.catalog.backendOf(source).readFor(caller);
    const proposal = await make({ target: await kind.load(read, targetId), input, read });
    await this.requireValid(proposal, read);
    const saved = await this.proposals.save(
      // Its conversation begins when somebody goes on with it in a chat.
      { caller, source, runId: newId(), conversationId: newId(), toolUseId: `asked_${newId()}` },
      proposal,
    );
    return this.previews.view(await this.previews.find(caller, saved.id));
  }

  private async requireValid({ kind: name, payload, targetId }: ChangeProposal, read: ReadClient) {
    const kind = this.kinds.find(name);
    const faults = (await kind?.check?.(read, payload, targetId)) ?? [];
    if (faults.length === 0) return;
    const list = faults.map(({ path, message }) => [path, message].filter(Boolean).join(' '));
    throw new AppError(
      kind?.invalidCode ?? 'invalid_request',
      `It cannot be changed like this: ${list.join('; ')}.`,
      faults,
    );
  }
}

function unknownAction(name: string, action: string, kind: ChangeKind | undefined): AppError {
  const known = Object.keys(kind?.actions ?? {});
  const valid =
    known.length === 0 ? 'No action is known for it.' : `Known are ${known.join(', ')}.`;
  const message = `Changes of the kind "${name.slice(0, 80)}" have no action "${action.slice(0, 80)}". ${valid}`;
  return invalidRequest(message, [
    { path: known.length === 0 ? 'kind' : 'action', message: 'is not known' },
  ]);
}
