// What a plugin may import from `sextant/plugin`. A plugin that needs none of it imports nothing.
export { definePlugin } from './plugin.js';
export type { BackendOptions, Of, Plugin, PluginHost, Probe } from './plugin.js';
export type { PlainRoute, PlainSource, PlainTool, RouteRequest } from './plain-parts.js';
export type { Agent } from '../agentloop/agent.js';
export type {
  PreviewEvent,
  PreviewInterceptor,
} from '../agenttools/interceptors/preview-interceptor.js';
export type { ChangeKind, DecidedChange, TargetState } from '../agenttools/changes/change-kind.js';
export { defineTool } from '../agenttools/define-tool.js';
export type { Backend } from '../agenttools/sources/backend.js';
export { JsonText, TextBody } from '../agenttools/sources/clients.js';
export type { BackendRequest, ReadClient, WriteClient } from '../agenttools/sources/clients.js';
export { staticTools } from '../agenttools/sources/static-tools.js';
export type { SourceStatus, ToolSource } from '../agenttools/sources/tool-source.js';
export type { ChangeProposal, Tool, ToolCall, ToolOf, ToolOutcome } from '../agenttools/tool.js';
export { stepwise } from '../llm/providers/palette/command.js';
export type { Command, CommandAnswer, CommandSteps } from '../llm/providers/palette/command.js';
export { readSentence } from '../llm/providers/palette/sentence.js';
export type { Words } from '../llm/providers/palette/sentence.js';
export { AppError } from '../foundation/errors.js';
export { parseJson, writeJson } from '../foundation/exact-json.js';
export { ExactNumber } from '../foundation/exact-number.js';
export type { JsonObject } from '../foundation/json.js';
export type { SettingsReader } from '../foundation/settings-reader.js';
