import type { JsonObject } from '../../../foundation/json.js';
import type { RequestRules } from '../../changes/http-request/request-rules.js';
import type { CredentialPlace } from '../credentials.js';
import type { ArgumentCheck, Tool, ToolOperation } from '../../tool.js';

export type ParameterPlace = 'path' | 'query' | 'querystring' | 'header';

/** How the value of a parameter becomes text, as OpenAPI names it; `tabDelimited` is the `tsv` of 2.0. */
export type ParameterStyle =
  | 'simple'
  | 'label'
  | 'matrix'
  | 'form'
  | 'spaceDelimited'
  | 'pipeDelimited'
  | 'tabDelimited'
  | 'deepObject';

export interface OperationParameter {
  name: string;
  /** As the model writes it: unique in the operation and a name that every model API takes. */
  argument: string;
  place: ParameterPlace;
  required: boolean;
  style: ParameterStyle;
  explode: boolean;
  /** Of lists in a list, from the outer ones in: how 2.0 separates their items. */
  itemStyles?: readonly ParameterStyle[];
  allowReserved: boolean;
  /** Where the document describes the value by a media type: it is written in that, whatever the style. */
  content?: string;
  /** An empty list or object is sent as the name without a value; elsewhere it is left out. */
  allowEmpty?: boolean;
}

export interface OperationBody {
  mediaType: string;
  /** `lines`: an item of JSON a line; `file`: the bytes of a document of the user. */
  kind: 'json' | 'lines' | 'form' | 'multipart' | 'text' | 'file';
  required: boolean;
  /** Of a multipart form: the fields that take files of the user, and whether several. */
  files?: Readonly<Record<string, 'one' | 'list'>>;
  encodings?: Readonly<Record<string, FieldEncoding>>;
  takes?: readonly string[];
  /** Fields that the server fills with secrets when it sends the body. */
  credentials?: readonly string[];
}

/** How one field of a form is written; `style` and `explode` are there together, and then count alone. */
export interface FieldEncoding {
  contentType?: string;
  style?: ParameterStyle;
  explode?: boolean;
  itemStyles?: readonly ParameterStyle[];
  allowReserved?: boolean;
  headers?: Readonly<Record<string, string>>;
}

export interface AnswerHints {
  fields: readonly string[];
  /** The property of the answer that holds the list, where it is not the answer itself. */
  listIn?: string;
}

/** One operation of a document, ready to become a tool. Plain data: it comes from a worker thread. */
export interface Operation {
  /** Its operationId, or one made of method and path; unique in the source. */
  id: string;
  method: string;
  pathTemplate: string;
  toolName: string;
  title: string;
  /** For the model: without markup, cut. */
  description: string;
  tags: readonly string[];
  parameters: readonly OperationParameter[];
  body?: OperationBody;
  /** Those of the source's credentials in a query, cookie or body that its requests carry. */
  signedBy: readonly CredentialPlace[];
  /** True when nothing is written: by its method, or because the operator says so. */
  reads: boolean;
  /** What the model is shown: whole in itself, within the budget. */
  shownSchema: JsonObject;
  folded: boolean;
  /** What is checked; references lead to the definitions of the document. */
  argumentSchema: JsonObject;
  examples: readonly string[];
  exampleCalls: readonly JsonObject[];
  indexText: string;
  /** What the index reads of its fields: those that tell it from other operations. */
  indexFields: string;
  answer: AnswerHints;
  /** What a preview of it needs; absent for reads. */
  rules?: RequestRules;
  page?: string;
}

export interface Finding {
  level: 'error' | 'warning';
  /** `GET /pets/{id}` or a pointer into the document; absent for the document as a whole. */
  where?: string;
  message: string;
}

export function warning(where: string, message: string): Finding {
  return { level: 'warning', where, message };
}

export interface DocumentTool extends Tool {
  check: ArgumentCheck;
  indexed: NonNullable<Tool['indexed']>;
  /** Absent for the tools that the source itself adds. */
  operation?: Extract<ToolOperation, { id: string }>;
}
