import 'server-only'

const names: ReadonlySet<string> = new Set(['StoreUnavailable', 'SchedulerUnavailable'])

/**
 * True for the error of a part that does not answer now. By its name: the server's bundle and Next's each have a class of
 * their own for it.
 */
export const isUnavailable = (error: unknown): boolean => error instanceof Error && names.has(error.name)
