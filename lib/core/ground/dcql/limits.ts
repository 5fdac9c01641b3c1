/** Bounds of a query: far above what a person asks for, far below what hurts. */
export const dcqlLimits = {
  /** Bytes of the serialised query. */
  bytes: 64 * 1024,
  credentials: 20,
  claims: 200,
  pathComponents: 16,
} as const
