export type JsonScalar = null | boolean | number | string;
export type JsonArray = readonly JsonValue[];

/** Read objects have no prototype, so `__proto__`, `constructor` and `toString` are keys like any other. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

export type JsonValue = JsonScalar | JsonArray | JsonObject;

export function isJsonObject(value: JsonValue): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
