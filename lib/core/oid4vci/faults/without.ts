import type { JsonObject } from '../../json'

/** Takes a member out. */
export const without =
  (name: string) =>
  (members: JsonObject): JsonObject =>
    Object.fromEntries(Object.entries(members).filter(([member]) => member !== name))
