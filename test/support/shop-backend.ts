import type { JsonObject } from '../../src/foundation/json.js';

const json = (schema: JsonObject): JsonObject => ({ content: { 'application/json': { schema } } });
const answers = { responses: { 200: { description: 'ok' } } };
const text = { type: 'string' };

/** The OpenAPI document of somebody else's shop, whose orders have every kind of field that a form can draw. */
export const shopDocument: JsonObject = {
  openapi: '3.1.0',
  info: { title: 'Corner shop', version: '1.0.0', description: 'Orders of a shop.' },
  paths: {
    '/orders': {
      get: {
        operationId: 'listOrders',
        summary: 'List the orders of a customer',
        parameters: [
          { name: 'customer', in: 'query', required: true, schema: text },
          { name: 'state', in: 'query', schema: { enum: ['open', 'paid'] } },
        ],
        ...answers,
      },
      post: {
        operationId: 'placeOrder',
        summary: 'Place an order',
        requestBody: { required: true, ...json({ $ref: '#/components/schemas/Order' }) },
        ...answers,
      },
    },
    '/receipts': {
      post: {
        operationId: 'attachReceipt',
        summary: 'Attach a receipt',
        requestBody: {
          required: true,
          content: {
            'multipart/form-data': {
              schema: {
                type: 'object',
                required: ['receipt'],
                properties: { receipt: { type: 'string', format: 'binary' } },
              },
            },
          },
        },
        ...answers,
      },
    },
  },
  components: {
    schemas: {
      Order: {
        type: 'object',
        required: ['customer', 'amount', 'items', 'address'],
        properties: {
          customer: { ...text, description: 'Who pays' },
          amount: { type: 'integer' },
          priority: { enum: [1, 2, 3] },
          gift: { type: 'boolean' },
          due: { ...text, format: 'date' },
          at: { ...text, format: 'date-time' },
          tags: { type: 'array', items: text },
          address: { $ref: '#/components/schemas/Address' },
          items: { type: 'array', items: { $ref: '#/components/schemas/Item' } },
          extras: { type: 'object', additionalProperties: true },
        },
      },
      Address: { type: 'object', required: ['city'], properties: { city: text, street: text } },
      Item: {
        type: 'object',
        required: ['sku'],
        properties: { sku: text, price: { type: 'number' } },
      },
    },
  },
};
