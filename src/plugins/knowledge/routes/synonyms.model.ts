import { IsArray, IsOptional, IsString, Matches } from 'class-validator';
import { AppError } from '../../../foundation/errors.js';
import { KB_ID, KB_ID_RULE } from '../../../knowledge/document.model.js';
import type { SynonymGroups } from '../../../language/synonyms.js';

/** The query of `GET /v1/knowledge/synonyms`. */
export class SynonymsQuery {
  @IsOptional()
  @Matches(KB_ID, { message: KB_ID_RULE })
  @IsString({ message: KB_ID_RULE })
  kb_id?: string;
}

/** The body of `PUT /v1/knowledge/synonyms`: the whole list. */
export class SynonymsBody {
  @IsOptional()
  @Matches(KB_ID, { message: KB_ID_RULE })
  @IsString({ message: KB_ID_RULE })
  kb_id?: string;

  @IsArray({ message: 'groups must be a list of lists of words' })
  groups: unknown[];
}

/** The groups of a body; rejects with `invalid_request` what is no list of texts. */
export function toGroups({ groups }: SynonymsBody): SynonymGroups {
  return groups.map((group, at) => {
    if (isTexts(group)) return group;
    const message = 'must be a list of words';
    const path = `groups[${at}]`;
    throw new AppError('invalid_request', `${path} ${message}.`, [{ path, message }]);
  });
}

function isTexts(group: unknown): group is string[] {
  return Array.isArray(group) && group.every((word) => typeof word === 'string');
}
