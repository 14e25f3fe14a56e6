import { ExactNumbers, LargerBody } from './json-bodies.js';

test('several decorators of one route all count', () => {
  class Routes {
    @LargerBody(3)
    @ExactNumbers()
    route() {}
  }
  // As Nest reads it: `constants.js` of its Fastify adapter.
  const config: unknown = Reflect.getMetadata(
    '__fastify_route_config__',
    Object.getOwnPropertyDescriptor(Routes.prototype, 'route')?.value as object,
  );
  expect(config).toEqual({ bodyFactor: 3, exactNumbers: true });
});
