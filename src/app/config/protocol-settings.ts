import type { ProtocolSettings } from '../../agentapi/protocols/protocol-settings.js';
import { defined } from '../../foundation/defined.js';
import type { SettingsReader } from '../../foundation/settings-reader.js';

/** Reads how the protocols of other frontends are served. */
export function readProtocolSettings(read: SettingsReader): ProtocolSettings {
  const major = read.choice('AI_SDK_MAJOR', ['5', '6', '7'], '6');
  return {
    aiSdkMajor: Number(major) as ProtocolSettings['aiSdkMajor'],
    ...defined({ publicUrl: read.baseUrl('PUBLIC_URL') }),
  };
}
