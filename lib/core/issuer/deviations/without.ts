import type { JsonObject } from '../../ground/values/json'

/** Takes a member out. */
export const without =
  (name: string) =>
  (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).filter(([member]) => member !== name))
