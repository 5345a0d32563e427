/** The product of a shop that a page sells. Amounts are as the shop stores them, with a decimal point. */
export interface RawProduct {
  readonly sku?: string;
  /** GTIN, EAN, UPC or ISBN. */
  readonly gtin?: string;
  /** The current price, or the lowest of all variants. */
  readonly price?: string;
  /** The highest price, where variants differ. */
  readonly highPrice?: string;
  /** The price without the current discount. */
  readonly regularPrice?: string;
  /** Unix seconds of the end of the discount. */
  readonly priceUntil?: number;
  /** How often the price of a subscription is due, and for how long: ` / month for 12 months`. */
  readonly term?: string;
  /** ISO 4217; without it no document states an offer. */
  readonly currency?: string;
  readonly availability?: 'InStock' | 'OutOfStock' | 'BackOrder';
  readonly brand?: string;
  /** What its page shows about it, such as `Colour`: `Blue`, `Red`. */
  readonly attributes?: readonly { readonly name: string; readonly values: readonly string[] }[];
  /** Ids of further images. */
  readonly gallery?: readonly number[];
}
