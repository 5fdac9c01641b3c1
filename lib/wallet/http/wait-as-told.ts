import { setTimeout as pause } from 'node:timers/promises'
import { headerValue, type SendHttp } from './wire'

/** The longest wait, in seconds, that a run sits out, and how many of them one request gets. */
const waitSecondsMax = 120
const waitsMax = 10

/**
 * Sends a request again after 429, as long after as `Retry-After` says (RFC 9110 section 10.2.3). An answer that asks for
 * a longer wait, or for none, is returned as it is.
 */
export function waitAsTold(send: SendHttp, wait: (millis: number) => Promise<unknown> = pause): SendHttp {
  return async (request) => {
    for (let waits = 0; ; waits++) {
      const answer = await send(request)
      const told = headerValue(answer.headers, 'Retry-After')
      if (answer.status !== 429 || told === null || !/^\d{1,6}$/.test(told)) return answer
      if (Number(told) > waitSecondsMax || waits === waitsMax) return answer
      await wait(Number(told) * 1000)
    }
  }
}
