import { addSeconds, type EpochMillis, epochMillis } from '../../../time/time'

/** One release of a list. */
export interface ListRelease {
  /** Greater than that of every release before. @see E602-6.3.2 */
  readonly sequence: number
  /** Digest of what it says and of who signs it. */
  readonly content: string
  /** In whole seconds, as `nextUpdate` is. */
  readonly issuedAt: EpochMillis
  readonly nextUpdate: EpochMillis
}

/**
 * The release to serve at an instant: the one before as long as the list says the same and more than half of its time
 * is left; otherwise the next. So nobody gets one that ends soon, and two readers of one release got the same.
 * @param sequenceMin no release has a lower number
 */
export function currentRelease(
  previous: ListRelease | null,
  {
    content,
    now,
    ttlSeconds,
    sequenceMin = 1,
  }: {
    readonly content: string
    readonly now: EpochMillis
    readonly ttlSeconds: number
    readonly sequenceMin?: number
  },
): ListRelease {
  if (previous !== null && previous.content === content && isFresh(previous, now, ttlSeconds)) return previous
  const issuedAt = epochMillis(now - (now % 1000))
  return {
    sequence: Math.max((previous?.sequence ?? 0) + 1, sequenceMin),
    content,
    issuedAt,
    nextUpdate: addSeconds(issuedAt, ttlSeconds),
  }
}

/** Also false for a release from the future or with another lifetime: the clock or the setting was changed. */
const isFresh = ({ issuedAt, nextUpdate }: ListRelease, now: EpochMillis, ttlSeconds: number): boolean =>
  issuedAt <= now && nextUpdate - now > ttlSeconds * 500 && nextUpdate - issuedAt === ttlSeconds * 1000
