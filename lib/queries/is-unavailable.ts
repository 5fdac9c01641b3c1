import 'server-only'

const names: ReadonlySet<string> = new Set(['StoreUnavailable', 'SchedulerUnavailable'])

/**
 * True for the error of a part that is not responding. Compared by name: the server's bundle and Next's each have their
 * own class for it.
 */
export const isUnavailable = (error: unknown): boolean => error instanceof Error && names.has(error.name)
