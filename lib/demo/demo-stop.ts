/** A reason to stop that the user can act on. */
export class DemoStop extends Error {
  override readonly name: string = 'DemoStop'
}

/** The service currently takes no more requests from this address, which says nothing about a wallet. */
export class TooManyRequests extends DemoStop {
  override readonly name = 'TooManyRequests'

  /** @param retryAfterSeconds when to come again, as the service said; `null` where it said nothing */
  constructor(retryAfterSeconds: number | null) {
    super(
      `the service takes no more requests of this address for now (429): try again ${retryAfterSeconds === null ? 'later' : `in ${retryAfterSeconds} s`}`,
    )
  }
}

/** The seconds of a `Retry-After`; `null` if it names none. RFC9110-10.2.3 */
export const retryAfter = (value: string | null): number | null =>
  value !== null && /^\d{1,6}$/.test(value) ? Number(value) : null
