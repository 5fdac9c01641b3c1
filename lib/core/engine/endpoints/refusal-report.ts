import { z } from 'zod'
import { readJsonBody } from '../../ground/http/read-json'
import { ProtocolError } from '../../ground/ports/errors'
import type { RequestContext } from './request-context'

/** Body of `POST /openid4vp/sessions/{sessionId}/refusal`. */
export const zRefusalReport = z
  .looseObject({
    shown: z.enum(['error', 'went_on']).meta({
      description: 'What the wallet showed: error, or went_on where it asked the user or offered to present.',
    }),
  })
  .meta({ id: 'RefusalReport' })

/** What a person saw on the wallet. */
export type Shown = z.infer<typeof zRefusalReport>['shown']

/** What the body says. Throws `invalid_request` for one that says nothing known. */
export function readShown({ exchange }: RequestContext): Shown {
  const body = readJsonBody(exchange)
  if (!body.ok && body.reason === 'too_large') throw new ProtocolError('payload_too_large', 'The body is too long.')
  const read = zRefusalReport.safeParse(body.ok ? body.value : null)
  if (read.success) return read.data.shown
  throw new ProtocolError('invalid_request', 'Send a JSON object with the member shown: error or went_on.')
}
