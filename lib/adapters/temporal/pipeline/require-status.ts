import { ApplicationFailure } from '@temporalio/common'
import { z } from 'zod'
import type { ServiceAnswer } from '../service-api'

/** How long one request may take. A form with pictures is drawn before it is answered. */
export const requestMillisMax = 15_000
/** The longest wait that the service may ask for, in seconds. */
const retryAfterSecondsMax = 120
/**
 * What the service answers while its key is being changed, its records are being restored, or something in front of it is set up
 * wrongly: no definition brings it about, and it may be over at the next try.
 */
const ourOwn = [401, 403, 404, 413, 429]

/** The most that is told of why the service refused something, in characters. */
const refusalMax = 300
const zRefusal = z.looseObject({ error: z.string(), error_description: z.string().catch('') })

/** Why an answer refused what was asked: its code and its description, which repeats nothing that was sent. */
function refusalOf({ status, body }: ServiceAnswer): string {
  const { error = String(status), error_description = '' } = zRefusal.safeParse(body).data ?? {}
  const words = error_description === '' ? error : `${error}: ${error_description}`
  return words.replace(/[^\x20-\x7e]+/g, ' ').slice(0, refusalMax)
}

/**
 * Requires a status of an answer of our own service.
 * @param what what was asked for, for the message: `reading the session`
 * @throws ApplicationFailure `step_refused`, which nothing mends, where it says that what was asked is wrong, with why as its one
 * detail; else
 * `service_failed`, which Temporal retries as long after as the service says
 */
export function requireStatus(answer: ServiceAnswer, status: number, what: string): void {
  if (answer.status === status) return
  const code = z.looseObject({ error: z.string() }).safeParse(answer.body).data?.error ?? ''
  const message = `The service answered ${what} with ${answer.status} ${code}.`
  if (answer.status >= 400 && answer.status < 500 && !ourOwn.includes(answer.status))
    throw ApplicationFailure.nonRetryable(message, 'step_refused', refusalOf(answer))
  const wait = answer.retryAfterSeconds
  throw ApplicationFailure.create({
    message,
    type: 'service_failed',
    // Else the wait would use up the time of the run, and that would count.
    nonRetryable: (wait ?? 0) > retryAfterSecondsMax,
    ...(wait === undefined ? {} : { nextRetryDelay: `${wait}s` }),
  })
}
