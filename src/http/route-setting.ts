import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyContextConfig } from 'fastify';

const settings = new WeakMap<object, Partial<FastifyContextConfig>>();

/** Sets fields of a route's `config`, beside those of other decorators: Nest's own keeps the last one's only. */
export function routeSetting(setting: Partial<FastifyContextConfig>): MethodDecorator {
  return (target, key, descriptor) => {
    const method = descriptor.value as object;
    const all = { ...settings.get(method), ...setting };
    settings.set(method, all);
    RouteConfig(all)(target, key, descriptor);
  };
}
