import type { JsonObject } from '../../ground/values/json'

/** Removes a member. */
export const without =
  (name: string) =>
  (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).filter(([member]) => member !== name))
