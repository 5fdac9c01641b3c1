import { type Decision, judged } from '../../engine/endpoints/endpoint'
import { readParameters } from '../../shared/http/read-form'
import { jsonReply } from '../../shared/http/reply'
import { digestOf } from '../../shared/ports/digests'
import type { PresentationSession } from '../../shared/ports/store-types'
import { completePage, isPageLoad } from './complete-presentation'

/** A visit with a code that a wallet got; `null` for any other. */
type Reading = {
  readonly session: PresentationSession
  readonly digest: string
  readonly isFirst: boolean
  readonly visits: number
  /** Names of further query parameters. */
  readonly further: readonly string[]
} | null

/** Names of parameters that are kept, and the characters of each. */
const namesMax = 16
const charactersMax = 64

/**
 * `GET /openid4vp/redirect`: the page that a session names by `redirect_uri`. Each visit with the code of the session
 * counts; any other is answered 404 and leaves nothing behind. OID4VP-1FINAL-8.2
 */
export const visitRedirectEndpoint = judged<Reading>({
  read: async ({ exchange, ports }) => {
    const query = readParameters(exchange.query ?? '')
    const code = query.get('response_code')
    const digest = code === null ? null : digestOf(code, ports.sha256)
    const known = digest === null ? null : await ports.store.oneTimeValue('response_code', digest)
    const session = known?.sessionId ? await ports.store.session(known.sessionId) : null
    if (known === null || digest === null || session?.kind !== 'presentation') return null
    if (session.options.redirect_uri === undefined) return null
    const events = await ports.store.events(session.sessionId)
    return {
      session,
      digest,
      isFirst: known.consumedAt === null,
      visits: events.filter(({ type }) => type === 'vp_redirect_uri_visited').length,
      further: [...new Set(query.pairs.map(([name]) => name).filter((name) => name !== 'response_code'))],
    }
  },
  checks: () => [],
  decide: (reading, _findings, { exchange }): Decision => {
    const { title, text, status } =
      reading === null
        ? { title: 'This link does not work', text: 'No session gave it to a wallet.', status: 404 }
        : {
            title: 'You can go back',
            text: 'Your wallet’s response has arrived. You can close this page.',
            status: 200,
          }
    const reply =
      status === 200 || isPageLoad(exchange)
        ? completePage({ title, text }, status)
        : jsonReply(status, { error: 'not_found', error_description: text })
    if (reading === null)
      return {
        reply,
        sessionId: null,
        events: [],
        effects: [],
        firstRequests: { kind: 'redirect', onRecord: 0, max: 0 },
      }
    const { session, digest, isFirst, visits, further } = reading
    return {
      reply,
      sessionId: session.sessionId,
      events: [
        {
          type: 'vp_redirect_uri_visited',
          detail: {
            visit_count: visits + 1,
            ...(further.length === 0
              ? {}
              : { further_parameters: further.slice(0, namesMax).map((name) => name.slice(0, charactersMax)) }),
          },
        },
        ...(isFirst ? [{ type: 'vp_redirect_followed' as const, detail: {} }] : []),
      ],
      effects: isFirst ? [{ type: 'consume', kind: 'response_code', digest }] : [],
      firstRequests: { kind: `redirect/${session.sessionId}`, onRecord: visits, max: visitsMax },
    }
  },
})

/** Visits of one session that are recorded. */
const visitsMax = 50
