import type { JsonObject } from '../../../../src/foundation/json.js';

/** Where stock is counted; nothing means everywhere. */
export interface Place {
  warehouseId: string | undefined;
  locationId: string | undefined;
}

/** A product's stock in a place. */
export interface Stock {
  product: string;
  /** Units there. */
  onHand: number;
  /** Units there that no order has. */
  available: number;
  reorderPoint: number;
}

/** What a simulation may read of the business data; it can write nothing. */
export interface LiveData {
  /** Nothing when there is no such product. */
  stock(productId: string, place: Place): Promise<Stock | undefined>;
  /** The first row whose columns have these values; nothing when there is none. Names must be known columns. */
  findRow(
    entity: string,
    filter: Readonly<Record<string, unknown>>,
    fields: readonly string[] | undefined,
  ): Promise<JsonObject | undefined>;
}
